/// The time that one file may take, from its opening on.
struct DecodingTime {
  let deadline: SuspendingClock.Instant
  private let longest: Duration

  /// Begins now.
  init(atMost longest: Duration) {
    deadline = SuspendingClock.now + longest
    self.longest = longest
  }

  private var isOver: Bool { SuspendingClock.now > deadline }

  var problem: SoundProblem.Cause { .tooSlow(seconds: longest.components.seconds) }

  func check() throws(SoundProblem.Cause) {
    if isOver { throw problem }
  }

  /// Why a reader failed: after the deadline the file looks empty to it (``SoundBytes``).
  func reason(for cause: SoundProblem.Cause) -> SoundProblem.Cause { isOver ? problem : cause }
}
