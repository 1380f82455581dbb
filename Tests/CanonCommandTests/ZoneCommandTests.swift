import CanonLiveSupport
import Foundation
import Testing

/// The zone of a schedule, as the command line has it: known, or an error.
@Suite struct ZoneCommandTests {
  /// Runs canon on a schedule of one door, on 6 December 2026 in `zone`.
  /// - Parameter machine: The variable `TZ`.
  private func run(
    _ arguments: [String] = ["doors", "--json"], zone: String, machine: String
  ) throws -> (status: Int32, output: [String], errors: [String]) {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let text = try String(contentsOfFile: set.schedule, encoding: .utf8)
    let path = try set.folder.write(text.replacing("Asia/Tokyo", with: zone), to: "zone.toml")
    let words = arguments + [path, "--as-of", "2026-12-01"]
    let run = try CanonProcess.run(words, environment: ["TZ": machine])
    return (run.status, set.local(run.output), set.local(run.errors))
  }

  @Test(
    "An unknown zone is an error with a suggestion, and nothing is shown",
    arguments: [
      ("Asia/Tokio", "Asia/Tokyo"), ("Tokyo", "Asia/Tokyo"), ("JST", "Asia/Tokyo"),
      ("Europe/Berln", "Europe/Berlin"), ("America/New York", "America/New_York"),
    ])
  func suggestion(zone: String, meant: String) throws {
    for arguments in [["doors"], ["doors", "--json"]] {
      let canon = try run(arguments, zone: zone, machine: "Europe/Berlin")
      #expect(canon.status == 65)
      #expect(canon.output == [])
      #expect(
        canon.errors == [
          """
          canon: zone.toml:3: time_zone: found "\(zone)", expected a zone named after a city, as \
          "Europe/Berlin", or "local". Did you mean "\(meant)"?
          """
        ])
    }
  }

  @Test(
    "What is no zone is never taken for GMT", arguments: ["GMT+9", "UTC+9", "JST-9", "Mars/Olympus", "", "Z"])
  func neverGMT(zone: String) throws {
    let canon = try run(zone: zone, machine: "Asia/Tokyo")
    #expect(canon.status == 65)
    #expect(canon.output == [])
  }

  @Test(
    "\"local\" is the zone of the one who starts canon",
    arguments: [
      ("Asia/Tokyo", "2026-12-06T00:00:00+09:00"), ("America/New_York", "2026-12-06T00:00:00-05:00"),
      ("Europe/Berlin", "2026-12-06T00:00:00+01:00"), ("Asia/Kathmandu", "2026-12-06T00:00:00+05:45"),
      ("Etc/UTC", "2026-12-06T00:00:00+00:00"),
    ])
  func local(zone: String, opens: String) throws {
    let canon = try run(zone: "local", machine: zone)
    #expect(canon.status == 0)
    #expect(canon.output.first?.contains("\"opens\":\"\(opens)\"") == true, "\(canon.output)")
    #expect(canon.output.first?.contains("\"time_zone\":\"\(zone)\"") == true, "\(canon.output)")
  }
}
