/// A request for a change of a stem's status.
public enum StemRequest: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// The toggle: cancels a pending change; otherwise arms a stopped stem, mutes a playing one, unmutes a muted one.
  case press
  case start
  case stop
  case mute
  case unmute
  case cancel

  public var word: String {
    switch self {
    case .press: "press"
    case .start: "start"
    case .stop: "stop"
    case .mute: "mute"
    case .unmute: "unmute"
    case .cancel: "cancel"
    }
  }
}

/// The transitions of a stem: how each request changes its status.
///
/// They are pure: the caller computes the boundary, and the player makes the sound. A request for the current state, or
/// for a change already pending on that frame, changes nothing. A different request replaces the pending change.
/// - Thread: any
extension StemStatus {
  /// The status after `request`, whose change (if it brings one) takes effect as `change` says.
  /// - Parameters:
  ///   - change: The frame and the asker of the requested change.
  ///   - secondPress: What a press does while a change is pending; with ``SecondPress/now`` the pending change gets the
  ///     frame and the asker of `change`.
  @_noLocks public func after(
    _ request: StemRequest, change: PendingChange, secondPress: SecondPress = .cancel
  ) -> StemStatus {
    switch request {
    case .press:
      if isPending, case .now = secondPress { hastened(to: change) } else { afterPress(change) }
    case .start, .unmute: afterAskingForSound(change, canArm: request.rawValue == StemRequest.start.rawValue)
    case .stop: afterStop(change)
    case .mute: afterMute(change)
    case .cancel: withoutPending
    }
  }

  /// Whether `request` would turn silence into sound, for which the engine requires a ``StartPermit``.
  @_noLocks public func needsPermit(for request: StemRequest, secondPress: SecondPress = .cancel) -> Bool {
    switch request {
    case .stop, .mute, .cancel: return false
    case .press:
      switch self {
      case .stop, .mute: return true
      case .wait, .muteThenPlay: if case .now = secondPress { return true } else { return false }
      case .play, .playThenMute, .playThenStop, .muteThenStop: return false
      }
    case .start:
      switch self {
      case .stop, .wait, .mute, .muteThenPlay, .muteThenStop: return true
      case .play, .playThenMute, .playThenStop: return false
      }
    case .unmute:
      switch self {
      case .mute, .muteThenPlay, .muteThenStop: return true
      case .stop, .wait, .play, .playThenMute, .playThenStop: return false
      }
    }
  }

  @_noLocks private func afterPress(_ change: PendingChange) -> StemStatus {
    switch self {
    case .stop: .wait(change)
    case .play: .playThenMute(change)
    case .mute: .muteThenPlay(change)
    case .wait, .playThenMute, .playThenStop, .muteThenPlay, .muteThenStop: withoutPending
    }
  }

  /// The pending change with another frame and asker.
  @_noLocks private func hastened(to change: PendingChange) -> StemStatus {
    switch self {
    case .stop, .play, .mute: self
    case .wait(let old): .wait(old.replaced(by: change))
    case .playThenMute(let old): .playThenMute(old.replaced(by: change))
    case .playThenStop(let old): .playThenStop(old.replaced(by: change))
    case .muteThenPlay(let old): .muteThenPlay(old.replaced(by: change))
    case .muteThenStop(let old): .muteThenStop(old.replaced(by: change))
    }
  }

  @_noLocks private func afterAskingForSound(_ change: PendingChange, canArm: Bool) -> StemStatus {
    switch self {
    case .stop: canArm ? .wait(change) : .stop
    case .wait(let old): canArm ? .wait(old.replaced(by: change)) : self
    case .play, .playThenMute, .playThenStop: .play
    case .mute, .muteThenStop: .muteThenPlay(change)
    case .muteThenPlay(let old): .muteThenPlay(old.replaced(by: change))
    }
  }

  @_noLocks private func afterStop(_ change: PendingChange) -> StemStatus {
    switch self {
    case .stop, .wait: .stop
    case .play, .playThenMute: .playThenStop(change)
    case .playThenStop(let old): .playThenStop(old.replaced(by: change))
    case .mute, .muteThenPlay: .muteThenStop(change)
    case .muteThenStop(let old): .muteThenStop(old.replaced(by: change))
    }
  }

  /// A stopped stem is already silent: `mute` only disarms it.
  @_noLocks private func afterMute(_ change: PendingChange) -> StemStatus {
    switch self {
    case .stop, .wait: .stop
    case .play, .playThenStop: .playThenMute(change)
    case .playThenMute(let old): .playThenMute(old.replaced(by: change))
    case .mute, .muteThenPlay, .muteThenStop: .mute
    }
  }

  /// The status with the same state and no pending change.
  var withoutPending: StemStatus {
    @_noLocks get {
      switch self {
      case .stop, .wait: .stop
      case .play, .playThenMute, .playThenStop: .play
      case .mute, .muteThenPlay, .muteThenStop: .mute
      }
    }
  }
}

extension PendingChange {
  /// The new change, or the old one with its asker if both are for the same frame.
  @_noLocks fileprivate func replaced(by new: PendingChange) -> PendingChange {
    new.at == at ? self : new
  }
}
