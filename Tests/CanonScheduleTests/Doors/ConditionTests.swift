import CanonControl
import CanonFiles
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonSchedule

/// Conditions that are not a date: counted from the first start, or fulfilled by other stems; and all of them together.
@Suite struct ConditionTests {
  private func schedule(_ door: String, _ more: String = "") throws -> Schedule {
    try CanonScheduleTests.schedule("time_zone = \"Europe/Berlin\"\n\(more)\n[doors]\na = \(door)")
  }

  private func berlin(_ text: String) throws -> Instant { try instant(text, "Europe/Berlin") }

  /// What the door says at a time when it was first played, and what sounds.
  private func status(
    _ schedule: Schedule, _ text: String, first: String? = nil, sounding: Set<String> = []
  ) throws -> DoorStatus {
    return schedule.status(
      of: "a",
      in: DoorContext(asOf: try berlin(text), firstStart: try first.map(berlin), sounding: sounding))
  }

  // MARK: - after

  @Test func daysAfterTheFirstStartCountMidnights() throws {
    let schedule = try schedule("{ after = \"4 days\" }")
    let opens = try berlin("2026-12-05")
    #expect(try status(schedule, "2026-12-01T20:00", first: "2026-12-01T20:00") == .locked(opens: opens))
    #expect(try status(schedule, "2026-12-04T23:59:59", first: "2026-12-01T20:00") == .locked(opens: opens))
    #expect(
      try status(schedule, "2026-12-05", first: "2026-12-01T20:00") == .open(since: opens, until: nil))
    #expect(
      try status(schedule, "2026-12-05", first: "2026-12-01T00:00") == .open(since: opens, until: nil))
  }

  @Test func hoursCountFromTheVeryMomentThroughAChangeOfTheClock() throws {
    let schedule = try schedule("{ after = \"12 hours\" }")
    // The night of 25 October 2026 has 25 hours.
    #expect(
      try status(schedule, "2026-10-24T21:00", first: "2026-10-24T20:00")
        == .locked(opens: try berlin("2026-10-25T07:00")))
  }

  @Test func beforeTheFirstStartNobodyKnowsWhen() throws {
    let schedule = try schedule("{ after = \"2 weeks\" }")
    #expect(try status(schedule, "2026-12-01") == .unstarted(.days(14)))
  }

  @Test func startTodayTwentyFourDays() throws {
    let schedule = try CanonScheduleTests.schedule(
      "time_zone = \"Europe/Berlin\"\n[doors]\n"
        + (0..<24).map { "d\($0) = { after = \"\($0) days\" }" }.joined(separator: "\n"))
    let first = try berlin("2027-03-10T18:30")
    for day in 0..<24 {
      let now = first + Double(day) * 86_400
      let context = DoorContext(asOf: now, firstStart: first)
      #expect(schedule.doors.count { schedule.status(of: $0, in: context).isOpen } == day + 1, "day \(day)")
    }
  }

  @Test(
    arguments: [
      ("0 days", Delay.days(0)), ("1 day", .days(1)), ("3 weeks", .days(21)), ("36525 days", .days(36_525)),
      ("90 minutes", .seconds(5400)), ("1 hour", .seconds(3600)), ("45 seconds", .seconds(45)),
    ])
  func delaysAreRead(text: String, delay: Delay) { #expect(Delay(text) == delay) }

  @Test(arguments: [
    "", "4", "days", "-1 days", "4.5 days", "4  days", "36526 days", "9999999999 hours", "1 year",
  ])
  func otherDelaysAreNot(text: String) { #expect(Delay(text) == nil) }

  // MARK: - needs

  @Test func whatItNeedsMustAllSound() throws {
    let schedule = try schedule("{ needs = [\"b\", \"c\"] }")
    #expect(try status(schedule, "2026-12-01") == .waiting(for: ["b", "c"], opens: nil))
    #expect(try status(schedule, "2026-12-01", sounding: ["b"]) == .waiting(for: ["c"], opens: nil))
    #expect(try status(schedule, "2026-12-01", sounding: ["b", "c"]) == .open(since: nil, until: nil))
  }

  @Test func withoutAClockNeedsAreEnough() throws {
    let schedule = try schedule("{ needs = [\"b\"] }")
    let context = DoorContext(clock: Instant(second: 0), sounding: ["b"])
    #expect(schedule.status(of: "a", in: context).isOpen)
  }

  // MARK: - Together

  @Test func keysOfOneTableHoldTogether() throws {
    let schedule = try schedule("{ opens = 2026-12-06, until = 2026-12-25, needs = [\"b\"] }")
    let opens = try berlin("2026-12-06")
    #expect(try status(schedule, "2026-12-05", sounding: ["b"]) == .locked(opens: opens))
    #expect(try status(schedule, "2026-12-05") == .locked(opens: opens))
    #expect(try status(schedule, "2026-12-07") == .waiting(for: ["b"], opens: nil))
    #expect(
      try status(schedule, "2026-12-07", sounding: ["b"])
        == .open(since: nil, until: try berlin("2026-12-25")))
    #expect(try status(schedule, "2026-12-26", sounding: ["b"]) == .over(since: nil))
  }

  @Test func anyOfThemIsEnough() throws {
    let schedule = try schedule("{ any = [{ opens = 2026-12-24 }, { needs = [\"b\"] }] }")
    let opens = try berlin("2026-12-24")
    #expect(try status(schedule, "2026-12-23") == .waiting(for: ["b"], opens: opens))
    #expect(try status(schedule, "2026-12-23", sounding: ["b"]) == .open(since: nil, until: nil))
    #expect(try status(schedule, "2026-12-24") == .open(since: opens, until: nil))
  }

  @Test func whatOneOfSeveralWaysNeedsIsNoCircle() throws {
    let schedule = try CanonScheduleTests.schedule(
      """
      time_zone = "Europe/Berlin"
      [doors]
      a = { any = [{ opens = 2026-12-24 }, { needs = ["b"] }] }
      b = { needs = ["a"] }
      """)
    #expect(schedule.doors[0].condition.surelyNeeded.isEmpty)
  }

  @Test func allAndAnyLieInOneAnother() throws {
    let schedule = try schedule(
      "{ all = [{ opens = 2026-12-01 }, { any = [{ days = \"sat\" }, { days = \"sun\" }] }] }")
    #expect(try status(schedule, "2026-11-29") == .locked(opens: try berlin("2026-12-05")))
    #expect(
      try status(schedule, "2026-12-06T12:00")
        == .open(since: try berlin("2026-12-05"), until: try berlin("2026-12-07")))
  }

  /// `{ all = [{ all = [{ opens = … }] }] }`, so many tables deep.
  private func nested(_ depth: Int) -> String {
    String(repeating: "{ all = [", count: depth) + "{ opens = 2026-12-06 }"
      + String(repeating: "] }", count: depth)
  }

  @Test func tablesLieInOneAnotherEightDeepAtMost() throws {
    #expect(try status(try schedule(nested(8)), "2026-12-07").isOpen)
    let problems = #expect(throws: FileProblems.self) { try schedule(nested(9)) }
    let message = problems?.message ?? ""
    #expect(
      message.hasSuffix("all: found tables 9 deep, expected tables at most 8 deep. Say it more simply."))
  }

  @Test(
    arguments: [
      ("{ opens = 2026-12-06, until = 2026-12-25 }", "2026-12-06 until 2026-12-25"),
      (
        "{ opens = 2026-12-06, days = \"sun,sat\", hours = \"10:00-20:00\" }",
        "2026-12-06 and sat, sun 10:00-20:00"
      ),
      ("{ after = \"24 hours\" }", "24 hours after the first start"),
      ("{ hours = \"10:00-20:00\", any = [{ opens = 2026-12-24 }] }", "10:00-20:00 and 2026-12-24"),
      (
        "{ any = [{ opens = 2026-12-24 }, { needs = [\"b\", \"c\"], hours = \"20:00-02:00\" }] }",
        "2026-12-24 or (20:00-02:00 and while b and c sound)"
      ),
    ])
  func aConditionIsToldInWords(door: String, text: String) throws {
    let schedule = try schedule(door)
    #expect(schedule.doors[0].condition.text(in: schedule.zone) == text)
  }

  // MARK: - What the machine remembers

  @Test func aClockThatWentBackShutsNothing() throws {
    let schedule = try schedule("{ opens = 2026-12-06, until = 2026-12-25 }")
    let memory = DoorMemory(firstStart: try berlin("2026-12-01"), latest: try berlin("2026-12-06"))
    let context = DoorContext(clock: try berlin("2026-06-01"), memory: memory)
    #expect(schedule.status(of: "a", in: context).isOpen)
    let unseen = DoorMemory(firstStart: try berlin("2026-12-01"), latest: try berlin("2026-12-06") + -1)
    #expect(!schedule.status(of: "a", in: DoorContext(clock: context.now, memory: unseen)).isOpen)
  }

  @Test func aPreviewOfAnEarlierDayShowsItAsItWas() throws {
    let schedule = try schedule("2026-12-06")
    #expect(!schedule.status(of: "a", in: DoorContext(asOf: try berlin("2026-12-05"))).isOpen)
    let memory = DoorMemory(firstStart: try berlin("2026-12-01"), latest: try berlin("2026-12-07"))
    #expect(
      schedule.status(of: "a", in: DoorContext(played: try berlin("2026-12-05"), memory: memory)).isOpen,
      "a performance with its clock set back had seen it open")
  }

  @Test func aDoorThatShutStaysShutWhenItsTimeIsOver() throws {
    let schedule = try schedule("{ opens = 2026-12-06, until = 2026-12-25 }")
    let memory = DoorMemory(firstStart: try berlin("2026-12-01"), latest: try berlin("2026-12-26"))
    let context = DoorContext(clock: try berlin("2026-12-26"), memory: memory)
    #expect(schedule.status(of: "a", in: context) == .over(since: try berlin("2026-12-25")))
  }

  @Test(
    "A clock that was never set opens nothing, whatever the door",
    arguments: [
      "1969-12-31", "2026-12-06", "{ days = \"mon-sun\" }", "{ hours = \"00:00-12:00\" }",
      "{ after = \"0 days\" }",
      "{ any = [{ opens = 1960-01-01 }, { days = \"thu\" }] }",
    ])
  func neverSet(door: String) throws {
    let schedule = try schedule(door)
    for second in [0, 12, 1_700_000_000] {
      let context = DoorContext(clock: Instant(second: second))
      #expect(schedule.status(of: "a", in: context) == .clockWrong, "\(second)")
    }
    #expect(!DoorContext(clock: DoorContext.earliest).isClockWrong)
    #expect(!DoorContext(asOf: Instant(second: 0)).isClockWrong, "a day that was asked for is believed")
  }

  @Test func aClockThatWasNeverSetOpensNoSeasonThatIsOver() throws {
    let schedule = try CanonScheduleTests.schedule(
      "time_zone = \"Europe/Berlin\"\nyear = \"every\"\n[doors]\na = \"advent 1\"")
    func status(_ second: Int, seen: String) throws -> DoorStatus {
      let memory = DoorMemory(firstStart: try berlin("2025-12-01"), latest: try berlin(seen))
      return schedule.status(of: "a", in: DoorContext(clock: Instant(second: second), memory: memory))
    }
    for second in [600, 7_776_000, 28_900_000] {
      #expect(try status(second, seen: "2026-08-02") == .clockWrong, "seen shut, \(second)")
      #expect(try status(second, seen: "2026-12-24").isOpen, "seen open, \(second)")
    }
  }

  @Test func aGlanceIntoTheFutureOpensNoSeasonsToCome() throws {
    let schedule = try CanonScheduleTests.schedule(
      "time_zone = \"Europe/Berlin\"\nyear = \"every\"\n[doors]\na = \"advent 1\"")
    let memory = DoorMemory(firstStart: try berlin("2026-12-01"), latest: try berlin("2099-06-01"))
    let context = DoorContext(clock: try berlin("2027-06-01"), memory: memory)
    #expect(schedule.status(of: "a", in: context) == .locked(opens: try berlin("2027-11-28")))
  }

  @Test func ofSeveralWaysTheOneThatLacksTheFewestIsTold() throws {
    let schedule = try schedule("{ any = [{ needs = [\"b\", \"c\"] }, { needs = [\"d\"] }] }")
    #expect(try status(schedule, "2026-12-01") == .waiting(for: ["d"], opens: nil))
    #expect(try status(schedule, "2026-12-01", sounding: ["x"]) == .waiting(for: ["d"], opens: nil))
  }

  @Test(.timeLimit(.minutes(LongCampaign.minutes))) func manyNeedsAndWideWindowsTakeNoTime() throws {
    var doors = "s0 = { days = \"mon-sun\" }\ns1 = { hours = \"00:00-12:00, 12:00-24:00\" }\n"
    for k in 2..<300 { doors += "s\(k) = { needs = [\"s\(k - 1)\", \"s\(k - 2)\"] }\n" }
    let schedule = try CanonScheduleTests.schedule("time_zone = \"UTC\"\n[doors]\n" + doors)
    #expect(schedule.doors.count { schedule.status(of: $0, in: DoorContext(clock: .now())).isOpen } == 2)
  }
}
