import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A state that is requested is no fact before the engine has received the request, and is not hidden either.
@Suite struct RequestedStateTests {
  private func bench(keys: [String: String] = [:]) async throws -> SessionBench {
    let bench = try await SessionBench(SmallSet(keys: keys).session(), after: 100)
    return bench
  }

  @Test(
    "A request that the engine has not received is shown beside the state",
    arguments: [
      ("start violin-a", .play), ("press violin-a now", .play), ("stop cello", .stop),
      ("mute cello now", .mute),
      ("fade cello out over 1 loop", .mute), ("panic", .stop),
    ] as [(String, StemState)])
  func requested(line: String, state: StemState) async throws {
    var bench = try await bench()
    let id = line.contains("violin-a") ? "violin-a" : "cello"
    let before = await bench.session.stem(id)
    #expect(before.requested == nil)
    try await bench.say(line)
    let asked = await bench.session.stem(id)
    #expect(asked.status == before.status && asked.requested == state)
    await bench.run(100)
    let received = await bench.session.stem(id)
    #expect(received.requested == nil)
    #expect(received.status.next ?? received.status.state == state)
  }

  @Test func theLastRequestCounts() async throws {
    let bench = try await bench()
    try await bench.say("start violin-a")
    try await bench.say("stop violin-a")
    #expect(await bench.session.stem("violin-a").requested == nil, "it is stopped already")
    try await bench.say("start violin-a")
    #expect(await bench.session.stem("violin-a").requested == .play)
  }

  @Test func aRequestStaysWhileThereIsNoServer() async throws {
    var bench = try await bench()
    await bench.session.report(.lost(.disappeared))
    try await bench.say("mute cello")
    await bench.session.pump()
    #expect(await bench.session.stem("cello").requested == .mute)
    await bench.run(100)
    #expect(await bench.session.stem("cello").requested == nil)
  }

  @Test func whatYieldsToTheRequestedStemIsShownToo() async throws {
    let group = "group = \"high\""
    var bench = try await bench(keys: ["violin-b": group, "violin-c": group])
    try await bench.say("start violin-b now", then: 100)
    try await bench.say("start violin-c")
    #expect(await bench.session.stem("violin-c").requested == .play)
    #expect(await bench.session.stem("violin-b").requested == .stop)
  }

  // MARK: - Before the clock starts

  @Test(
    "What is requested before the clock starts is shown",
    arguments: [
      ("start violin-a", "violin-a", .play), ("toggle mute cello", "cello", .mute),
      ("next", "violin-a", .play),
    ] as [(String, String, StemState)])
  func early(line: String, id: String, state: StemState) async throws {
    let scene = "[[scene]]\nid = \"verse\"\ncommands = [\"start violin-a\", \"gain violin-a -6\"]\n"
    let session = try SmallSet(more: scene).session()
    _ = await session.submit([try CommandParser.parse(line, at: .lines)], by: .input)
    let stem = await session.stem(id)
    #expect(stem.status == .stop && stem.requested == state)
    #expect(stem.gain == Decibels(0)! && stem.gainGoal.value == (line == "next" ? -6 : 0))
    var bench = try await SessionBench(session, after: 100)
    #expect(await session.stem(id).requested == nil)
  }

  @Test func aStartThatADoorIsGoingToRefuseIsNotShown() async throws {
    let session = try SmallSet(doors: "violin-a = 2015-12-24").session()
    _ = await session.submit([try CommandParser.parse("start violin-a", at: .lines)], by: .input)
    #expect(await session.stem("violin-a").requested == nil)
  }

  @Test("A pause that is said before the clock starts is pending, until a resume takes it back")
  func earlyPause() async throws {
    let session = try SmallSet().session()
    for (line, isHeld) in [("pause", true), ("resume", false)] {
      _ = await session.submit([try CommandParser.parse(line, at: .lines)], by: .input)
      #expect(await session.stem("cello").heldGoal == isHeld)
      #expect(await session.stem("cello").isHeld == false)
    }
  }
}
