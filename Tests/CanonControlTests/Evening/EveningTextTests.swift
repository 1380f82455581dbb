import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonControl

/// The text of an evening is read as the evening that was written, or not at all.
@Suite struct EveningTextTests {
  private let owner = Evening.Owner(source: "/a b/advent.toml", name: "canon")

  private func problem(_ text: String, _ owner: Evening.Owner? = nil) -> FileProblem? {
    do throws(FileProblem) {
      _ = try EveningText.read(text, path: "e", of: owner ?? self.owner)
      return nil
    } catch {
      return error
    }
  }

  private func text(_ seed: UInt64 = 1) -> String {
    var random = SplitMix64(seed: seed)
    return EveningText.text(.random(&random), of: owner)
  }

  @Test func everyEveningIsReadAsItWasWritten() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<LongCampaign.count(300, long: 30_000) {
      let evening = Evening.random(&random)
      let text = EveningText.text(evening, of: owner)
      #expect(try EveningText.read(text, path: "e", of: owner) == evening, "\(text)")
    }
  }

  @Test func aTextThatWasCutShortAnywhereIsRefused() {
    let text = text()
    for end in text.indices {
      #expect(problem(String(text[..<end])) != nil, "\(text[..<end])")
    }
  }

  @Test func aDamagedTextIsRefusedOrMeansAnEvening() throws {
    var mutants = TextMutants((1...6).map { text($0) }, seed: 7)
    for _ in 0..<LongCampaign.count(2000, long: 200_000) {
      let mutant = mutants.next()
      guard let evening = try? EveningText.read(mutant, path: "e", of: owner) else { continue }
      // What is read is whole: it can be written, and read again.
      let text = EveningText.text(evening, of: owner)
      #expect(try EveningText.read(text, path: "e", of: owner) == evening, "\(mutant)")
    }
  }

  @Test func everyLineThatAnEveningNeedsIsMissed() {
    let lines = text().split(separator: "\n", omittingEmptySubsequences: false)
    for word in [
      "source", "name", "time", "rate", "position", "origin", "counted", "halt", "master", "audible",
    ] {
      let rest = lines.filter { !$0.hasPrefix("\(word) ") }
      #expect(rest.count == lines.count - 1)
      #expect(problem(rest.joined(separator: "\n")) != nil, "\(word)")
    }
  }

  @Test(
    "A value out of range is refused",
    arguments: [
      "time 1e300", "time -1", "time nan", "time 253402300800", "position -1", "rate 0", "edition 0",
      "edition x",
      "edition 1000000001", "audible -inf",
    ])
  func range(line: String) {
    let word = line.prefix { $0 != " " }
    let lines = text().split(separator: "\n", omittingEmptySubsequences: false)
    var changed = lines.filter { !$0.hasPrefix("\(word) ") }
    changed.insert(line[...], at: changed.count - 2)
    #expect(problem(changed.joined(separator: "\n"))?.message.contains("within range") == true)
  }

  @Test func whatIsWrongIsSaidWithItsLine() {
    #expect(
      problem("# canon evening 2\nend\n")?.message
        == "e:1: found \"# canon evening 2\", expected a saved performance of version 1, which this canon writes. Nothing of it is used, and the next performance that is saved replaces it."
    )
    let text = text()
    #expect(problem(text.replacing("rate ", with: "pace "))?.message.hasPrefix("e:6: found \"pace") == true)
    let other = Evening.Owner(source: owner.source, name: "canon-2")
    #expect(problem(text, other)?.message.contains("played as \"canon-2\"") == true)
    #expect(problem(text.replacing("\nend\n", with: "\nagain input quit\nend\n"))?.line != nil)
    #expect(problem(text.replacing("\nend\n", with: "\nagain input undo\nend\n"))?.line != nil)
  }

  /// A small evening with another line: in place of the one with the same word, or before the end.
  private func text(with line: String) -> String {
    let evening = Evening(
      time: Instant(secondsSince1970: 1.7e9),
      music: Music(rate: .studio, position: 5, layers: [.init("x", .play, began: 0)]))
    var lines = EveningText.text(evening, of: owner).split(separator: "\n").map(String.init)
    let word = line.prefix { $0 != " " } + " "
    if let place = lines.firstIndex(where: { $0.hasPrefix(word) && word != "layer " }) {
      lines[place] = line
    } else {
      lines.insert(contentsOf: line.split(separator: "\n").map(String.init), at: lines.count - 1)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(
    "A line with too little, too much or a wrong value is refused",
    arguments: [
      "ritual x", "ritual x 0", "ritual x 100", "ritual x 2 soon", "ritual x 2 5 6",
      "shut", "shut x y", "shut x\nshut x", "physical", "physical a b", "physical a\nphysical a",
      "connect", "connect a b", "connect a\nconnect a", "connect a=", "unconnected a",
      "connect a\nunconnected",
      "unconnected\nconnect a", "unconnected\nunconnected", "added master left", "added master middle in",
      "cut master left in in",
      "cut master left in\ncut master left in", "added x left in\nadded x left in",
      "layer x play began 0", "layer y play began", "layer y loud began 0", "layer y play since 0",
      "layer y play began soon", "layer y play began 0 gain", "layer y play began 0 gain loud",
      "layer y play began 0 pan 2", "layer y play began 0 solo perhaps", "layer y play began 0 faded 1.5",
      "layer y play began 0 wide 1", "layer y play began 0 pan 0 pan 0", "layer y play began 0 held held",
      "layer y play began 0 asked asked", "layer y play began 0 held 1",
      "again", "again input", "again input perhaps", "waits input 5", "waits input soon at bar 4 start x now",
      "gap\ngap",
      "waits input 5 start x now", "nothing",
    ])
  func aWrongLine(line: String) {
    #expect(problem(text(with: line)) != nil)
  }

  @Test(
    "A value that no evening has is refused",
    arguments: [
      "halt", "halt due 5 6", "halt due soon", "halt later", "halt later 5", "position -1", "position 1 2",
      "position 9223372036854775807", "origin -9223372036854775808", "counted soon", "time inf", "time nan",
      "piece 0", "piece 1001 a", "piece 2 a b", "piece a", "gap 5", "panicked 1",
      "rate 0", "rate 48000.5", "master loud", "master nan", "audible -inf", "audible loud", "source a b",
    ])
  func aWrongValue(line: String) {
    #expect(problem(text(with: line)) != nil)
  }

  @Test(
    "The outermost values of an evening are read",
    arguments: [
      "halt due -5", "position 0", "master -inf", "ritual x 1", "ritual x 99 -3", "scene x",
      "piece 1000", "piece 2 \"../a b/set.toml\"", "gap", "panicked",
      "layer y stop began -4 held", "layer y mute began 0 faded 0.0", "layer y mute began 0 faded 1.0 held",
      "layer y play began 0 file held asked held",
      "layer y play began 0 gain -inf", "waits input 5 at bar 4 start x now",
    ])
  func anOutermostValue(line: String) throws {
    let evening = try EveningText.read(text(with: line), path: "e", of: owner)
    let written = EveningText.text(evening, of: owner)
    #expect(written.split(separator: "\n").contains(Substring(line)), "\(written)")
  }

  @Test func whatHasNoLineIsLeftOut() throws {
    var random = SplitMix64(seed: 3)
    var evening = Evening.random(&random)
    evening.wiring.added = [Patch.Wish("master", .left, "two\nlines:in")]
    let long = ControlCommand.replace(StemSelection(["x"]), file: String(repeating: "x", count: 1000), .now)
    evening.music.again = [.init(command: long, by: .input)]
    let read = try EveningText.read(EveningText.text(evening, of: owner), path: "e", of: owner)
    #expect(read.wiring.added.isEmpty && read.music.again.isEmpty)
    #expect(read.music.layers == evening.music.layers)
  }
}
