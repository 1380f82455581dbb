/// Computes when a condition holds, with half-open spans of time.
///
/// "All" opens when the last of its parts has opened, and shuts with the first; "any" does the opposite. If parts
/// open and shut repeatedly, this is a search from one change to the next.
struct DoorJudge {
  let schedule: Schedule
  let context: DoorContext
  /// Whether to suppose that every needed stem plays.
  var supposesSounding = false

  /// The limit of a search: conditions that exclude each other ("sat" and "sun") never open, and a door that has not shut
  /// after this number of changes never shuts.
  private static let mostSteps = 60

  func isOpen(_ condition: DoorCondition, at time: Instant) -> Bool {
    switch condition {
    case .opens(let rule, let until): span(rule, until, at: time) != nil
    case .window(let window):
      !isUnknown(time) && window.contains(time, zone: schedule.zone)
    case .after(let delay): opening(after: delay).map { $0 <= reached(time) } ?? false
    case .needs(let ids): supposesSounding || ids.allSatisfy(context.sounding.contains)
    case .all(let parts): parts.allSatisfy { isOpen($0, at: time) }
    case .any(let parts): parts.contains { isOpen($0, at: time) }
    }
  }

  /// The stems that must play to open a shut condition; if there are several ways, those of the way that lacks the fewest.
  func missing(_ condition: DoorCondition, at time: Instant) -> [String] {
    var supposing = self
    supposing.supposesSounding = true
    switch condition {
    case .needs(let ids): return ids.filter { !context.sounding.contains($0) }
    case .opens, .window, .after: return []
    case .all(let parts):
      return parts.flatMap { missing($0, at: time) }.reduce(into: []) {
        if !$0.contains($1) { $0.append($1) }
      }
    case .any(let parts):
      if isOpen(condition, at: time) { return [] }
      let ways = parts.filter { supposing.isOpen($0, at: time) }.map { missing($0, at: time) }
      return ways.min { $0.count < $1.count } ?? []
    }
  }

