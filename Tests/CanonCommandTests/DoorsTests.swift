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
        "Advent Canon, 2015, as of 2015-11-28 22:30 (a preview), dates in Asia/Tokyo:",
        "  + cello     open (base)",
        "  - violin-a  opens 2015-11-29, in 1 hour 30 minutes  [2015-11-29]",
        "  - violin-b  opens 2015-12-06, in 7 days 1 hour  [2015-12-06]",
        "  - violin-c  opens 2015-12-13, in 14 days 1 hour  [2015-12-13]",
        "  - violin-d  opens 2015-12-20, in 21 days 1 hour  [2015-12-20]",
        "  - violin-e  opens 2015-12-24, in 25 days 1 hour  [2015-12-24]",
      ])
  }

  @Test func onTheSecondMondayTwoAreOpen() throws {
    let canon = try Canon("doors", Self.advent, "--as-of", "2015-12-07")
    #expect(
      canon.output == [
        "Advent Canon, 2015, as of 2015-12-07 (a preview), dates in Asia/Tokyo:",
        "  + cello     open (base)",
        "  + violin-a  open since 2015-11-29  [2015-11-29]",
        "  + violin-b  open since 2015-12-06  [2015-12-06]",
        "  - violin-c  opens 2015-12-13, in 6 days  [2015-12-13]",
        "  - violin-d  opens 2015-12-20, in 13 days  [2015-12-20]",
        "  - violin-e  opens 2015-12-24, in 17 days  [2015-12-24]",
      ])
  }

  @Test(
    "The last door opens on the first moment of Christmas Eve, in Tokyo",
    arguments: [
      ("2015-12-23T23:59:59", "  - violin-e  opens 2015-12-24, in 1 second  [2015-12-24]"),
      ("2015-12-24", "  + violin-e  open since 2015-12-24  [2015-12-24]"),
      ("2015-12-23T16:00+01:00", "  + violin-e  open since 2015-12-24  [2015-12-24]"),
      ("2015-12-23T14:59:59Z", "  - violin-e  opens 2015-12-24, in 1 second  [2015-12-24]"),
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
    #expect(canon.output.first?.hasPrefix("Advent Canon, 2015, today, 20") == true)
    #expect(canon.output.dropFirst().allSatisfy { $0.hasPrefix("  + ") })
    #expect(try Canon("doors", Self.advent, "--json").output.first?.contains("\"is_preview\":false") == true)
  }

  @Test func aSetAloneHasNoDoors() throws {
    let canon = try Canon("doors", "Stems/pachelbel-canon", "--as-of", "2026-12-06")
    #expect(
      canon.output.prefix(3) == [
        "Canon in D, as of 2026-12-06 (a preview), dates in Asia/Tokyo:", "  + cello     open (base)",
        "  + violin-a  open (no door)",
      ])
  }

  @Test func aDoorThatShutsAgainSaysSo() throws {
    let set = try SmallSet(doors: "violin = { opens = 2026-12-06, until = 2027-02-02 }")
    func last(_ day: String) throws -> String? {
      try Canon("doors", set.schedule, "--as-of", day).output.last
    }
    #expect(try last("2026-12-31") == "  + violin  open since 2026-12-06, until 2027-02-02  [2026-12-06]")
    #expect(try last("2027-02-02") == "  - violin  shut since 2027-02-02, for good  [2026-12-06]")
  }
}
