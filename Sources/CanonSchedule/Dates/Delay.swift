/// How long after its schedule's first start a door opens.
public enum Delay: Hashable, Sendable {
  /// A number of calendar days: the door opens at the first moment of that day, independent of the hour of the start.
  case days(Int)
  /// A number of seconds from the exact moment of the start.
  case seconds(Int)

  /// The longest delay: a hundred years of days.
  static let mostDays = 36_525

  /// Reads `4 days`, `2 weeks`, `12 hours`, `30 minutes`, `90 seconds`; nil for anything else, or more than a hundred
  /// years.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0].utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(words[0]),
      count >= 0, count <= Self.mostDays * 86_400
    else { return nil }
    let unit = words[1].hasSuffix("s") ? words[1].dropLast() : words[1]
    let days: Int
    switch unit {
    case "day": (self, days) = (.days(count), count)
    case "week": (self, days) = (.days(count * 7), count * 7)
    case "hour": (self, days) = (.seconds(count * 3600), count / 24)
    case "minute": (self, days) = (.seconds(count * 60), count / 1440)
    case "second": (self, days) = (.seconds(count), count / 86_400)
    default: return nil
    }
    if days > Self.mostDays { return nil }
  }

  /// The instant at which the delay ends.
  func instant(after start: Instant, zone: Zone) -> Instant {
    switch self {
    case .days(let count):
      zone.firstInstant(of: LocalDate(dayNumber: zone.date(at: start).dayNumber + count))
    case .seconds(let count): start + Double(count)
    }
  }
}

extension Delay {
  /// `4 days`, `12 hours`: the largest unit that is whole.
  public var part: (count: Int, unit: TimeUnit) {
    switch self {
    case .days(let count): (count, .day)
    case .seconds(let count):
      if count > 0, count.isMultiple(of: 3600) {
        (count / 3600, .hour)
      } else if count > 0, count.isMultiple(of: 60) {
        (count / 60, .minute)
      } else {
        (count, .second)
      }
    }
  }
}
