import CanonControl
import CanonEngine
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A set that is edited while it plays, and read again.
@Suite struct ReloadTests {
  private static let loop = SmallSet.loop

  @Test("An edited gain takes effect on the boundary; everything else stays as it was")
  func editedGain() async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    let session = bench.session
    try await bench.say("start violin-a now")
    try await bench.say("gain violin-b -3", then: 100)
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload", at: .lines) == [])
    await bench.run(200)
    #expect(await session.stem("cello").gain.value == 0)
    await bench.run(Self.loop)
    #expect(await session.stem("cello").gain.value == -6)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").gain.value == -3)
    #expect(
      await session.told().filter { $0.contains("reload") } == [
        "reloads @11520 by input", "@11520 reloaded ~cello by input",
      ])
    #expect(try small.folder.journal().contains("@200 edition 2 loop"))
  }

  @Test(
    "Reloads that are read at the same time have numbers of their own, by which the journal has their texts")
  func atTheSameTime() async throws {
    var bench = try await SmallSet().benchWithJournal()
    let session = bench.session
    let reload = try CommandParser.parse("reload", at: .lines)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { await session.perform(reload, by: .input).count } }
      for await problems in group { #expect(problems == 0) }
    }
    #expect(await Set(session.numbersOfEditions) == [2, 3, 4, 5])
    await bench.run(2 * Self.loop)
  }

  @Test(
    "A stem that is new can be started, one that is gone is not there any more, and the others keep their names"
  )
  func stemsComeAndGo() async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    let session = bench.session
    try await bench.say("start violin-a violin-b violin-c now", then: 100)
    try SmallSet.write(.init(repeating: 1.0 / 32, count: Self.loop), to: small.folder.file("horn.wav"))
    // In the place of the cello's neighbour, and first in the file.
    try small.edit("[[stem]]\nid = \"violin-a\"\nfile = \"violin-a.wav\"\nbase = false\n", "")
    try small.edit(
      "[[stem]]\nid = \"cello\"",
      "[[stem]]\nid = \"horn\"\nfile = \"horn.wav\"\n[[stem]]\nid = \"cello\"")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(1000)
    #expect(session.set.stems.map(\.id) == ["horn", "cello", "violin-b", "violin-c"])
    #expect(try await bench.say("start violin-a now").count == 1)
    #expect(try await bench.say("start horn now") == [])
    let output = await bench.run(1000)
    #expect(output.master.last == 0.71875)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .play, .play])
    let told = await session.told()
    #expect(told.contains("@440 reloaded +horn -violin-a by input"), "\(told)")
  }

  @Test("A fade that was asked for before a reload keeps the ramp of then, as is shown")
  func rampOfFades() async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    try await bench.say("gain cello -40 loop over 10 ms", then: 10)
    try small.edit("meter = \"2/4\"", "meter = \"2/4\"\nramp = \"100 ms\"")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(Self.loop - 110)
    await bench.run(200)
    let shown = await bench.session.stem("cello").gain.value
    let heard = await bench.run(1).ports[0][0]
    #expect(abs(20 * log10(Double(heard / 0.5)) - shown) < 0.1)
  }

  @Test("Other samples in the same file are heard from the boundary on")
  func otherSamples() async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    await bench.run(100)
    try SmallSet.write(.init(repeating: 0.25, count: Self.loop), to: small.folder.file("cello.wav"))
    #expect(try await bench.say("reload", at: .lines) == [])
    let output = await bench.run(Self.loop + 1000)
    #expect(output.master[5000] == 0.5 && output.master.last == 0.25)
    #expect(await bench.session.told().contains("@11520 reloaded ~cello by input"))
  }

  @Test("A click whose sounds are the same goes on through a reload")
  func click() async throws {
    let small = try SmallSet()
    var bench = try await SessionBench(small.session(), after: 100)
    let session = bench.session
    let before = try #require(await session.clickInMemory)
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(1000)
    #expect(await session.stem("cello").gain.value == -6)
    #expect(await session.clickInMemory == before)
  }

  @Test(
    "Nothing that is wrong is taken over: it is told, and the music goes on",
    arguments: [
      ("loop = \"2 bars\"", "loop = \"no bars\"", "loop"), ("violin-b.wav", "violin-x.wav", "violin-x.wav"),
      ("id = \"violin-b\"", "id = \"cello\"", "cello"), ("loop = \"2 bars\"", "loop = \"0 bars\"", "loop"),
    ])
  func wrong(old: String, new: String, named: String) async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    let session = bench.session
    try await bench.say("start violin-b now", then: 100)
    try small.edit(old, new)
    let refused = try await bench.say("reload", at: .lines)
    #expect(refused.count == 1 && refused[0].contains("nothing was reloaded") && refused[0].contains(named))
    let output = await bench.run(2 * Self.loop)
    #expect(output.master.last == 0.625)
    #expect(session.program.number == 1)
    #expect(try !small.folder.journal().contains { $0.contains("edition") })
  }
}

extension Performance {
  /// Those of the editions that the engine has and that do not play yet.
  fileprivate var numbersOfEditions: [Int] { deck.editions.values.map(\.next.program.number) }

  /// Which memory holds the sound of the click.
  fileprivate var clickInMemory: ObjectIdentifier? {
    deck.configuration?.click.map { ObjectIdentifier($0.accent) }
  }
}
