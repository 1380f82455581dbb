import CanonEngine
import Testing

@testable import CanonStems

/// What is made first: what sounds first.
@Suite struct UrgencyTests {
  private static let change = PendingChange(at: 96, by: .input)

  @Test(
    "A stem that sounds comes before one that is to, and that before all others",
    arguments: [
      (.play, .play, .sounds), (.playThenMute(change), .mute, .sounds),
      (.playThenStop(change), .stop, .sounds),
      (.wait(change), .play, .isToSound), (.muteThenPlay(change), .play, .isToSound),
      (.stop, .play, .isToSound), (.stop, .stop, .rest), (.mute, .mute, .rest),
      (.muteThenStop(change), .stop, .rest),
    ] as [(StemStatus, StemState, Urgency)])
  func urgency(status: StemStatus, state: StemState, expected: Urgency) {
    #expect(Urgency(status, leadingTo: state) == expected)
  }

  @Test("Equally urgent stems keep the order of the set, in whatever order they come")
  func order() {
    let urgencies: [Urgency] = [.rest, .isToSound, .sounds, .rest, .sounds, .isToSound]
    let expected = [2, 4, 1, 5, 0, 3].map(StemIndex.init)
    let all = urgencies.indices.map(StemIndex.init)
    #expect(Urgency.sorted(all) { urgencies[$0.int] } == expected)
    #expect(Urgency.sorted(all.reversed()) { urgencies[$0.int] } == expected)
    #expect(Urgency.sorted(Set(all)) { urgencies[$0.int] } == expected)
    #expect(Urgency.sorted([StemIndex]()) { urgencies[$0.int] } == [])
  }

  @Test("A performance begins with its bases, and with what follow actions may start")
  func beginning() throws {
    func stem(_ id: String, _ more: String = "") -> String {
      "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\n\(more)\n"
    }
    func first(_ stems: String...) throws -> [String] {
      let set = try StemSetFile.parse(path: "set.toml", text: stems.joined())
      return set.stemsOfBeginning.sorted().map { set[$0].id }
    }
    let base = stem("a", "base = true")
    #expect(try first(base, stem("b"), stem("c")) == ["a"])
    #expect(try first(base, stem("b"), stem("c", "base = true")) == ["a", "c"])
    #expect(
      try first(base, stem("b", "after = { loops = 1, then = \"start:c\" }"), stem("c"), stem("d")) == [
        "a", "c",
      ])
    #expect(try first(base, stem("b", "after = { loops = 1, then = \"stop\" }"), stem("c")) == ["a"])
    let any = "after = { loops = 1, then = \"any\" }"
    #expect(try first(base, stem("b", any), stem("c")) == ["a", "b", "c"])
    #expect(
      try first(base, stem("b", "group = \"G\"\n\(any)"), stem("c", "group = \"g\""), stem("d")) == [
        "a", "b", "c",
      ])
  }
}
