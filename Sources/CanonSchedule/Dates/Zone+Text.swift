/// Instants as text. Foundation's formatters are not used, because they depend on the user's locale and calendar.
extension Zone {
  /// `2026-12-06` for the first moment of a day, else `2026-12-06 18:00`, with seconds when they are not 0.
  public func text(_ instant: Instant) -> String {
    let local = dateTime(at: instant)
    return firstInstant(of: local.date) == instant ? local.date.description : local.description
  }

  /// `2026-12-06 (Asia/Tokyo)`: ``text(_:)`` with the zone.
  public func textWithZone(_ instant: Instant) -> String { "\(text(instant)) (\(name))" }

  /// `2026-12-06T00:00:00+09:00`, ISO 8601 in whole seconds, for JSON.
  ///
  /// Historical offsets with seconds are written as `-00:44:30`.
  public func isoText(_ instant: Instant) -> String {
    let local = dateTime(at: instant)
    let offset = offset(at: instant.second)
    let ahead = abs(offset)
    var text = "\(local.date)T\(digits(local.hour, 2)):\(digits(local.minute, 2)):\(digits(local.second, 2))"
    text += (offset < 0 ? "-" : "+") + "\(digits(ahead / 3600, 2)):\(digits(ahead / 60 % 60, 2))"
    if ahead % 60 != 0 { text += ":\(digits(ahead % 60, 2))" }
    return text
  }
}
