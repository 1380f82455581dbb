import CanonControl
import CanonControlSupport
import Testing

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

/// What doors say, in both languages, on the evening of Friday 27 November 2026 in Tokyo.
@Suite struct DoorTextTests {
  private let tokyo: Tokyo

  init() throws { tokyo = try Tokyo("2026-11-27T21:00") }

  /// Both languages, one line each.
  private func expect(_ status: DoorStatus, _ english: String, _ japanese: String) {
    #expect(DoorText(.english, zone: tokyo.zone, now: tokyo.now).text(status) == english)
    #expect(DoorText(.japanese, zone: tokyo.zone, now: tokyo.now).text(status) == japanese)
  }

  @Test func aShutDoorTellsItsDayAndTheWait() throws {
    expect(
      .locked(opens: try tokyo("2026-12-06")), "opens Sunday 2026-12-06, in 8 days 3 hours",
      "2026-12-06（日）に開きます、あと8日3時間")
    expect(
      .locked(opens: try tokyo("2026-11-28T08:30")),
      "opens Saturday 2026-11-28 08:30, in 11 hours 30 minutes",
      "2026-11-28（土）08:30に開きます、あと11時間30分")
    expect(
      .locked(opens: tokyo.now), "opens Friday 2026-11-27 21:00, now", "2026-11-27（金）21:00に開きます、今")
  }

  @Test func anOpenDoorTellsItsSpan() throws {
    let (since, until) = (try tokyo("2026-11-23"), try tokyo("2026-12-01T18:00"))
    expect(
      .open(since: since, until: until), "open since Monday 2026-11-23, until Tuesday 2026-12-01 18:00",
      "2026-11-23（月）から開いています、2026-12-01（火）18:00まで")
    expect(.open(since: since, until: nil), "open since Monday 2026-11-23", "2026-11-23（月）から開いています")
    expect(.open(since: nil, until: nil), "open", "開いています")
    expect(.none, "open (no door)", "開いています（扉なし）")
  }

  @Test func aDoorThatWaitsNamesWhatMustSound() throws {
    expect(.waiting(for: ["cello"], opens: nil), "opens while cello sounds", "celloが鳴っている間だけ開きます")
    expect(
      .waiting(for: ["cello", "violin-a"], opens: try tokyo("2026-12-02")),
      "opens while cello and violin-a sound, or on Wednesday 2026-12-02, in 4 days 3 hours",
      "cello、violin-aが鳴っている間だけ開きます、または2026-12-02（水）、あと4日3時間")
  }

  @Test func aDoorThatNoDateOpensSaysWhy() throws {
    expect(
      .unstarted(.days(4)), "opens 4 days after the first start", "最初の再生から4日後に開きます")
    expect(
      .clockWrong, "shut: the clock of this machine is wrong", "閉じています：この機械の時計が合っていません")
    expect(
      .over(since: try tokyo("2026-11-26")), "shut since Thursday 2026-11-26, for good",
      "2026-11-26（木）から閉じています、もう開きません")
    expect(.over(since: nil), "shut, for good", "閉じています、もう開きません")
  }

  @Test func aDelayIsToldInItsLargestWholeUnit() {
    let delays: [(Delay, String, String)] = [
      (.days(1), "1 day", "1日"), (.seconds(7200), "2 hours", "2時間"), (.seconds(5400), "90 minutes", "90分"),
      (.seconds(90), "90 seconds", "90秒"), (.seconds(0), "0 seconds", "0秒"),
    ]
    for (delay, english, japanese) in delays {
      #expect(delay.text(.english) == english)
      #expect(delay.text(.japanese) == japanese)
    }
  }

  @Test func aConditionIsToldInJapaneseToo() throws {
    let schedule = try ScheduleFile.parse(
      path: "s.toml",
      text: """
        set = "x"
        time_zone = "Asia/Tokyo"
        [doors]
        a = { opens = 2026-12-06, until = 2026-12-25 }
        b = { after = "4 days" }
        c = { any = [{ opens = 2026-12-24 }, { needs = ["d", "e"], hours = "20:00-02:00" }] }
        """)
    #expect(
      schedule.doors.map { $0.condition.text(in: schedule.zone, .japanese) } == [
        "2026-12-06から2026-12-25まで", "最初の再生から4日後",
        "2026-12-24または(20:00-02:00かつd、eが鳴っている間)",
      ])
  }
}
