import Foundation
import Testing

@testable import CanonSchedule

/// `time_zone = "local"`: what the machine says now, not what it said when the program began.
///
/// Each test is a process of its own, so that the variable that it sets is no other test's.
@Suite struct LocalZoneTests {
  @Test func aZoneThatIsChangedWhileRunningIsSeen() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Asia/Tokyo", 1)
      #expect(Zone.local.name == "Asia/Tokyo")
      setenv("TZ", "Europe/Berlin", 1)
      let named = try Zone("local")
      #expect(named.name == "Europe/Berlin")
      setenv("TZ", "America/New_York", 1)
      Zone.refreshLocal()
      #expect(Zone.local.name == "America/New_York")
    }
  }

  @Test func theSameScheduleReadAgainOpensElsewhere() async {
    await #expect(processExitsWith: .success) {
      let text = "time_zone = \"local\"\n[doors]\na = 2026-12-06"
      let tokyo = try instant("2026-12-06", "Asia/Tokyo")
      let newYork = try instant("2026-12-06", "America/New_York")
      setenv("TZ", "Asia/Tokyo", 1)
      let first = try schedule(text).status(of: "a", at: tokyo + -1)
      setenv("TZ", "America/New_York", 1)
      let second = try schedule(text).status(of: "a", at: tokyo + -1)
      #expect(first == .locked(opens: tokyo))
      #expect(second == .locked(opens: newYork))
    }
  }

  @Test func aScheduleThatIsPlayedFollowsTheMachine() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Asia/Tokyo", 1)
      let schedule = try schedule("time_zone = \"local\"\n[doors]\na = 2026-12-06")
      let tokyo = try instant("2026-12-06", "Asia/Tokyo")
      let newYork = try instant("2026-12-06", "America/New_York")
      #expect(schedule.status(of: "a", at: tokyo + -1) == .locked(opens: tokyo))
      setenv("TZ", "America/New_York", 1)
      Zone.refreshLocal()
      #expect(schedule.status(of: "a", at: tokyo + -1) == .locked(opens: newYork))
      #expect(schedule.zone.name == "America/New_York")
      setenv("TZ", "Nonsense/Zone", 1)
      Zone.refreshLocal()
      #expect(schedule.zone.name == "America/New_York", "a zone that nobody knows changes nothing")
    }
  }

  @Test func aNamedZoneDoesNotDependOnTheMachines() async {
    await #expect(processExitsWith: .success) {
      let tokyo = try instant("2026-12-06", "Asia/Tokyo")
      for zone in ["America/New_York", "Nonsense/Zone", ":Europe/Berlin", "JST-9", ""] {
        setenv("TZ", zone, 1)
        Zone.refreshLocal()
        let again = try instant("2026-12-06", "Asia/Tokyo")
        #expect(again == tokyo)
      }
      unsetenv("TZ")
      Zone.refreshLocal()
      let again = try instant("2026-12-06", "Asia/Tokyo")
      #expect(again == tokyo)
      #expect(tokyo.secondsSince1970 == 1_796_482_800)
    }
  }
}
