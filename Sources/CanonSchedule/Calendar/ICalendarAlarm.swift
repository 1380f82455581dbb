extension ICalendar {
  /// The time of the alarms of a calendar.
  public enum Alarm: Hashable, Sendable {
    /// There are no alarms.
    case off
    /// The alarm of an all-day event is this number of minutes after midnight, 0...1439; that of an event with a time is at its start.
    case minuteOfDay(Int)

    /// 08:00: doors that open by date open at midnight, when most people sleep.
    public static let usual = minuteOfDay(8 * 60)

    /// Reads `08:00` or `off`; nil for anything else.
    public init?(_ text: String) {
      if text == "off" {
        self = .off
        return
      }
      var reader = DigitReader(text)
      guard let hour = reader.number(2), reader.consume(":"), let minute = reader.number(2), reader.isAtEnd,
        hour <= 23, minute <= 59
      else { return nil }
      self = .minuteOfDay(hour * 60 + minute)
    }

    /// The TRIGGER of an event; nil when it has no alarm.
    ///
    /// That of an all-day event counts from midnight in the zone of the device that shows it (RFC 5545, 3.8.6.3).
    func trigger(isAllDay: Bool) -> String? {
      switch self {
      case .off: nil
      case .minuteOfDay(let minute):
        isAllDay ? "TRIGGER;RELATED=START:" + Self.duration(minute) : "TRIGGER:PT0S"
      }
    }

    /// `PT8H30M`
    private static func duration(_ minutes: Int) -> String {
      let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
      if minutes == 0 { return "PT0S" }
      return "PT" + (hours == 0 ? "" : "\(hours)H") + (rest == 0 ? "" : "\(rest)M")
    }
  }
}
