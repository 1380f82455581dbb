import Foundation

/// Converts instants to local times and back.
///
/// The way back needs a definition, because a wall clock can skip an hour (or, in Samoa in 2011, a day) and
/// can show an hour twice: a local time names *the first instant at which
/// the wall clock shows that time or a later one*. So a day without midnight begins at its first moment, a
/// skipped time is the end of the gap, and a time that happens twice is its first.
extension Zone {
  /// The day at this instant.
  public func date(at instant: Instant) -> LocalDate { dateTime(at: instant).date }

  /// The local time at this instant, in whole seconds.
  public func dateTime(at instant: Instant) -> LocalDateTime {
    LocalDateTime(wallSeconds: instant.second + offset(at: instant.second))
  }

  /// The first instant of a day; for a skipped day, the first instant after the gap.
  public func firstInstant(of date: LocalDate) -> Instant {
    Instant(second: firstSecond(wall: date.dayNumber * 86_400))
  }

  /// The first instant at which a wall clock shows this time, or the first after the gap it falls into.
  public func firstInstant(of dateTime: LocalDateTime) -> Instant {
    Instant(second: firstSecond(wall: dateTime.wallSeconds))
  }

  /// Seconds by which local time is ahead of UTC.
  func offset(at second: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
  }

  private func firstSecond(wall: Int) -> Int {
    // No zone ever was 16 hours from UTC, and none changed its offset twice within two hours.
    let reach = 16 * 3600
    let step = 2 * 3600
    for start in stride(from: wall - reach, through: wall + reach, by: step) {
      let end = start + step
      let change = firstChange(from: start, to: end)
      for (from, to) in [(start, change), (change, end)] where from < to {
        let candidate = max(from, wall - offset(at: from))
        if candidate < to { return candidate }
      }
    }
    return wall
  }

  /// The first second after `start` with another offset than at `start`, or `end`.
  func firstChange(from start: Int, to end: Int) -> Int {
    let before = offset(at: start)
    if offset(at: end) == before { return end }
    var same = start
    var different = end
    while different - same > 1 {
      let middle = (same + different) / 2
      if offset(at: middle) == before { same = middle } else { different = middle }
    }
    return different
  }
}
