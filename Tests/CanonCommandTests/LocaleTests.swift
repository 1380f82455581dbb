import CanonLiveSupport
import Foundation
import Testing

/// A door opens at the same instant whatever language, calendar and zone the user's environment names.
@Suite struct LocaleTests {
  /// Words for env(1): all that canon finds of language and zone.
  static let environments = [
    [], ["LC_ALL=C"], ["LC_ALL=POSIX"], ["LC_ALL=C.UTF-8"], ["LC_ALL=ja_JP.UTF-8"], ["LC_ALL=de_DE.UTF-8"],
    ["LANG=ja_JP@calendar=japanese"], ["LC_ALL=ja_JP@calendar=japanese", "LANG=ja_JP@calendar=japanese"],
    ["LC_ALL=th_TH@calendar=buddhist", "LANG=th_TH@calendar=buddhist"],
    ["LC_ALL=ar_SA@calendar=islamic;numbers=arab"], ["LC_TIME=fa_IR@calendar=persian"],
    ["LANGUAGE=ja:de"], ["LC_ALL=xx_XX.nonsense"],
    ["TZ="], ["TZ=Asia/Tokyo"], ["TZ=:Asia/Tokyo"], ["TZ=America/New_York"], ["TZ=JST-9"],
    ["TZ=Nonsense/Zone"], ["TZ=/nonexistent"], ["TZ=Pacific/Kiritimati", "LC_ALL=ja_JP.UTF-8"],
  ]

  @Test("The original's doors, on its second Sunday", arguments: environments)
  func theOriginal(environment: [String]) throws {
    let doors = try doors("Schedules/advent-2015.toml", "2015-12-06", environment)
    #expect(doors.zone == "Asia/Tokyo")
    #expect(doors.asOf == "2015-12-06T00:00:00+09:00")
    #expect(
      doors.instants == [
        "cello -", "violin-a 2015-11-29T00:00:00+09:00", "violin-b 2015-12-06T00:00:00+09:00",
        "violin-c 2015-12-13T00:00:00+09:00", "violin-d 2015-12-20T00:00:00+09:00",
        "violin-e 2015-12-24T00:00:00+09:00",
      ])
  }

  @Test("Rules and times in another zone", arguments: environments)
  func rules(environment: [String]) throws {
    let folder = try TestFolder()
    let schedule = try folder.write(
      """
      set = "\(Self.wayOut(of: folder))/Stems/pachelbel-canon"
      time_zone = "America/New_York"
      year = 2026
      [doors]
      violin-a = "advent 2"
      violin-b = "12-24"
      violin-c = 2026-12-06T18:00:00
      violin-d = 2026-12-07T00:00:00+09:00
      violin-e = 2027-03-14T02:30:00
      """, to: "doors.toml")
    let doors = try doors(schedule, "2026-12-06", environment)
    #expect(doors.zone == "America/New_York")
    #expect(doors.asOf == "2026-12-06T00:00:00-05:00")
    #expect(
      doors.instants == [
        "cello -", "violin-a 2026-12-06T00:00:00-05:00", "violin-b 2026-12-24T00:00:00-05:00",
        "violin-c 2026-12-06T18:00:00-05:00", "violin-d 2026-12-06T10:00:00-05:00",
        "violin-e 2027-03-14T03:00:00-04:00",
      ])
  }

  @Test("The table for people has other words, and the same ISO dates", arguments: environments)
  func table(environment: [String]) throws {
    let lines = try output(["doors", "Schedules/advent-2015.toml", "--as-of", "2015-12-20"], environment)
    let isJapanese = environment.contains { $0.hasPrefix("LC_ALL=ja") || $0.hasPrefix("LANG=ja") }
    #expect(
      lines.last
        == (isJapanese
          ? "  - violin-e  2015-12-24（木）に開きます、あと4日  [2015-12-24]"
          : "  - violin-e  opens Thursday 2015-12-24, in 4 days  [2015-12-24]"))
  }

  // MARK: -

  private struct Calendar: Decodable {
    struct Door: Decodable {
      var stem: String
      var opens: String?
      var since: String?
    }
    var timeZone: String
    var asOf: String
    var doors: [Door]
  }

  private func doors(
    _ schedule: String, _ asOf: String, _ environment: [String]
  ) throws -> (zone: String, asOf: String, instants: [String]) {
    let lines = try output(["doors", schedule, "--json", "--as-of", asOf], environment)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let calendar = try decoder.decode(Calendar.self, from: Data(lines.joined().utf8))
    let instants = calendar.doors.map { "\($0.stem) \($0.opens ?? $0.since ?? "-")" }
    return (calendar.timeZone, calendar.asOf, instants)
  }

  /// Runs canon with no other language and zone than these, so that `TZ` may be really unset.
  private func output(_ arguments: [String], _ environment: [String]) throws -> [String] {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let unset = ["TZ", "TZDIR", "LANG", "LANGUAGE", "LC_ALL", "LC_TIME"].flatMap { ["-u", $0] }
    process.arguments = unset + environment + [CanonProcess.path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: CanonProcess.projectFolder)
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return output.split(separator: "\n").map(String.init)
  }

  /// From the folder to the project by way of the root: a schedule's `set` is no absolute path.
  private static func wayOut(of folder: TestFolder) -> String {
    let depth = folder.path.split(separator: "/").count
    return Array(repeating: "..", count: depth).joined(separator: "/") + CanonProcess.projectFolder
  }
}
