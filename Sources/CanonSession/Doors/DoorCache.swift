import CanonEngine
import CanonSchedule

/// What the doors said last. An answer holds until the door changes by itself, unless something else has changed that it
/// depends on: of thousands of doors almost all say what they said before.
struct DoorCache {
  private struct Answer {
    let status: DoorStatus
    let until: Instant
  }

  private var answers: [StemIndex: Answer] = [:]
  private var last: DoorContext?

  /// Seconds for which an answer without an end is believed.
  private static let longest = 3600.0

  /// To be called before the others: forgets what does not hold in this context.
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

  /// Forgets everything: the zone may have changed.
  mutating func forget() { answers = [:] }

  mutating func status(of stem: StemIndex, by gate: Gate, in context: DoorContext) -> DoorStatus {
    if let answer = answers[stem], context.now < answer.until { return answer.status }
    let status = gate.status(of: stem, in: context)
    let until = min(status.nextChange ?? context.now + Self.longest, context.now + Self.longest)
    answers[stem] = Answer(status: status, until: until)
    return status
  }
}
