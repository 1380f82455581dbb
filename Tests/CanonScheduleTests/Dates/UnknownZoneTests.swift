import CanonFiles
import Foundation
import Testing

@testable import CanonSchedule

/// A name that is no zone's is an error with a suggestion, and never GMT.
@Suite struct UnknownZoneTests {
  @Test(
    "What was perhaps meant is told",
    arguments: [
      // Slips of the finger.
      ("Asia/Toyko", "Asia/Tokyo"), ("Europe/Berln", "Europe/Berlin"), ("Europe/Londn", "Europe/London"),
      ("Pacific/Aukland", "Pacific/Auckland"), ("America/New_Yrok", "America/New_York"),
      ("Amerika/New_York", "America/New_York"), ("Asia\\\\Tokyo", "Asia/Tokyo"),
      // Case, blanks, underscores.
      ("europe/berlin", "Europe/Berlin"), ("EUROPE/BERLIN", "Europe/Berlin"),
      ("America/New York", "America/New_York"), ("America/NewYork", "America/New_York"),
      ("Asia/Tokyo ", "Asia/Tokyo"), (" Asia/Tokyo", "Asia/Tokyo"), ("Asia/ Tokyo", "Asia/Tokyo"),
      // The city alone.
      ("Berlin", "Europe/Berlin"), ("berlin", "Europe/Berlin"), ("New York", "America/New_York"),
      ("santiago", "America/Santiago"), ("Kathmandu", "Asia/Kathmandu"), ("buenos aires", "Buenos_Aires"),
      // Abbreviations.
      ("JST", "Asia/Tokyo"), ("jst", "Asia/Tokyo"), ("CET", "Europe/Paris"), ("PST", "America/Los_Angeles"),
      ("EST", "America/New_York"), ("NZST", "Pacific/Auckland"),
    ])
  func aSuggestion(name: String, meant: String) {
    let problem = #expect(throws: FileProblems.self) { try doors(in: name) }
    #expect(problem?.problems.map(\.field) == ["time_zone"])
    #expect(problem?.message.contains("\(meant)\"?") == true, "\(problem?.message ?? "")")
  }

  @Test(
    "Where this machine's zone is unknown, its own word for it is told, if it has one",
    arguments: [("JST-9", ", not \"JST-9\""), (nil, "")] as [(String?, String)])
  func localIsUnknown(machine: String?, told: String) {
    #expect(
      ZoneProblem(name: "local", machine: machine).message
        == """
        found "local", expected a machine that names its zone\(told). Set it by timedatectl set-timezone or by TZ, \
        or name a zone, as "Europe/Berlin".
        """)
  }

  @Test(
    "What nobody can guess is refused with the way to the names",
    arguments: ["", "Mars/Olympus_Mons", "Atlantis", "Narnia", "/etc/localtime", "x", "09:00"])
  func noSuggestion(name: String) {
    let problem = #expect(throws: FileProblems.self) { try doors(in: name) }
    #expect(problem?.message.hasSuffix("timedatectl list-timezones lists the names.") == true)
  }

  /// Foundation by itself takes some of these, for GMT or for a fixed offset.
  @Test(
    "An offset or the code of a POSIX rule is no zone",
    arguments: [
      "GMT+9", "GMT-9", "GMT+09:00", "GMT0900", "UTC+9", "UTC+0", "UTC+00:00", "Z", "+09:00", "+0900", "0",
      "JST-9", "CET-1CEST", "EST5EDT", "<+09>-9", ":Asia/Tokyo", "posix/Asia/Tokyo", "SystemV/PST8PDT",
      "Etc/GMT+15", "Etc/Unknown", "Еurope/Berlin",
    ])
  func whatLooksLikeOne(name: String) {
    let problem = #expect(throws: FileProblems.self) { try doors(in: name) }
    #expect(problem?.problems.map(\.field) == ["time_zone"])
  }

  @Test(
    "A zone name with an invisible character is refused",
    arguments: ["Asia/Tokyo\0", "UTC\n", "\u{feff}UTC", "UTC "])
  func whatIsUnseen(name: String) {
    #expect(throws: ZoneProblem.self) { try Zone(name) }
  }

  /// The one door that would open nine hours late, were a name taken for GMT.
  @Test func aKnownZoneIsNotGMT() throws {
    let schedule = try doors(in: "Asia/Tokyo")
    #expect(try schedule.status(of: "a", at: instant("2026-12-05T15:00:00Z", "UTC")).isOpen)
    #expect(try !schedule.status(of: "a", at: instant("2026-12-05T14:59:59Z", "UTC")).isOpen)
  }

  @Test("Each zone of the same offset as GMT was named so", arguments: ["UTC", "GMT", "Etc/GMT", "Etc/UTC"])
  func universalTimeByName(name: String) throws {
    let schedule = try doors(in: name)
    #expect(schedule.zone.name == name)
    #expect(try schedule.status(of: "a", at: instant("2026-12-06T00:00:00Z", "UTC")).isOpen)
    #expect(try !schedule.status(of: "a", at: instant("2026-12-05T23:59:59Z", "UTC")).isOpen)
  }

  private func doors(in zone: String) throws -> Schedule {
    try schedule("time_zone = \"\(zone)\"\n[doors]\na = 2026-12-06")
  }
}
