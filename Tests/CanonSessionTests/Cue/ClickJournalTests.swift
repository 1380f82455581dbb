import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// The sounds of the click that come from files, in a journal and its renderings.
@Suite struct ClickJournalTests {
  private static let loop = SmallSet.loop

  /// A set whose click has files.
  private func set() throws -> SmallSet {
    let small = try SmallSet(more: "[click]\nfile = \"tick.wav\"\naccent = \"ping.wav\"\ngain = -6\n")
    try SmallSet.write([0.5, 0.25, 0.125], to: small.folder.file("tick.wav"))
    try SmallSet.write([1, 0.5, 0.25], to: small.folder.file("ping.wav"))
    return small
  }

  /// Plays a loop and then another one with another sound of the beats.
  /// - Parameter line: What is said at the beginning.
  private func play(_ small: SmallSet, _ line: String) async throws -> (
    score: Score, heard: CanonTestSupport.Output
  ) {
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    #expect(try await bench.say(line, at: .lines) == [])
    var heard = await bench.run(5000)
    try SmallSet.write([0.75, 0.5], to: small.folder.file("tick.wav"))
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    heard += await bench.end()
    return (try Score.load(small.folder.file("evening.journal")), heard)
  }

  @Test(
    "A journal names what the click plays in each edition, what a reload has dropped is kept, and it renders")
  func journal() async throws {
    let small = try set()
    let (score, heard) = try await play(small, "click on")
    let clicks = try #require(score.header?.clicks)
    let tick = RecordedClick.Key(sound: .beat, file: "tick.wav")
    #expect(clicks[1]?.count == 2 && clicks[2].map { Array($0.keys) } == [tick])
    #expect(clicks[1]?[tick] != clicks[2]?[tick])
    let kept = try FileManager.default.contentsOfDirectory(atPath: small.folder.file("evening.files"))
    #expect(kept == clicks[1]?[tick]?.map { "\($0).wav" })
    #expect(heard.buses[0].contains { $0 != 0 })
    try await small.expectRendering(is: heard)
  }

  @Test(
    "A click's file that is not what was played is named where the click is rendered, and is no matter elsewhere"
  )
  func changed() async throws {
    let small = try set()
    let (score, heard) = try await play(small, "count-in 1 bar")
    // The second edition's.
    try SmallSet.write([0.25], to: small.folder.file("tick.wav"))
    let later = try await small.rendering(of: score, period: 1000)
    #expect(later.refused.count == 1)
    #expect(later.refused.joined().contains("tick.wav") && later.refused.joined().contains("evening.files/"))
    // The first one's.
    try FileManager.default.removeItem(atPath: small.folder.file("ping.wav"))
    let problems = try await #require(throws: FileProblems.self) {
      try await small.rendering(of: score, period: 1000)
    }
    #expect(problems.problems.map(\.field) == ["click: accent"])
    #expect(problems.text(.english).contains("ping.wav"))
    let master = try await small.rendering(of: score, period: 1000, hasCue: false)
    #expect(master.refused == [] && master.output.master == heard.master)
    // As an earlier canon has written it.
    let path = small.folder.file("evening.journal")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let old = try Score.parse(path: path, text: text.replacing(/# click: .*\n/, with: ""))
    #expect(old.header?.clicks == [:])
    #expect(try await small.rendering(of: old, period: 1000).refused == [])
  }

  @Test("Where the click was never on, its files are no matter")
  func unheard() async throws {
    let small = try set()
    let (score, heard) = try await play(small, "cue violin-a")
    try SmallSet.write([0.25], to: small.folder.file("tick.wav"))
    let again = try await small.rendering(of: score, period: 1000)
    #expect(again.refused == [] && again.output.buses == heard.buses)
  }

  @Test("A reload that changes nothing but a file of the click is told as a change")
  func told() async throws {
    let small = try set()
    let session = try small.session()
    var bench = try await SessionBench(session, after: 100)
    for isOther in [false, true] {
      if isOther { try SmallSet.write([0.5], to: small.folder.file("ping.wav")) }
      #expect(try await bench.say("reload now", at: .lines) == [])
      await bench.run(1000)
    }
    let changes = await session.allEvents().compactMap { event -> ReloadChanges? in
      if case .reloaded(let changes, _, _, _) = event { changes } else { nil }
    }
    #expect(changes.map(\.isEmpty) == [true, false])
  }

  @Test("canon's own sound in the place of a file that can no longer be read is kept, too")
  func ownSound() async throws {
    let small = try set()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    _ = try await SessionBench(session, after: 100)
    try FileManager.default.removeItem(atPath: small.folder.file("tick.wav"))
    var again = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    try await again.skip(1000)
    _ = await again.end()
    let score = try Score.load(small.folder.file("evening-2.journal"))
    let names = try #require(score.header?.clicks[1]).values.joined().map { "\($0).wav" }
    let kept = try FileManager.default.contentsOfDirectory(atPath: small.folder.file("evening-2.files"))
    #expect(kept.sorted() == names.sorted() && kept.count == 2)
  }
}
