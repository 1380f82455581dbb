/// Says of a condition when it holds: a calculus of half-open spans of time.
///
/// "All" opens when the last of its parts has opened, and shuts with the first; "any" the other way round. Where parts
/// open and shut again and again, that is a search from one change to the next.
struct DoorJudge {
  let schedule: Schedule
  let context: DoorContext
  /// Whether to suppose that every stem that is needed sounds.
  var supposesSounding = false

  /// Where a search ends: conditions that never meet ("sat" and "sun") never open.
  private static let mostSteps = 4000

  func isOpen(_ condition: DoorCondition, at time: Instant) -> Bool {
    switch condition {
    case .opens(let rule, let until): span(rule, until, at: time) != nil
    case .window(let window):
      !isUnknown(time) && window.spans(around: time, zone: schedule.zone).contains { $0.contains(time) }
    case .after(let delay): opening(after: delay).map { $0 <= reached(time) } ?? false
    case .needs(let ids): supposesSounding || ids.allSatisfy(context.sounding.contains)
    case .all(let parts): parts.allSatisfy { isOpen($0, at: time) }
    case .any(let parts): parts.contains { isOpen($0, at: time) }
    }
  }

  /// The first instant at or after `time` at which the condition holds; nil if none can be told.
  func opening(_ condition: DoorCondition, from time: Instant) -> Instant? {
    if isOpen(condition, at: time) { return time }
    switch condition {
    case .opens(let rule, let until):
      return schedule.spans(of: rule, until: until, around: time).map(\.opens).filter { $0 > time }.min()
    case .window(let window):
      return window.spans(around: time, zone: schedule.zone).map(\.opens).filter { $0 > time }.min()
    case .after(let delay): return opening(after: delay).flatMap { $0 > time ? $0 : nil }
    case .needs: return nil
    case .all(let parts): return search(from: time) { time in last(parts.map { opening($0, from: time) }) }
    case .any(let parts): return parts.compactMap { opening($0, from: time) }.min()
    }
  }

  /// The first instant at or after `time` at which the condition does not hold; nil if it holds for ever.
  func shutting(_ condition: DoorCondition, from time: Instant) -> Instant? {
    guard isOpen(condition, at: time) else { return time }
    switch condition {
    case .opens(let rule, let until): return span(rule, until, at: time)?.shuts
    case .window(let window):
      return search(from: time) { time in
        let spans = window.spans(around: time, zone: schedule.zone)
        return spans.last { $0.contains(time) }.map { $0.shuts ?? time } ?? time
      }
    case .after, .needs: return nil
    case .all(let parts): return parts.compactMap { shutting($0, from: time) }.min()
    case .any(let parts): return search(from: time) { time in last(parts.map { shutting($0, from: time) }) }
    }
  }

  /// Since when the condition has held, at a `time` at which it holds; nil if that cannot be told.
  func since(_ condition: DoorCondition, at time: Instant) -> Instant? {
    switch condition {
    case .opens(let rule, let until): span(rule, until, at: time)?.opens
    case .window(let window):
      search(from: time) { time in
        // What ends where the next begins is one opening.
        let spans = window.spans(around: time, zone: schedule.zone)
        return spans.first { $0.opens < time && time <= $0.shuts ?? time }?.opens ?? time
      }
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

  // MARK: - Parts

  /// The time of all times up to which openings have been reached: a clock that goes back shuts nothing.
  private func reached(_ time: Instant) -> Instant {
    let seen = context.memory.latest ?? Instant(secondsSince1970: -.infinity)
    return isUnknown(time) ? seen : max(time, seen)
  }

  private func isUnknown(_ time: Instant) -> Bool { context.isClockWrong && time == context.now }

  private func opening(after delay: Delay) -> Instant? {
    context.memory.firstStart.map { delay.instant(after: $0, zone: schedule.zone) }
  }

  /// The span that is open at `time`: it was reached, and has not ended.
  private func span(_ rule: OpeningRule, _ until: OpeningRule?, at time: Instant) -> Schedule.Span? {
    let spans = schedule.spans(of: rule, until: until, around: time)
    let reached = reached(time)
    return spans.first { $0.contains(time) && $0.opens <= reached }
      ?? spans.first { $0.opens <= reached && time < $0.shuts ?? .distantFuture }
  }

  private func last(_ instants: [Instant?]) -> Instant? {
    instants.contains { $0 == nil } ? nil : instants.compactMap(\.self).max()
  }

  /// Goes on from one time to the next until it stays; nil where there is no next, or no end.
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
