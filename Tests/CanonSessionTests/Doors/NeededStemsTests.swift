import CanonControl
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Doors that need no date: `needs`.
@Suite struct NeededStemsTests {
  private let clock: TestClock
  private static let locked = "\"violin-c\" is locked until violin-a and violin-b sound."

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-06")) }

  private func bench(_ door: String = "{ needs = [\"violin-a\", \"violin-b\"] }") async throws -> SessionBench
  {
    try await SessionBench(try await SmallSet(doors: "violin-c = \(door)").performance(at: clock))
  }

  /// All three sound, past their ramps.
  private func playing() async throws -> SessionBench {
    var bench = try await bench()
    for stem in ["violin-a", "violin-b"] { try await bench.say("start \(stem) now") }
    await bench.run(100)
    try await bench.say("start violin-c now", then: 500)
    return bench
  }

  @Test func itOpensWhileAllThatItNeedsSound() async throws {
    var bench = try await bench()
    #expect(try await bench.say("start violin-c now") == [Self.locked])
    try await bench.say("start violin-a now", then: 100)
    #expect(
      try await bench.say("start violin-c now") == ["\"violin-c\" is locked until violin-b sounds."])
    try await bench.say("start violin-b now", then: 100)
    #expect(try await bench.say("start violin-c now") == [])
  }

  @Test func whatItNeedsMayBeOnItsWay() async throws {
    var bench = try await bench()
    let session = bench.session
    try await bench.say("start violin-a now")
    try await bench.say("start violin-b now")
    let asked = clock.timesAsked
    let start = Task { await session.perform(try CommandParser.parse("start violin-c now"), by: .input) }
    // The door was shut when it was looked at; only then the engine hears of what it needs.
    while clock.timesAsked < asked + 2 { await Task.yield() }
    try await bench.run(until: "violin-c plays") { await session.stem("violin-c").status == .play }
    #expect(try await start.value.isEmpty)
  }

  @Test func whatIsOnItsWayToStopDoesNotCount() async throws {
    var bench = try await bench()
    for stem in ["violin-a", "violin-b"] { try await bench.say("start \(stem) now") }
    await bench.run(100)
    // All received on one frame; the engine judges after the stop.
    try await bench.say("stop violin-a now")
    try await bench.say("start violin-c now")
    #expect(await bench.run(SmallSet.loop).ports[3].allSatisfy { $0.bitPattern == 0 })
    #expect(await bench.session.stem("violin-c").status == .stop)
    #expect(await bench.session.told().contains { $0.contains("locked until violin-a sounds") })
  }

  @Test func itStopsOnTheSameBoundaryAsWhatItNeeds() async throws {
    var bench = try await playing()
    let session = bench.session
    try await bench.say("stop violin-a")
    try await bench.run(until: "asked") { await session.stem("violin-c").status.pending != nil }
    #expect(await session.stem("violin-c").status.text == "play, stop @11520 by door")
    await bench.run(SmallSet.loop)
    #expect(await bench.run(SmallSet.loop).ports[3].allSatisfy { $0.bitPattern == 0 })
    #expect(try await bench.say("start violin-c now") == ["\"violin-c\" is locked until violin-a sounds."])
  }

  @Test func aStopThatIsTakenBackTakesTheDoorsBackToo() async throws {
    var bench = try await playing()
    let session = bench.session
    try await bench.say("stop violin-a")
    try await bench.run(until: "asked") { await session.stem("violin-c").status.pending != nil }
    try await bench.say("cancel violin-a")
    try await bench.run(until: "taken back") { await session.stem("violin-c").status == .play }
    #expect(await bench.run(2 * SmallSet.loop).ports[3].allSatisfy { $0 == 0.0625 })
  }

  @Test(
    "What would take back a door's stop, or put it off, counts only if what the door needs plays on the frame of receipt",
    arguments: ["cancel violin-c", "press violin-c", "stop violin-c loop:99", "mute violin-c loop:50", ""])
  func takenBackTooLate(line: String) async throws {
    let small = try SmallSet(doors: "violin-c = { needs = [\"violin-a\"] }")
    let session = try await small.performance(journal: small.folder.file("evening.journal"), at: clock)
    var bench = try await SessionBench(session)
    var heard = Output(stems: 4)
    for line in ["start violin-a now", "start violin-c now", "stop violin-a"] {
      try await bench.say(line)
      heard += await bench.run(500)
    }
    heard += bench.deliver(1)
    await session.pump()
    #expect(await session.stem("violin-c").status.text == "play, stop @11520 by door")
    // The door opens again, which control has not seen when the stem is stopped anew.
    #expect(try await session.sayAtOnce("cancel violin-a") == [])
    heard += bench.deliver(500)
    #expect(try await session.sayAtOnce("stop violin-a", line) == [])
    heard += bench.deliver(500)
    await session.readEvents()
    let status = await session.stem("violin-c").status.text
    #expect(status == "play, stop @11520 by door")
    for _ in 0..<50 { heard += await bench.run(500) }
    heard += await bench.end()
    #expect(heard.ports[3].suffix(SmallSet.loop).allSatisfy { $0 == 0 })
    try await small.expectRendering(is: heard)
  }

  @Test func aDateBesidesMustComeFirst() async throws {
    var bench = try await bench("{ opens = 2026-12-07, needs = [\"violin-a\"] }")
    try await bench.say("start violin-a now", then: 100)
    #expect(
      try await bench.say("start violin-c now")
        == ["\"violin-c\" is locked until 2026-12-07 (Asia/Tokyo), in 1 day."])
    clock.now = try TestClock.tokyo("2026-12-07")
    await bench.run(100)
    #expect(try await bench.say("start violin-c now") == [])
  }

  @Test func eitherOfTwoIsEnoughWithAny() async throws {
    var bench = try await bench("{ any = [{ opens = 2026-12-07 }, { needs = [\"violin-a\"] }] }")
    #expect(
      try await bench.say("start violin-c now") == [
        "\"violin-c\" is locked until violin-a sounds, or until 2026-12-07 (Asia/Tokyo), in 1 day."
      ])
    try await bench.say("start violin-a now", then: 100)
    #expect(try await bench.say("start violin-c now") == [])
  }

  @Test(
    "What a shut door stops cannot be kept sounding by any word",
    arguments: [
      "cancel violin-c", "press violin-c", "stop violin-c loop:99", "mute violin-c loop:50",
      "mute violin-c bar",
    ])
  func noWayRoundTheStop(line: String) async throws {
    var bench = try await playing()
    let session = bench.session
    try await bench.say("stop violin-a")
    try await bench.run(until: "asked") { await session.stem("violin-c").status.pending?.by == .door }
    #expect(try await bench.say(line) == ["\"violin-c\" is locked until violin-a sounds."])
    await bench.run(2 * SmallSet.loop)
    #expect(await bench.run(SmallSet.loop).ports[3].allSatisfy { $0.bitPattern == 0 })
  }

  @Test(
    "A stem behind a shut door may end sooner, or fall silent at once",
    arguments: [("stop", StemStatus.stop), ("mute", .mute)])
  func itMayEndSooner(word: String, status: StemStatus) async throws {
    var bench = try await playing()
    let session = bench.session
    try await bench.say("stop violin-a")
    try await bench.run(until: "asked") { await session.stem("violin-c").status.pending?.by == .door }
    #expect(try await bench.say("\(word) violin-c now") == [])
    bench.deliver(500)
    await session.readEvents()
    #expect(await session.stem("violin-c").status == status)
    #expect(await bench.run(SmallSet.loop).ports[3].allSatisfy { $0.bitPattern == 0 })
  }

  @Test func aDoorMayNotNeedARivalOfItsGroup() throws {
    let keys = ["violin-b": "group = \"duo\"", "violin-c": "group = \"Duo\""]
    let set = try SmallSet(doors: "violin-c = { needs = [\"violin-b\"], join = true }", keys: keys)
    let problems = #expect(throws: FileProblems.self) { try Source.load(set.path) }
    #expect(
      problems?.problems.map(\.message).map { $0.replacing(set.folder.path + "/", with: "") } == [
        "doors.toml:4: door \"violin-c\": needs: found \"violin-b\", expected a stem that is not of its own group. "
          + "Stems of a group exclude each other, so the door would shut as soon as its stem starts. Remove it."
      ])
  }

  @Test(
    "A door may not need a rival through another door, or two stems that exclude each other",
    arguments: [
      (
        "violin-a = { any = [{ opens = 12-06 }, { needs = [\"violin-b\"] }] }\nviolin-c = { needs = [\"violin-a\"] }",
        "5: door \"violin-c\": needs: found \"violin-a\", which needs \"violin-b\", expected a stem that is not of its "
          + "own group, and needs none of it. Stems of a group exclude each other, so the door would shut as soon as "
          + "its stem starts. Remove it."
      ),
      (
        "violin-a = { needs = [\"violin-b\", \"violin-c\"] }",
        "4: door \"violin-a\": needs: found \"violin-b\" and \"violin-c\", expected stems that can sound together. "
          + "Stems of a group exclude each other, so the door would never open. Remove one of them."
      ),
    ])
  func aDoorMayNotNeedARivalByWayOfOthers(doors: String, message: String) throws {
    let keys = ["violin-b": "group = \"duo\"", "violin-c": "group = \"Duo\""]
    let set = try SmallSet(doors: doors.replacing("12-06", with: "2026-12-06"), keys: keys)
    let problems = #expect(throws: FileProblems.self) { try Source.load(set.path) }
    #expect(
      problems?.problems.map(\.message).map { $0.replacing(set.folder.path + "/", with: "") }
        == ["doors.toml:" + message])
  }

  @Test func aMissingStemIsToldOnceAlsoWhereTheDoorsStemHasAGroup() throws {
    let set = try SmallSet(
      doors: "violin-c = { needs = [\"viola\"] }", keys: ["violin-c": "group = \"duo\""])
    let problems = #expect(throws: FileProblems.self) { try Source.load(set.path) }
    #expect(problems?.problems.map(\.found) == ["\"viola\""])
  }

  @Test func aDoorThatOpensAgainBeforeItsStemHasStoppedLetsFollowActionsStartIt() async throws {
    let set = try SmallSet(
      doors: "violin-c = { needs = [\"violin-b\"] }",
      keys: ["violin-a": "after = { loops = 2, then = \"start:violin-c\" }"])
    var bench = try await SessionBench(try await set.performance(at: clock))
    let session = bench.session
    for stem in ["violin-a", "violin-b"] { try await bench.say("start \(stem) now") }
    await bench.run(100)
    try await bench.say("start violin-c now", then: 500)
    try await bench.say("stop violin-b")
    try await bench.run(until: "asked") { await session.stem("violin-c").status.pending?.by == .door }
    try await bench.say("cancel violin-b")
    try await bench.run(until: "taken back") { await session.stem("violin-c").status == .play }
    try await bench.say("stop violin-c now", then: 500)
    #expect(await session.stem("violin-c").status == .stop)
    for _ in 0..<40 { await bench.run(1000) }
    #expect(await session.stem("violin-c").status == .play)
  }
}

extension Performance {
  /// Says lines, to be received on one frame, without a look at the doors before; an empty one is a look. Until something else is said
  /// control sees no answer by itself, and so no door.
  /// - Returns: Why they were not given.
  fileprivate func sayAtOnce(_ lines: String...) async throws -> [String] {
    while readsAnswers { await Task.yield() }
    readsAnswers = true
    defer { readsAnswers = false }
    readEvents()
    var problems: [CommandProblem] = []
    for line in lines {
      if line.isEmpty {
        lookAtDoors()
      } else {
        problems += performAtOnce([try CommandParser.parse(line, at: .scores)], by: .input)
      }
    }
    return problems.map(\.message)
  }
}
