import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// Exclusive groups through the session: who yields is told, with who asked, and the views agree.
@Suite struct GroupsInSessionTests {
  private let folder: TestFolder
  private let session: Performance

  init() throws {
    folder = try TestFolder()
    let group = "group = \"solo\""
    session = try SmallSet(keys: ["violin-a": group, "violin-b": group]).session(
      journal: folder.file("evening.journal"))
  }

  /// violin-a plays, violin-b is about to.
  private func yielding() async throws -> SessionBench {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("start violin-b", then: 1)
    return bench
  }

  @Test func oneStartsTheOtherStopsOnTheSameFrame() async throws {
    var bench = try await yielding()
    #expect(await session.stem("violin-a").status.text == "play, stop @11520 by group")
    await bench.run(SmallSet.loop)
    #expect(
      await session.told().dropFirst(2) == [
        "@1000 violin-b accepted: wait, play @11520 by input",
        "@1000 violin-a play, stop @11520 by group by group",
        "@11520 violin-a stop by group", "@11520 violin-b play by input",
      ])
  }

  @Test func whatIsTakenBackIsTakenBackForBoth() async throws {
    var bench = try await yielding()
    try await bench.say("cancel violin-b", then: SmallSet.loop)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").status == .stop)
    #expect(
      await session.told().suffix(2) == ["@1001 violin-b accepted: stop", "@1001 violin-a play by group"])
  }

  @Test func anArmedStemIsDisarmedByTheNext() async throws {
    var bench = try await yielding()
    try await bench.say("stop violin-a now", then: 1)
    try await bench.say("start violin-a now", then: 1)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .stop, .stop])
    #expect(await session.told().last == "@1002 violin-b stop by group")
  }

  @Test func theJournalHasWhatPeopleAskedForAndNothingElse() async throws {
    var bench = try await yielding()
    await bench.run(SmallSet.loop)
    await session.finish()
    #expect(
      try folder.journal() == ["@0 start violin-a now", "@1000 start violin-b loop", "@12521 quit"])
  }

  @Test func neverTwoOfThemSound() async throws {
    var bench = try await SessionBench(session)
    for line in [
      "start all now", "press violin-a beat", "start violin-b violin-a bar", "press violin-b now",
      "start violin-*",
    ] {
      try await bench.say(line)
      let heard = await bench.run(4000)
      let both = heard.ports[1].indices.filter { heard.ports[1][$0] != 0 && heard.ports[2][$0] != 0 }
      // Only while one fades out and the other in.
      #expect(both.count <= 2 * 240, "\(line)")
      #expect(await session.snapshot().stems[1...2].filter(\.status.soundsNow).count <= 1, "\(line)")
    }
  }
}
