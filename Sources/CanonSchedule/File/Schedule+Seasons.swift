/// When the doors are open, as spans of time, and the seasons of `year = "every"`.
///
/// A computed door of every year opens on its day and shuts on the next ``Schedule/seasonEnds``. So the
/// season of a year starts with its earliest door, and between a season's end and that door all of them are
/// shut. A day before the season's end belongs to the season that began the year before: with the default
/// end, a door "01-06" is Epiphany *after* Christmas.
extension Schedule {
  /// From `opens`, included, to `shuts`, excluded.
  struct Span {
    var opens: Instant
    var shuts: Instant?

    func contains(_ instant: Instant) -> Bool {
      guard let shuts else { return opens <= instant }
      return opens <= instant && instant < shuts
    }
  }

  /// The state of a schedule of every year.
  public enum Season: Hashable, Sendable {
    /// The first door has opened; open doors shut at `ends`.
    case running(ends: Instant)
    /// All yearly doors are shut; the first opens at `starts`.
    case between(starts: Instant)
  }

  /// Returns nil when the schedule has no yearly doors.
  public func season(at now: Instant) -> Season? {
    var starts: Instant?
    for (rule, _) in doors.flatMap(\.condition.openings) where isYearly(rule) {
      for year in years(around: now) {
        guard let (opens, ends) = season(of: rule, in: year) else { continue }
        if opens <= now, now < ends { return .running(ends: ends) }
        if opens > now { starts = min(starts ?? opens, opens) }
      }
    }
    return starts.map { .between(starts: $0) }
  }

  /// The spans from one rule to another, in their order: the only one, or those of the years around `now`.
  func spans(of rule: OpeningRule, until: OpeningRule?, around now: Instant) -> [Span] {
    if isYearly(rule) {
      return years(around: now).compactMap { yearlySpan(of: rule, until: until, in: $0) }
    }
    var named = 0  // for moments that are written down, which need none
    if case .fixed(let year) = year { named = year }
    return [Span(opens: rule.instant(in: named, zone: zone), shuts: until?.instant(in: named, zone: zone))]
  }

  /// The span that begins in `year`; nil when it is empty, or when the rule is not computed.
  func yearlySpan(of rule: OpeningRule, until: OpeningRule?, in year: Int) -> Span? {
    guard let (opens, ends) = season(of: rule, in: year) else { return nil }
    guard let until else { return Span(opens: opens, shuts: ends) }
    let sameYear = until.instant(in: year, zone: zone)
    let shuts = sameYear >= opens ? sameYear : until.instant(in: year + 1, zone: zone)
    return shuts > opens ? Span(opens: opens, shuts: min(shuts, ends)) : nil
  }

  private func isYearly(_ rule: OpeningRule) -> Bool { year == .every && rule.isComputed }

  private func season(of rule: OpeningRule, in year: Int) -> (opens: Instant, ends: Instant)? {
    guard let date = rule.date(in: year) else { return nil }
    return (zone.firstInstant(of: date), zone.firstInstant(of: seasonEnds.date(after: date)))
  }

  /// The last opening before `now` and the next one are in these years.
  private func years(around now: Instant) -> ClosedRange<Int> {
    let year = zone.date(at: now).year
    return year - 1...year + 1
  }
}
