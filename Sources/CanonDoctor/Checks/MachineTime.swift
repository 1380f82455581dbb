import CTime
import CanonSchedule

/// This machine's clock.
package enum MachineTime {
  /// - Parameters:
  ///   - now: What the clock says.
  ///   - isSynchronised: Whether something keeps it right, as the kernel knows.
  package static func finding(_ now: Instant, in zone: Zone, isSynchronised: Bool) -> Finding {
    if DoorContext(clock: now).isClockWrong { return .timeWrong(now, zone) }
    return isSynchronised ? .time(now, zone) : .timeUnsynchronised(now, zone)
  }

  static var isSynchronised: Bool { canon_clock_is_synchronised() }
}
