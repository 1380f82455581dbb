import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSchedule

@Suite struct ScheduleFileTests {
  @Test func everyKeyIsRead() throws {
    let schedule = try ScheduleFile.parse(
      path: "My Schedules/advent.toml",
      text: """
        title = "Advent at the Smiths'"
        set = "../Stems/my set #1 (50%)"
        time_zone = "Europe/Berlin"   # not the computer's
        year = "every"
        season_ends = "01-07"

        [doors]
        violin-b = "advent 2"
        violin-a = { opens = 2015-11-29T18:00:00, until = 2016-02-02, join = true }
        horn = 2026-12-06T18:00:00+09:00

        [doors.Viola2]
        opens = "12-24"
        """)
    #expect(schedule.path == "My Schedules/advent.toml")
    #expect(schedule.setPath == "My Schedules/../Stems/my set #1 (50%)")
    #expect(schedule.title == "Advent at the Smiths'")
    #expect(schedule.zone.name == "Europe/Berlin")
    #expect(schedule.year == .every)
    #expect(schedule.seasonEnds == DayOfYear(month: 1, day: 7))
    #expect(
      schedule.doors.map(\.stemID) == ["violin-b", "violin-a", "horn", "Viola2"], "in the order of the file")
    #expect(schedule.doors.map(\.line) == [8, 9, 10, 12])
    #expect(schedule.doors.map(\.join) == [false, true, false, false])
    #expect(
      schedule.doors.map { $0.condition.openings[0].opens.text(in: schedule.zone) } == [
        "advent 2", "2015-11-29 18:00", "2026-12-06T10:00:00+01:00", "12-24",
      ])
    #expect(
      schedule.doors.map { $0.condition.openings[0].until?.text(in: schedule.zone) } == [
        nil, "2016-02-02", nil, nil,
      ])
  }

  @Test func aLocalDateTimeIsNotTakenForUTC() throws {
    let schedule = try schedule(
      "time_zone = \"Asia/Tokyo\"\n[doors]\na = 2026-12-06T18:00:00\nb = 2026-12-06T18:00:00Z")
    #expect(try schedule.opening(of: "a", at: "2026-12-01") == "2026-12-06 18:00")
    #expect(try schedule.opening(of: "b", at: "2026-12-01") == "2026-12-07 03:00")
  }

  @Test func withoutDoorsAllIsOpenAndNoZoneIsNeeded() throws {
    for text in ["", "[doors]\n"] {
      let schedule = try schedule(text)
      #expect(schedule.doors.isEmpty)
      #expect(schedule.status(of: "violin-a", at: Instant(second: 0)) == .none)
      #expect(schedule.nextChange(after: Instant(second: 0)) == nil)
    }
  }

  @Test func theSetIsRelativeToTheSchedulesFolder() throws {
    func setPath(_ path: String) throws -> String {
      try ScheduleFile.parse(path: path, text: "set = \"Stems/x/set.toml\"").setPath
    }
    #expect(try setPath("a.toml") == "Stems/x/set.toml")
    #expect(try setPath("/srv/music/a.toml") == "/srv/music/Stems/x/set.toml")
    #expect(try setPath("/a.toml") == "/Stems/x/set.toml")
  }

  @Test func titlesAreCleaned() throws {
    #expect(try schedule(#"title = "Ad\u001b[2Jvent \u202e""#).title == #"Ad\u{1b}[2Jvent \u{202e}"#)
  }

  @Test func everythingThatIsWrongIsToldAtOnceInTheOrderOfTheLines() throws {
    let problems = #expect(throws: FileProblems.self) {
      try ScheduleFile.parse(
        path: "s.toml",
        text: """
          time_zone = "Asia/Tokio"
          colour = "red"
          year = 26
          [doors]
          b = "advent 5"
          a = { opens = "12-24", joni = true }
          """)
    }
    #expect(problems?.problems.map(\.line) == [nil, 1, 2, 3, 5, 6])
    #expect(
      problems?.problems.map(\.field) == ["set", "time_zone", "colour", "year", "doors: b", "doors: a: joni"])
  }

  @Test func anUntilBeforeItsOpeningIsToldBesideAWrongYear() throws {
    let problems = #expect(throws: FileProblems.self) {
      try schedule("time_zone = \"UTC\"\nyear = 26\n[doors]\na = { opens = 2026-12-06, until = 2026-12-01 }")
    }
    #expect(problems?.problems.map(\.field) == ["year", "doors: a: until"])
  }

  @Test func aDoorIsThatOfTheStemWithThisVeryName() throws {
    let schedule = try schedule("time_zone = \"UTC\"\n[doors]\nviolin-a = 2026-12-06\nviolin = 2026-12-13")
    #expect(schedule.door(of: "violin")?.line == 5)
    #expect(schedule.door(of: "violin-a")?.line == 4)
    #expect(schedule.door(of: "viol") == nil)
  }

  // MARK: - Files

  @Test(arguments: [
    ("set = \"x\"\nyear = 26", "x"), ("set = \"x\"", "x"), ("year = 2026", nil), ("set = \"/x\"", nil),
  ])
  func theSetIsToldWhetherOrNotTheRestIsRight(text: String, set: String?) throws {
    let folder = NSTemporaryDirectory()
    let path = folder + "canon-\(UUID().uuidString).toml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let draft = ScheduleFile.draft(path)
    #expect(draft.setPath == set.map { folder + $0 })
    #expect((draft.schedule == nil) == (text != "set = \"x\""))
    #expect(draft.problems.isEmpty == (draft.schedule != nil))
  }

  private func message(_ path: String) -> String? {
    #expect(throws: FileProblems.self) { try ScheduleFile.load(path) }?.message
  }

  @Test func aMissingFileIsToldByName() {
    #expect(
      message("/nonexistent/advent.toml")
        == """
        /nonexistent/advent.toml: found no such file, expected a schedule (a text file). Check the name and \
        the folder.
        """
    )
  }

  @Test func aFolderIsNoSchedule() {
    #expect(
      message("/tmp") == "/tmp: found a folder, expected a schedule (a text file). Name the file itself.")
  }

  @Test func bytesThatAreNotUTF8AreToldSo() throws {
    let path = NSTemporaryDirectory() + "canon-\(UUID().uuidString).toml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("title = \"No\u{eb}l\"".unicodeScalars.map { UInt8($0.value) }).write(
      to: URL(fileURLWithPath: path))
    #expect(
      message(path)
        == """
        \(path): found bytes that are not UTF-8 text, expected a schedule (a text file). Save the file as \
        UTF-8.
        """
    )
  }

  // MARK: - The schedules that come with canon

  private func shipped(_ name: String) throws -> Schedule {
    try ScheduleFile.load(projectFolder.path + "/Schedules/\(name).toml")
  }

  @Test func theOriginalsDates() throws {
    let schedule = try shipped("advent-2015")
    #expect(schedule.doors.map(\.stemID) == ["violin-a", "violin-b", "violin-c", "violin-d", "violin-e"])
    #expect(
      schedule.doors.map { $0.condition.openings[0].opens.text(in: schedule.zone) } == [
        "2015-11-29", "2015-12-06", "2015-12-13", "2015-12-20", "2015-12-24",
      ])
    #expect(schedule.zone.name == "Asia/Tokyo")
    #expect(try schedule.openDoors(at: "2015-12-07") == "violin-a violin-b")
  }

  @Test func theCalendarOfEveryYearHasTheSameDatesIn2015() throws {
    let every = try shipped("advent")
    let dates = try every.doors.map { try every.opening(of: $0.stemID, at: "2015-06-01") }
    #expect(dates == ["2015-11-29", "2015-12-06", "2015-12-13", "2015-12-20", "2015-12-24"])
    #expect(every.zone.isLocal)
  }

  @Test func alwaysHasNoDoors() throws {
    #expect(try shipped("always").doors.isEmpty)
  }

  @Test(arguments: ["advent-2015", "advent", "always"])
  func shippedSchedulesNameTheSet(name: String) throws {
    #expect(try shipped(name).setPath.hasSuffix("/Schedules/../Stems/pachelbel-canon"))
  }
}
