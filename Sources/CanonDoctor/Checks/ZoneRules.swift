import CanonSchedule

/// The time zone of a schedule: canon's rules beside the system's.
package enum ZoneRules {
  /// - Parameters:
  ///   - now: From here on the doors' moments are compared.
  ///   - system: The system's offset at a second since 1970; nil if it does not know the zone.
  package static func finding(_ schedule: Schedule, at now: Instant, system: (Int) -> Int?) -> Finding {
    guard let found = schedule.zoneDifferences(in: DoorContext(clock: now), system: system) else {
      return .zoneUnknown(schedule.zone)
    }
    return found.differences.isEmpty
      ? .zone(schedule.zone, moments: found.compared) : .zoneDiffers(schedule.zone, found.differences)
  }

  static func finding(_ schedule: Schedule, at now: Instant) -> Finding {
    let name = schedule.zone.isLocal ? nil : schedule.zone.name
    return finding(schedule, at: now) { SystemZone.offset(at: $0, in: name) }
  }
}
