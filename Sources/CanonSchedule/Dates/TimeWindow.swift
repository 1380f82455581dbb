/// Days of the week and times of the day, as a shop's: `days = "mon-fri, sun"`, `hours = "10:00-20:00"`.
///
/// A window that passes midnight (`20:00-02:00`) belongs to the day on which it begins. Times are those of the wall
/// clock in the schedule's zone. A time that the clock skips means the end of the gap; a time that it shows twice means the
/// first.
public struct TimeWindow: Hashable, Sendable {
  /// Minutes of the day; the end is later than the start, and beyond 1440 on the next day.
  public struct Hours: Hashable, Sendable {
    /// 0...1439
    public let start: Int
    /// `start + 1` ... `start + 1440`
    public let end: Int

    static let wholeDay = Hours(start: 0, end: 1440)
  }

  /// 0 is Sunday, 6 is Saturday; never empty.
  public let days: Set<Int>
  /// In the order of the file; never empty.
  public let hours: [Hours]

  /// - Parameters:
  ///   - days: nil for all.
  ///   - hours: nil for the whole day.
  init(days: Set<Int>?, hours: [Hours]?) {
    self.days = days ?? Set(0...6)
    self.hours = hours ?? [.wholeDay]
  }

  /// The spans of time that begin on the days from `first` to `last`.
  func spans(from first: LocalDate, to last: LocalDate, zone: Zone) -> [Schedule.Span] {
    (first.dayNumber...last.dayNumber).flatMap { number -> [Schedule.Span] in
      let date = LocalDate(dayNumber: number)
      guard days.contains(date.weekday) else { return [] }
      return hours.compactMap { hours in
        let opens = zone.firstInstant(minute: hours.start, of: number)
        let shuts = zone.firstInstant(minute: hours.end, of: number)
        // A clock may skip all of it.
        return opens < shuts ? Schedule.Span(opens: opens, shuts: shuts) : nil
      }
    }
  }

  /// Whether it holds at all times.
  var isAlways: Bool { days.count == 7 && coversDay }

  /// Whether it contains every minute of a day, so that no search is needed.
  private var coversDay: Bool {
    var end = 0
    for hours in hours.sorted(by: { $0.start < $1.start }) where hours.start <= end {
      end = max(end, hours.end)
    }
    return end >= 1440
  }

  func contains(_ instant: Instant, zone: Zone) -> Bool {
    isAlways || spans(before: instant, zone: zone).contains { $0.contains(instant) }
  }

  /// The end of the span that contains an instant; the instant itself if no span does.
  func end(of instant: Instant, zone: Zone) -> Instant {
    spans(before: instant, zone: zone).last { $0.contains(instant) }.flatMap(\.shuts) ?? instant
  }

  /// The start of the span that contains an instant or ends on it: adjacent spans are one opening.
  func start(of instant: Instant, zone: Zone) -> Instant {
    spans(before: instant, zone: zone).first { $0.opens < instant && instant <= $0.shuts ?? instant }?.opens
      ?? instant
  }

  /// Whether one of its hours begins at an instant; days without hours begin by date.
  func namesTime(at instant: Instant, zone: Zone) -> Bool {
    hours != [.wholeDay] && spans(before: instant, zone: zone).contains { $0.opens == instant }
  }

  /// The next start; nil if there is none within a year: a clock can skip a start, or a whole day.
  func opening(after instant: Instant, zone: Zone) -> Instant? {
    let day = zone.date(at: instant).dayNumber
    for week in stride(from: day - 1, through: day + 366, by: 8) {
      let spans = spans(from: LocalDate(dayNumber: week), to: LocalDate(dayNumber: week + 7), zone: zone)
      if let next = spans.map(\.opens).filter({ $0 > instant }).min() { return next }
    }
    return nil
  }

  /// The spans that may have begun before an instant and not ended.
  private func spans(before instant: Instant, zone: Zone) -> [Schedule.Span] {
    let day = zone.date(at: instant).dayNumber
    return spans(from: LocalDate(dayNumber: day - 2), to: LocalDate(dayNumber: day), zone: zone)
  }
}

extension Zone {
  /// The first instant at which a wall clock shows this minute of a day, or a later one; minutes beyond 1439 belong to the
  /// next day.
  fileprivate func firstInstant(minute: Int, of dayNumber: Int) -> Instant {
    firstInstant(of: LocalDateTime(wallSeconds: dayNumber * 86_400 + minute * 60))
  }
}

extension TimeWindow: CustomStringConvertible {
  static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  /// `sat, sun 10:00-20:00`: the form in a file, with days from Monday on.
  public var description: String {
    var parts: [String] = []
    if days.count < 7 {
      parts.append(
        [1, 2, 3, 4, 5, 6, 0].filter(days.contains).map { Self.dayNames[$0] }.joined(separator: ", "))
    }
    if hours != [.wholeDay] { parts.append(hours.map(\.description).joined(separator: ", ")) }
    return parts.isEmpty ? "every day" : parts.joined(separator: " ")
  }
}

extension TimeWindow.Hours: CustomStringConvertible {
  /// `10:00-20:00`
  public var description: String {
    func text(_ minutes: Int) -> String { "\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))" }
    return "\(text(start))-\(text(end == 1440 ? 1440 : end % 1440))"
  }
}
