import CanonSchedule

/// The sentences about the machine's clock and memory.
enum DoorWording {
  static func clockWrong(_ now: Instant, _ zone: Zone) -> String {
    "This machine's clock says \(zone.textWithZone(now)), which cannot be: doors that were not seen open stay shut. "
      + "Set the clock; the doors follow at once."
  }

  static func clockRight(_ now: Instant, _ zone: Zone) -> String {
    "This machine's clock is right again: \(zone.textWithZone(now))."
  }

  static let notKeptInTime = """
    The disk did not answer in time: what this canon saw of the doors since it last wrote it down may be forgotten.
    """
}
