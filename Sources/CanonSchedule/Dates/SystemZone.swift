import Foundation
import Synchronization

/// The time zones of the system's tzdata, as the C library and most other programs use them. canon's own rules come from Swift's
/// tables (``Zone``), and one of both may be older.
package enum SystemZone {
  private static let lock = Mutex(())

  /// Seconds by which local time is ahead of UTC; nil if the system does not know the zone.
  /// - Parameters:
  ///   - second: Since 1970.
  ///   - zone: Its IANA name; nil for the process's own zone.
  /// - Thread: sets the process's variable `TZ` for a moment, so nothing else may read local times of the C library meanwhile
  package static func offset(at second: Int, in zone: String?) -> Int? {
    guard let zone else { return offset(at: second) }
    guard MachineZone.isListed(zone) else { return nil }
    return lock.withLock { _ in
      let before = getenv("TZ").map { String(cString: $0) }
      setenv("TZ", ":" + zone, 1)
      defer {
        if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
        tzset()
      }
      return offset(at: second)
    }
  }

  private static func offset(at second: Int) -> Int? {
    tzset()
    var (time, local) = (time_t(second), tm())
    return localtime_r(&time, &local) == nil ? nil : local.tm_gmtoff
  }
}

/// A moment of a door at which canon and the system disagree about local time.
package struct ZoneDifference: Hashable, Sendable {
  package let stemID: String
  package let instant: Instant
  /// Seconds by which local time is ahead of UTC: canon's, and the system's.
  package let own: Int
  package let system: Int

  package init(stemID: String, instant: Instant, own: Int, system: Int) {
    (self.stemID, self.instant, self.own, self.system) = (stemID, instant, own, system)
  }
}

extension Schedule {
  /// Compares the zone's rules with the system's at every opening and closing of the next years.
  /// - Parameters:
  ///   - context: The time from which on.
  ///   - system: The system's offset at a second since 1970; nil if it does not know the zone.
  /// - Returns: How many moments were compared, and those that differ; nil if the system does not know the zone.
  package func zoneDifferences(
    in context: DoorContext, system: (Int) -> Int?
  ) -> (compared: Int, differences: [ZoneDifference])? {
    var compared = 0
    var differences: [ZoneDifference] = []
    for door in doors {
      let openings = openings(of: door, in: context)
      for instant in openings.flatMap({ [$0.opens] + ($0.shuts.map { [$0] } ?? []) }) {
        guard let theirs = system(instant.second) else { return nil }
        compared += 1
        let own = zone.offset(at: instant.second)
        if own != theirs {
          differences.append(
            ZoneDifference(stemID: door.stemID, instant: instant, own: own, system: theirs))
        }
      }
    }
    return (compared, differences)
  }
}
