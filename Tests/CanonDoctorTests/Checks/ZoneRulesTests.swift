import CanonDoctor
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import Testing

/// canon's rules of a schedule's zone beside the system's.
@Suite struct ZoneRulesTests {
  private func schedule(_ zone: String, _ doors: String) throws -> Schedule {
    let folder = try TestFolder()
    let path = try folder.write(
      "set = \"x\"\ntime_zone = \"\(zone)\"\n[doors]\n\(doors)\n", to: "doors.toml")
    return try ScheduleFile.load(path)
  }

  @Test("Where the system has the same offset at each opening and closing, that is well")
  func same() throws {
    let schedule = try schedule(
      "Asia/Tokyo", "a = 2026-12-06\nb = { opens = 2026-12-07, until = 2026-12-09 }")
    let now = try AsOf.parse("2026-12-01", zone: schedule.zone)
    #expect(ZoneRules.finding(schedule, at: now) { _ in 9 * 3600 } == .zone(schedule.zone, moments: 3))
  }

  @Test("A moment at which the system differs is told with its stem and the minutes")
  func different() throws {
    let schedule = try schedule("Asia/Tokyo", "a = 2026-12-06\nb = 2026-12-13")
    let now = try AsOf.parse("2026-12-01", zone: schedule.zone)
    let second = try AsOf.parse("2026-12-13", zone: schedule.zone)
    let finding = ZoneRules.finding(schedule, at: now) {
      $0 == Int(second.secondsSince1970) ? 10 * 3600 : 9 * 3600
    }
    #expect(
      finding
        == .zoneDiffers(
          schedule.zone, [ZoneDifference(stemID: "b", instant: second, own: 32_400, system: 36_000)]))
    #expect(finding.level == .warning)
    #expect(
      finding.message.hasPrefix(
        "Asia/Tokyo: the system's rules differ from canon's: \"b\" at 2026-12-13 (60 minutes)"),
      "\(finding.message)")
  }

  @Test("A zone that the system does not know cannot be compared")
  func unknown() throws {
    let schedule = try schedule("Asia/Tokyo", "a = 2026-12-06")
    let now = try AsOf.parse("2026-12-01", zone: schedule.zone)
    #expect(ZoneRules.finding(schedule, at: now) { _ in nil } == .zoneUnknown(schedule.zone))
  }
}
