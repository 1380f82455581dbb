import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

/// `[[section]]` in a set's file.
@Suite struct SectionReaderTests {
  private func read(_ sections: String, head: String = "tempo = 80\nloop = \"8 bars\"") throws -> StemSet {
    try StemSetFile.parse(
      path: "/s/set.toml", text: "\(head)\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n\(sections)")
  }

  private func complaint(_ sections: String, head: String = "tempo = 80\nloop = \"8 bars\"") -> String? {
    #expect(throws: FileProblems.self) { try read(sections, head: head) }?.problems[0].message
  }

  private static func section(_ id: String, _ bars: String, _ more: String = "") -> String {
    "[[section]]\nid = \"\(id)\"\nbars = \"\(bars)\"\n\(more)\n"
  }

  @Test("Sections have bars, a title, and one that comes after them, which may stand below, or be themselves")
  func reading() throws {
    let set = try read(
      Self.section("verse", "1 .. 3", "title = \"First verse\"\nthen = \"chorus\"")
        + Self.section("chorus", "5..9", "then = \"chorus\"") + Self.section("bridge", "3 .. 5"))
    #expect(set.sections.map(\.id) == ["verse", "chorus", "bridge"])
    #expect(set.sections.map(\.title) == ["First verse", "chorus", "bridge"])
    #expect(set.sections.map(\.bars) == [0..<2, 4..<8, 2..<4])
    #expect(set.sections.map(\.next) == [1, 1, nil])
  }

  @Test(
    "Bars are two numbers, the second after the first",
    arguments: ["1", "1 .. 1", "3 .. 2", "0 .. 2", "1 .. x", "1 ..", "1 2 .. 3", "1 .. 100002", ".."])
  func bars(text: String) {
    #expect(
      complaint(Self.section("x", text))
        == "/s/set.toml:8: section \"x\": bars: found \"\(text)\", expected two bars of the loop, counted from 1, the second after the first. Write e.g. bars = \"1 .. 5\" for the bars from 1 up to where bar 5 begins."
    )
  }

  @Test("What is no section is reported at its place")
  func problems() {
    let verse = Self.section("verse", "1 .. 3")
    #expect(complaint(verse + Self.section("verse", "3 .. 4"))?.contains("section 2: id") == true)
    #expect(
      complaint(verse + Self.section("b", "2 .. 4"))?.contains("bars that the section \"verse\" has too")
        == true
    )
    #expect(
      complaint(Self.section("verse", "1 .. 3", "then = \"chrus\"") + Self.section("chorus", "3 .. 5"))?
        .contains("then: found \"chrus\", expected the id of a section of this set. Did you mean") == true)
    #expect(complaint("[[section]]\nid = \"x\"")?.contains("section \"x\": bars: expected two bars") == true)
    #expect(complaint(verse, head: "loop = \"24 s\"")?.contains("a set with a tempo") == true)
    #expect(complaint(verse, head: "tempo = 1000\nloop = \"8 bars\"")?.contains("at least 1 second") == true)
    #expect(complaint(Self.section("x", "1 .. 3", "barz = 1"))?.contains("barz") == true)
    let many = (0...StemSet.mostSections).map { "[[section]]\nid = \"s\($0)\"\n" }.joined()
    #expect(complaint(many)?.contains("found 101 sections") == true)
  }

  @Test("A section lies in the loop, which has whole bars")
  func outside() throws {
    let set = try read(Self.section("x", "7 .. 10"))
    let problem = #expect(throws: FileProblem.self) { try SetTiming(of: set, base: nil) }
    #expect(
      problem?.message
        == "/s/set.toml:8: section \"x\": bars: found \"7 .. 10\", expected bars of the loop, which has 8 bars. Let it end at bar 9 at the latest."
    )
    #expect(throws: Never.self) { try SetTiming(of: read(Self.section("x", "7 .. 9")), base: nil) }
    let uneven = try read(Self.section("x", "1 .. 2"), head: "tempo = 80\nloop = \"7 beats\"")
    #expect(
      #expect(throws: FileProblem.self) { try SetTiming(of: uneven, base: nil) }?.message.contains(
        "a loop of whole bars (7 beats are none in 4/4)") == true)
  }
}
