import CanonEngine
import CanonSchedule

/// When the performance looks next whether something has happened.
extension Performance {
  /// The time after the last command or event for which more is expected to follow, and after which an evening that has changed is
  /// written down.
  static let quickFor = Duration.seconds(2)

  /// From now on the clock may be started, stopped and moved by another machine, of which the engine alone knows.
  public func followTransport() { followsTransport = true }

  /// Whether the engine is about to send an event: a command is unanswered, or a change is due. Otherwise it is enough to read events
  /// from time to time.
  public var expectsNews: Bool {
    if !again.isEmpty || isAwaitingInputs || deck.isAwaitingAnswers { return true }
    return secondsUntilDue.map { $0 < NextLook.near } ?? false
  }

  /// How often the performance, and its driver, look whether something has happened.
  package func pace(at now: ContinuousClock.Instant = .now) -> Pace {
    if expectsNews { return .expecting }
    if isBusy || stirredAt.map({ now - $0 < Self.quickFor }) ?? false { return .steady }
    let isSounding =
      !deck.isStanding
      && (deck.cue.isClickOn
        || deck.stems.contains { !$0.hold.isHeld && $0.status.soundsNow || $0.isCued })
    return isSounding ? .playing : .resting
  }

  /// When the heartbeat is to look next.
  func nextLook(at now: ContinuousClock.Instant) -> NextLook {
    NextLook(pace: pace(at: now), due: secondsUntilDue, door: keeper.secondsUntilChange(at: deck.moment))
  }

  /// The seconds until the first frame on which the engine is known to say something, or on which a command that waits is to be given
  /// to it; nil if none is known.
  private var secondsUntilDue: Double? {
    guard let rate = deck.sampleRate, let clock = deck.clock, clock.isRolling else { return nil }
    var due = deck.isStanding ? .max : deck.nextChange
    if let next = waiting.next { due = min(due, next.waiting.at - lead) }
    return due == .max ? nil : rate.seconds(due - clock.position)
  }

  /// Whether something is under way that control looks after at every step.
  private var isBusy: Bool {
    followsTransport || deck.isAway || arriving != nil || isBeginning || isAskingAgain || capture != nil
      || isPreparingCapture
      || soundsUnderWay > 0 || !deck.editions.isEmpty || !additions.isEmpty || !playbackRequests.isEmpty
      || !outdated.isEmpty || keeper.next != nil || keeper.hasRituals || deck.isChanging
      || !deck.isStanding && (deck.section != nil || !self.set.sections.isEmpty || program.piece != nil)
  }
}
