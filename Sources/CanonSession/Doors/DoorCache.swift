import CanonEngine
import CanonSchedule

/// The last status of each door. A status is valid until the door changes by itself, unless something else on which it
/// depends has changed. Of thousands of doors almost all keep their status.
struct DoorCache {
  private struct Answer {
    let status: DoorStatus
    let until: Instant
  }

  private var answers: [StemIndex: Answer] = [:]
  private var last: DoorContext?

  /// The seconds for which a status without an end is valid.
  private static let longest = 3600.0

  /// Discards statuses that are not valid in this context. Must be called before the other methods.
  mutating func enter(_ context: DoorContext) {
    if let last, last.sounding == context.sounding, last.isClockWrong == context.isClockWrong,
      last.firstStart == context.firstStart, last.now <= context.now
    {
      self.last = context
      return
    }
    forget()
    last = context
  }

  /// Discards everything, because the zone may have changed.
  mutating func forget() { answers = [:] }

  mutating func status(of stem: StemIndex, by gate: Gate, in context: DoorContext) -> DoorStatus {
    if let answer = answers[stem], context.now < answer.until { return answer.status }
    let status = gate.status(of: stem, in: context)
    let until = min(status.nextChange ?? context.now + Self.longest, context.now + Self.longest)
    answers[stem] = Answer(status: status, until: until)
    return status
  }
}
