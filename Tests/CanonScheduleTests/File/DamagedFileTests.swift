import CanonControlSupport
import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonSchedule

/// Thousands of damaged schedules and memories: each is read or refused with places, and none ends canon.
@Suite struct DamagedFileTests {
  static let schedules = [
    """
    set = "../Stems/pachelbel-canon"
    title = "Advent"
    time_zone = "Europe/Berlin"
    year = "every"
    season_ends = "02-02"

    [doors]
    violin-a = "advent 1"
    violin-b = { opens = "advent 2", join = true, ritual = "solo 2" }
    violin-c = { opens = "12-24", until = "01-06" }

    [doors.cello]
    any = [{ days = "sat, sun", hours = "10:00-20:00" }, { after = "4 days", needs = ["violin-a"] }]
    """,
    "set = \"x\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\na = 2026-12-06\nb = 2026-12-06T18:00:00+09:00\nc = 2026-12-06T18:00:00\n",
  ]

  @Test(
    .timeLimit(.minutes(LongCampaign.minutes)), arguments: 0..<UInt64(LongCampaign.count(1, long: 10)))
  func everyDamagedScheduleIsReadOrRefused(seed: UInt64) {
    let unplaced = TextMutants.unplaced(Self.schedules, seed: seed) {
      try ScheduleFile.parse(path: "s.toml", text: $0)
    }
    #expect(unplaced == [])
  }

  @Test(
    .timeLimit(.minutes(LongCampaign.minutes)), arguments: 0..<UInt64(LongCampaign.count(1, long: 10)))
  func everyDamagedMemoryIsReadOrRefused(seed: UInt64) {
    let instant = Instant(second: 1_796_580_000)
    let good = StateText.text(
      DoorMemory(firstStart: instant, latest: instant + 60), of: "/nonexistent/a.toml")
    let unplaced = TextMutants.unplaced([good], seed: seed) { text in
      do throws(StateText.Slip) {
        _ = try StateText.read(text, path: "f", of: "/nonexistent/a.toml")
      } catch {
        switch error {
        case .damaged(let problem), .newer(let problem): throw problem
        }
      }
    }
    #expect(unplaced == [])
  }
}
