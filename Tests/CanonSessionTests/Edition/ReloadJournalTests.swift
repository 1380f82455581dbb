import CanonControl
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Journals of reloads render to what was heard.
@Suite struct ReloadJournalTests {
  private static let loop = SmallSet.loop

  @Test(
    "What was heard across reloads is what the journal renders, also when the files have changed since",
    arguments: [64, 1024])
  func journal(period: Int) async throws {
    let small = try SmallSet(sounds: ["cello": SmallSet.rising(Self.loop)])
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    var heard = Output(stems: 4)
    heard += await bench.run(3000, periods: .constant(period))
    for (line, old, new) in [
      ("start violin-a now", "", ""), ("reload", "id = \"cello\"", "id = \"cello\"\ngain = -6"),
      ("start violin-b loop", "", ""),
      ("reload bar", "id = \"violin-b\"\nfile = \"violin-b.wav\"\nbase = false\n\n[[stem]]\n", ""),
      ("start violin-c", "", ""),
      ("reload", "id = \"violin-a\"", "id = \"violin-a\"\ngroup = \"violins\""),
      ("reload bar", "id = \"violin-c\"", "id = \"violin-c\"\ngroup = \"violins\""),
      ("mute violin-c now", "", ""), ("start violin-c", "", ""),
      (
        "reload now", "meter = \"2/4\"\nloop = \"2 bars\"",
        "meter = \"4/4\"\nloop = \"1 bar\"\nramp = \"20 ms\""
      ),
    ] {
      if !old.isEmpty { try small.edit(old, new) }
      let refused = try await bench.say(line, at: .lines)
      #expect(refused == [], "\(line)")
      heard += await bench.run(Self.loop + 1777, periods: .constant(period))
    }
    await session.finish()
    let text = try String(contentsOfFile: small.folder.file("evening.journal"), encoding: .utf8)
    try small.edit("title = \"Small set\"", "title = \"Another set\"\nquantum = \"bar\"")
    let score = try Score.parse(path: "evening.journal", text: text)
    for rendered in [64, 1000] {
      let again = try await small.rendering(of: score, period: rendered)
      #expect(again.refused == [])
      #expect(again.output.master == heard.master && again.output.right == heard.right)
    }
  }

  @Test("Other channels of the same file are heard from the boundary on, and its journal renders to that")
  func otherChannels() async throws {
    let small = try SmallSet(keys: ["cello": "channels = [1]"])
    try SmallSet.write(
      (0..<Self.loop).flatMap { _ in [0.25, 0.5, 0.125] }, channels: 3, to: small.folder.file("cello.wav"))
    var bench = try await SessionBench(small.session(journal: small.folder.file("evening.journal")))
    var heard = await bench.run(100)
    try small.edit("channels = [1]", "channels = [3, 2]")
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(Self.loop + 1000)
    #expect(heard.master[5000] == 0.25 && heard.master.last == 0.125 && heard.right.last == 0.5)
    #expect(await bench.session.told().contains("@11520 reloaded ~cello by input"))
    await bench.session.finish()
    try await small.expectRendering(is: heard)
  }
}
