import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// Scenes: commands with a name, all of them on one frame.
@Suite struct SceneTests {
  private static let scenes = """
    [[scene]]
    id = "verse"
    commands = ["start violin-a", "gain violin-a -6 over 1 beat", "start violin-b", "stop violin-c", "gain master -3",
      "pan cello 0.5", "solo violin-a"]
    [[scene]]
    id = "coda"
    quantum = "beat"
    commands = ["start violin-a", "stop violin-c now", "mute cello bar", "cancel violin-b"]
    """

  private func session(
    journal: String? = nil, doors: String? = nil, head: String = SmallSet.head, keys: [String: String] = [:]
  ) throws -> Performance {
    try SmallSet(doors: doors, head: head, keys: keys, more: Self.scenes).session(
      journal: journal, at: TestClock(try TestClock.tokyo("2026-12-05")))
  }

  @Test(
    "All changes of a scene take effect on one frame",
    arguments: [("", 11_520), (" beat", 2880), (" now", 1000), (" cycle:2", 23_040)])
  func oneFrame(quantum: String, frame: FramePosition) async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-c now", then: 1000)
    #expect(try await bench.say("scene verse" + quantum) == [])
    await bench.run(SmallSet.loop * 3)
    let told = await session.told().filter { !$0.contains("accepted") && $0.hasPrefix("@\(frame) ") }
    #expect(
      Set(told) == [
        "@\(frame) violin-a play by input", "@\(frame) violin-b play by input",
        "@\(frame) violin-c stop by input",
        "@\(frame) violin-a gain -6.0", "@\(frame) master gain -3.0", "@\(frame) cello pan 0.5",
        "@\(frame) violin-a solo on",
      ])
  }

  @Test func whatIsHeardChangesOnThatFrameAndNotBefore() async throws {
    let session = try session()
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("scene verse")
    let before = await bench.run(SmallSet.loop - 1000)
    #expect(before.master[960...].allSatisfy { $0 == 0.5 })
    let after = await bench.run(SmallSet.loop)
    #expect(after.ports[1][0] == 0.25)
    #expect(after.ports[1][240] < 0.25 && after.ports[1][240] > 0.23)
    #expect(abs(after.ports[1][2880] - 0.25 * 0.5012) < 0.0001)
    // Not soloed: let in, and unheard.
    #expect(after.ports[2][240...].allSatisfy { $0 == 0 })
    #expect(abs(after.master[5000] - 0.7079 * (0.25 * 0.5012 + 0.5 * 0.7071)) < 0.001)
  }

  @Test func itsOwnQuantumComesBeforeTheSetsAndThatOfACommandBeforeBoth() async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-b violin-c now", then: 1000)
    try await bench.say("stop violin-b loop")
    #expect(try await bench.say("scene coda") == [])
    await bench.run(1)
    #expect(await session.stem("violin-a").status.text == "wait, play @2880 by input")
    #expect(await session.stem("violin-c").status == .stop)
    #expect(await session.stem("cello").status.text == "play, mute @5760 by input")
    #expect(await session.stem("violin-b").status == .play)
  }

  @Test func aLockedStemInItIsRefusedAndTheOthersGoOn() async throws {
    let session = try session(doors: "violin-b = 2026-12-06")
    var bench = try await SessionBench(session, after: 100)
    #expect(
      try await bench.say("scene verse") == [
        "\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 day."
      ])
    let heard = await bench.run(2 * SmallSet.loop)
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    #expect(await session.stem("violin-a").summary == "violin-a play -6.0 dB 0.0 solo on")
    #expect(await session.snapshot().master == Decibels(-3)!)
  }

  @Test func theJournalHasItsCommandsEachWithItsQuantum() async throws {
    let folder = try TestFolder()
    let session = try session(journal: folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("scene verse beat")
    try await bench.say("scene coda", then: 1)
    await session.finish()
    #expect(
      try folder.journal() == [
        "@1000 start violin-a beat", "@1000 gain violin-a -6.0 beat over 1 beat", "@1000 start violin-b beat",
        "@1000 gain master -3.0 beat", "@1000 pan cello 0.5 beat", "@1000 solo violin-a on beat",
        "@1000 mute cello bar", "@1000 cancel violin-b", "@1001 quit",
      ])
  }

  @Test func aSetWhoseStemsHaveTopsOfTheirOwnHasItsScenesOnTheLoop() async throws {
    let session = try session(
      head: SmallSet.head + "\nquantum = \"stem\"", keys: ["violin-a": "offset = \"1 beat\""])
    var bench = try await SessionBench(session, after: 1000)
    #expect(try await bench.say("scene verse") == [])
    await bench.run(1)
    #expect(await session.stem("violin-a").status.text == "wait, play @11520 by input")
  }

  @Test("A scene cannot have the quantum stem", arguments: ["stem", "stem:2"])
  func notOnStems(quantum: String) async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    let before = await session.snapshot().stems.map(\.summary)
    #expect(
      try await bench.say("scene verse \(quantum)") == [CommandProblem.notOfAScene(Quantum(quantum)!).message]
    )
    await bench.run(SmallSet.loop)
    #expect(await session.snapshot().stems.map(\.summary) == before)
  }

  @Test func aSceneThatThereIsNotIsAnsweredWithThoseThatThereAre() async throws {
    let bench = try await SessionBench(session())
    #expect(
      try await bench.say("scene vers") == [
        "no scene is called \"vers\". Did you mean \"verse\"? There are: verse, coda."
      ])
    let bare = try await SessionBench()
    #expect(
      try await bare.say("scene verse")
        == ["this set defines no scenes, so there is no \"verse\". Add one with [[scene]] in its set file."])
  }
}
