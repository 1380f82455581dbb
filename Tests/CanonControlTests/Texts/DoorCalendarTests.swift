import CanonControlSupport
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Foundation
import Testing

@testable import CanonControl

/// The calendar of the doors: which are open, and what opens next, for people and for programs.
@Suite struct DoorCalendarTests {
  private let folder: TestFolder
  private let zone: Zone

  init() throws {
    folder = try TestFolder()
    zone = try Zone("Asia/Tokyo")
  }

  private func day(_ text: String) throws -> Instant { try AsOf.parse(text, zone: zone) }

  /// The calendar on the first of December of a set whose first stem is its base.
  private func calendar(_ statuses: DoorStatus...) throws -> DoorCalendar {
    var (set, doors) = ("title = \"Canon\"\n", "")
    for number in statuses.indices {
      set += "[[stem]]\nid = \"part-\(number)\"\nfile = \"\(number).wav\"\nbase = \(number == 0)\n"
      if number > 0 { doors += "part-\(number) = 2026-12-06\n" }
    }
    _ = try folder.write(set, to: "set.toml")
    let path = try folder.write(
      "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)", to: "doors.toml")
    return DoorCalendar(try Source.load(path), statuses, at: try day("2026-12-01"), isPreview: false)
  }

  /// The fields of the rows for programs, without those that every row has.
  private func fields(_ calendar: DoorCalendar) throws -> [[String]] {
    let json = try JSONSerialization.jsonObject(with: Data(calendar.json.utf8)) as? [String: Any]
    let rows = try #require(json?["doors"] as? [[String: Any]])
    return rows.map { row in
      row.filter { !["stem", "title", "rule", "join"].contains($0.key) }.map { key, value in
        "\(key) " + ((value as? [String])?.joined(separator: ", ") ?? "\(value)")
      }.sorted()
    }
  }

  @Test("The next door is the earliest one in any order, with all that open at that time")
  func earliest() throws {
    let (early, late) = (try day("2026-12-06"), try day("2026-12-24"))
    let lines = try calendar(
      .none, .locked(opens: late), .locked(opens: early), .locked(opens: late), .locked(opens: early)
    ).lines(.english)
    #expect(lines[3] == "1 of 5 parts is open. Next: part-2 and part-4 on Sunday 2026-12-06, in 5 days.")
  }

  @Test("An open door that will shut is not a next door")
  func noneOpens() throws {
    let until = try day("2026-12-06")
    let all = try calendar(.none, .open(since: nil, until: until))
    #expect(all.lines(.english)[3] == "All 2 parts are open.")
    let open = try calendar(.none, .open(since: nil, until: until), .over(since: nil))
    #expect(open.lines(.english)[3] == "2 of 3 parts are open.")
  }

  @Test("For programs each door has only the known keys")
  func known() throws {
    let (before, after) = (try day("2026-11-01"), try day("2026-12-06"))
    let found = try fields(
      try calendar(
        .none, .locked(opens: after), .open(since: before, until: after), .open(since: before, until: nil),
        .over(since: before), .waiting(for: ["part-1"], opens: after)))
    #expect(
      found == [
        ["door none"], ["door locked", "in_seconds 432000", "opens 2026-12-06T00:00:00+09:00"],
        ["door open", "since 2026-11-01T00:00:00+09:00", "until 2026-12-06T00:00:00+09:00"],
        ["door open", "since 2026-11-01T00:00:00+09:00"], ["door over", "since 2026-11-01T00:00:00+09:00"],
        ["door waiting", "in_seconds 432000", "needs part-1", "opens 2026-12-06T00:00:00+09:00"],
      ])
  }
}
