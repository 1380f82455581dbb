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

  @Test("Three of the moments that differ are named; of the others only their number")
  func several() throws {
    let schedule = try schedule("Asia/Tokyo", "a = 2026-12-06")
    let instant = try AsOf.parse("2026-12-13", zone: schedule.zone)
    for (count, english, japanese) in [(3, nil, nil), (5, "2 more", "ほか2件")] as [(Int, String?, String?)] {
      let differences = (1...count).map {
        ZoneDifference(stemID: "s\($0)", instant: instant, own: 32_400, system: 36_000)
      }
      let finding = Finding.zoneDiffers(schedule.zone, differences)
      for (text, rest) in [(finding.text(.english), english), (finding.text(.japanese), japanese)] {
        #expect(text.contains("s3") && !text.contains("s4"), "\(text)")
        #expect(text.contains(rest ?? "60"), "\(text)")
      }
      #expect(finding.text(.japanese).contains("、ほか") == (count > 3))
      #expect(finding.text(.english).contains("more") == (count > 3))
    }
  }

  @Test("A zone that the system does not know cannot be compared")
  func unknown() throws {
    let schedule = try schedule("Asia/Tokyo", "a = 2026-12-06")
    let now = try AsOf.parse("2026-12-01", zone: schedule.zone)
    #expect(ZoneRules.finding(schedule, at: now) { _ in nil } == .zoneUnknown(schedule.zone))
  }
}
