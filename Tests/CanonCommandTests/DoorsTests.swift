import CanonLiveSupport
import Foundation
import Testing

/// `canon doors`: what opens when, as a table and as data.
@Suite struct DoorsTests {
  private static let advent = "Schedules/advent-2015.toml"

  @Test func beforeAdventEveryDoorIsShut() throws {
    let canon = try Canon("doors", Self.advent, "--as-of", "2015-11-28T22:30")
    #expect(canon.status == 0)
    #expect(canon.errors == [])
    #expect(
      canon.output == [
        "Advent Canon, 2015", "Preview of Saturday 2015-11-28 22:30 (Asia/Tokyo)", "",
        "1 of 6 parts is open. Next: violin-a on Sunday 2015-11-29, in 1 hour 30 minutes.", "",
        "  + cello     open (base)",
        "  - violin-a  opens Sunday 2015-11-29, in 1 hour 30 minutes  [2015-11-29]",
        "  - violin-b  opens Sunday 2015-12-06, in 7 days 1 hour  [2015-12-06]",
        "  - violin-c  opens Sunday 2015-12-13, in 14 days 1 hour  [2015-12-13]",
        "  - violin-d  opens Sunday 2015-12-20, in 21 days 1 hour  [2015-12-20]",
        "  - violin-e  opens Thursday 2015-12-24, in 25 days 1 hour  [2015-12-24]",
      ])
  }

  @Test func onTheSecondMondayTwoAreOpen() throws {
    let canon = try Canon("doors", Self.advent, "--as-of", "2015-12-07")
    #expect(
      canon.output == [
        "Advent Canon, 2015", "Preview of Monday 2015-12-07 (Asia/Tokyo)", "",
        "3 of 6 parts are open. Next: violin-c on Sunday 2015-12-13, in 6 days.", "",
        "  + cello     open (base)",
        "  + violin-a  open since Sunday 2015-11-29  [2015-11-29]",
        "  + violin-b  open since Sunday 2015-12-06  [2015-12-06]",
        "  - violin-c  opens Sunday 2015-12-13, in 6 days  [2015-12-13]",
        "  - violin-d  opens Sunday 2015-12-20, in 13 days  [2015-12-20]",
        "  - violin-e  opens Thursday 2015-12-24, in 17 days  [2015-12-24]",
      ])
  }

  @Test(
    "The last door opens on the first moment of Christmas Eve, in Tokyo",
    arguments: [
      ("2015-12-23T23:59:59", "  - violin-e  opens Thursday 2015-12-24, in 1 second  [2015-12-24]"),
      ("2015-12-24", "  + violin-e  open since Thursday 2015-12-24  [2015-12-24]"),
      ("2015-12-23T16:00+01:00", "  + violin-e  open since Thursday 2015-12-24  [2015-12-24]"),
      ("2015-12-23T14:59:59Z", "  - violin-e  opens Thursday 2015-12-24, in 1 second  [2015-12-24]"),
    ])
  func theLastDoor(instant: String, line: String) throws {
    #expect(try Canon("doors", Self.advent, "--as-of", instant).output.last == line)
  }

  @Test func asDataItIsOneObjectOnOneLine() throws {
    let canon = try Canon("doors", Self.advent, "--as-of", "2015-12-20", "--json")
    #expect(canon.status == 0)
    #expect(canon.errors == [])
    try #require(canon.output.count == 1)
    try expectSnapshot(canon.output, "doors-advent-2015")
    let object = try JSONSerialization.jsonObject(with: Data(canon.output[0].utf8)) as? [String: Any]
    let doors = object?["doors"] as? [[String: Any]]
    #expect(
      doors?.map { $0["door"] as? String } == ["none", "open", "open", "open", "open", "locked"])
    #expect(doors?.last?["in_seconds"] as? Int == 4 * 86_400)
    #expect(object?["is_preview"] as? Bool == true)
  }

  @Test func todayIsCalledSo() throws {
    let canon = try Canon("doors", Self.advent)
    #expect(canon.output[0] == "Advent Canon, 2015")
    #expect(
      canon.output[1].contains(
        /^Today is [A-Z][a-z]+day 20\d\d-\d\d-\d\d( \d\d:\d\d(:\d\d)?)? \(Asia\/Tokyo\)$/))
    #expect(canon.output[3] == "All 6 parts are open.")
    #expect(canon.output.dropFirst(5).allSatisfy { $0.hasPrefix("  + ") })
    #expect(try Canon("doors", Self.advent, "--json").output.first?.contains("\"is_preview\":false") == true)
  }

  @Test func aSetAloneHasNoDoors() throws {
    let canon = try Canon("doors", "Stems/pachelbel-canon", "--as-of", "2026-12-06")
    #expect(canon.output.prefix(2).first == "Canon in D")
    #expect(
      canon.output.dropFirst(5).prefix(2) == ["  + cello     open (base)", "  + violin-a  open (no door)"])
  }

  @Test func aDoorThatShutsAgainSaysSo() throws {
    let set = try SmallSet(doors: "violin = { opens = 2026-12-06, until = 2027-02-02 }")
    func last(_ day: String) throws -> String? {
      try Canon("doors", set.schedule, "--as-of", day).output.last
    }
    #expect(
      try last("2026-12-31")
        == "  + violin  open since Sunday 2026-12-06, until Tuesday 2027-02-02  [2026-12-06 until 2027-02-02]"
    )
    #expect(
      try last("2027-02-02")
        == "  - violin  shut since Tuesday 2027-02-02, for good  [2026-12-06 until 2027-02-02]")
  }

  @Test(
    "The language changes words, never dates",
    arguments: [
      (["--lang", "ja"], "C"), ([], "ja_JP.UTF-8"), ([], "ja_JP.UTF-8@calendar=japanese"),
    ])
  func japanese(options: [String], locale: String) throws {
    let arguments = ["doors", Self.advent, "--as-of", "2015-12-07"] + options
    let canon = try CanonProcess.run(arguments, environment: ["LC_ALL": locale])
    #expect(
      canon.output == [
        "Advent Canon, 2015", "プレビュー：2015-12-07（月） (Asia/Tokyo)", "",
        "6パートのうち3パートが開いています。次はviolin-c：2015-12-13（日）、あと6日。", "",
        "  + cello     開いています（土台）",
        "  + violin-a  2015-11-29（日）から開いています  [2015-11-29]",
        "  + violin-b  2015-12-06（日）から開いています  [2015-12-06]",
        "  - violin-c  2015-12-13（日）に開きます、あと6日  [2015-12-13]",
        "  - violin-d  2015-12-20（日）に開きます、あと13日  [2015-12-20]",
        "  - violin-e  2015-12-24（木）に開きます、あと17日  [2015-12-24]",
      ])
  }

  @Test func aCalendarForPhonesIsWrittenAndWrittenAgain() throws {
    let folder = try TestFolder()
    let file = folder.file("advent.ics")
    for day in ["2015-11-01", "2015-12-07"] {
      let canon = try Canon("doors", Self.advent, "--as-of", day, "--ics", file)
      #expect(canon.status == 0)
      #expect(canon.output == ["\(file): 5 openings."])
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 6)
    #expect(text.contains("DTSTART;VALUE=DATE:20151224\r\n"))
    #expect(text.contains("SUMMARY:Advent Canon\\, 2015: Violin E: soaring upper line\r\n"))
    #expect(text.contains("UID:advent-2015"))
  }

  /// What a calendar says of its events' names and times, in their order.
  private func calendar(_ schedule: String, _ options: String...) throws -> [String] {
    let folder = try TestFolder()
    let file = folder.file("doors.ics")
    let canon = try CanonProcess.run(
      ["doors", schedule, "--as-of", "2026-11-22", "--ics", file] + options, environment: [:])
    #expect(canon.status == 0)
    let said = ["NAME", "SUMMARY", "DTSTART;", "TRIGGER"]
    return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\r\n").map(String.init)
      .filter { line in said.contains { line.hasPrefix($0) } }
  }

  @Test func aDateIsADayWithAnAlarmInTheMorningAndATimeRingsAsTheDoorOpens() throws {
    let day = "{ opens = 2026-12-06, until = 2026-12-07 }", time = "{ opens = 2026-12-13T03:00:00 }"
    let set = try SmallSet(doors: "violin = { any = [\(day), \(time)] }", title: "Our Advent")
    let dates = ["DTSTART;VALUE=DATE:20261206", "SUMMARY:Our Advent: violin"]
    let times = ["DTSTART;TZID=Asia/Tokyo:20261213T030000", "SUMMARY:Our Advent: violin"]
    #expect(
      try calendar(set.schedule)
        == ["NAME:Our Advent"] + dates + ["TRIGGER;RELATED=START:PT8H"] + times + ["TRIGGER:PT0S"])
    #expect(
      try calendar(set.schedule, "--alarm", "18:30")
        == ["NAME:Our Advent"] + dates + ["TRIGGER;RELATED=START:PT18H30M"] + times + ["TRIGGER:PT0S"])
    #expect(try calendar(set.schedule, "--alarm", "off") == ["NAME:Our Advent"] + dates + times)
  }

  @Test func aCalendarWithoutATitleIsCalledAsItsFile() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let file = try set.folder.write(
      "set = \"set\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin = 2026-12-06\n", to: "evening.toml")
    #expect(
      try calendar(file).filter { !$0.hasPrefix("DTSTART") && !$0.hasPrefix("TRIGGER") }
        == ["NAME:evening", "SUMMARY:evening: violin"])
  }

  @Test func whatIsNoCalendarIsNotWrittenOver() throws {
    let folder = try TestFolder()
    let file = try folder.write("Dear diary", to: "diary.ics")
    let canon = try Canon("doors", Self.advent, "--ics", file)
    #expect(canon.status == 73)
    #expect(canon.errors == ["canon: \(file) is not a calendar and would be overwritten. Name another file."])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "Dear diary")
    let set = try Canon("doors", "Stems/pachelbel-canon", "--ics", folder.file("set.ics"))
    #expect(set.status == 2)
  }
}