  /// The stems on which a condition that holds relies; if there are several ways, those of the way that needs the fewest.
  func reliance(of condition: DoorCondition, at time: Instant) -> [String] {
    switch condition {
    case .needs(let ids): ids
    case .opens, .window, .after: []
    case .all(let parts):
      parts.flatMap { reliance(of: $0, at: time) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    case .any(let parts):
      parts.filter { isOpen($0, at: time) }.map { reliance(of: $0, at: time) }.min { $0.count < $1.count }
        ?? []
    }
  }

  /// The first instant at or after `time` at which the condition holds; nil if it cannot be computed.
  func opening(_ condition: DoorCondition, from time: Instant) -> Instant? {
    if isOpen(condition, at: time) { return time }
    switch condition {
    case .opens(let rule, let until):
      return schedule.spans(of: rule, until: until, around: time).map(\.opens).filter { $0 > time }.min()
    case .window(let window):
      return window.opening(after: time, zone: schedule.zone)
    case .after(let delay): return opening(after: delay).flatMap { $0 > time ? $0 : nil }
    case .needs: return nil
    case .all(let parts): return search(from: time) { time in last(parts.map { opening($0, from: time) }) }
    case .any(let parts): return parts.compactMap { opening($0, from: time) }.min()
    }
  }

  /// The first instant at or after `time` at which the condition does not hold; nil if it holds without end.
  func shutting(_ condition: DoorCondition, from time: Instant) -> Instant? {
    guard isOpen(condition, at: time) else { return time }
    switch condition {
    case .opens(let rule, let until): return span(rule, until, at: time)?.shuts
    case .window(let window):
      if window.isAlways { return nil }
      return search(from: time) { time in window.end(of: time, zone: schedule.zone) }
    case .after, .needs: return nil
    case .all(let parts): return parts.compactMap { shutting($0, from: time) }.min()
    case .any(let parts): return search(from: time) { time in last(parts.map { shutting($0, from: time) }) }
    }
  }

  /// The instant since which the condition has held, at a `time` at which it holds; nil if it cannot be computed.
  func since(_ condition: DoorCondition, at time: Instant) -> Instant? {
    switch condition {
    case .opens(let rule, let until):
      // A door that was seen open before the clock went back has no date that could be shown.
      span(rule, until, at: time).flatMap { $0.opens <= time ? $0.opens : nil }
    case .window(let window):
      window.isAlways ? nil : search(from: time) { time in window.start(of: time, zone: schedule.zone) }
    case .after(let delay): opening(after: delay)
    case .needs: nil
    case .all(let parts): last(parts.map { since($0, at: time) })
    case .any(let parts):
      search(from: time) { time in
        let before = time + -1
        let began =
          parts.filter { isOpen($0, at: time) }.map { since($0, at: time) }
          + parts.filter { isOpen($0, at: before) }.map { since($0, at: before) }
        return began.contains { $0 == nil } ? nil : began.compactMap(\.self).min() ?? time
      }
    }
  }

  /// Whether a condition that begins to hold at `time` does so because a day begins. A midnight that the schedule writes
  /// as a time of day is no such beginning.
  func opensByDate(_ condition: DoorCondition, at time: Instant) -> Bool {
    time == schedule.zone.firstInstant(of: schedule.zone.date(at: time)) && !namesTime(condition, at: time)
  }

  /// Whether some part of a condition begins to hold at `time` by a time of day.
  private func namesTime(_ condition: DoorCondition, at time: Instant) -> Bool {
    switch condition {
    case .opens(.date, _), .opens(.advent, _), .opens(.dayOfYear, _), .after(.days), .needs: false
    case .opens(.dateTime(let dateTime), _): schedule.zone.firstInstant(of: dateTime) == time
    case .opens(.instant(let instant), _): instant == time
    case .window(let window): window.namesTime(at: time, zone: schedule.zone)
    case .after(.seconds): condition.delay.flatMap(opening(after:)) == time
    case .all(let parts), .any(let parts): parts.contains { namesTime($0, at: time) }
    }
  }

  // MARK: - Parts

  /// The latest time up to which openings count as reached: a clock that goes back shuts nothing.
  private func reached(_ time: Instant) -> Instant {
    let seen = context.seen ?? Instant(secondsSince1970: -.infinity)
    return isUnknown(time) ? seen : max(time, seen)
  }

  private func isUnknown(_ time: Instant) -> Bool { context.isClockWrong && time == context.now }

  private func opening(after delay: Delay) -> Instant? {
    context.firstStart.map { delay.instant(after: $0, zone: schedule.zone) }
  }

  /// The span that is open at `time`. If the clock is behind the latest time seen, the span that was open then, unless it
  /// has ended by now.
  private func span(_ rule: OpeningRule, _ until: OpeningRule?, at time: Instant) -> Schedule.Span? {
    if !isUnknown(time) {
      let spans = schedule.spans(of: rule, until: until, around: time)
      if let span = spans.first(where: { $0.contains(time) }) { return span }
    }
    guard let seen = context.seen, isUnknown(time) || seen > time else { return nil }
    let then = schedule.spans(of: rule, until: until, around: seen).first { $0.contains(seen) }
    return then.flatMap { time < $0.shuts ?? .distantFuture ? $0 : nil }
  }

  private func last(_ instants: [Instant?]) -> Instant? {
    instants.contains { $0 == nil } ? nil : instants.compactMap(\.self).max()
  }

  /// Repeats a step from one time to the next until the time stays the same; nil if there is no next time, or no end.
  private func search(from start: Instant, _ next: (Instant) -> Instant?) -> Instant? {
    var time = start
    for _ in 0..<Self.mostSteps {
      guard let moved = next(time) else { return nil }
      if moved == time { return time }
      time = moved
    }
    return nil
  }
}

extension Instant {
  fileprivate static let distantFuture = Instant(secondsSince1970: .infinity)
}
