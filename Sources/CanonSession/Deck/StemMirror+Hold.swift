import CanonEngine

/// What is known of a stem's pause. It is a fact once the engine has said so; until then it is to come.
struct HoldMirror {
  /// How a change that is to come was asked for, so that it can be asked for again.
  struct Asked {
    let quantum: Quantum
    let by: Asker
    /// Whether it was asked of all stems at once.
    let isOfAll: Bool
  }

  /// Whether a pause keeps the stem from being heard.
  private(set) var setting = Setting(false)
  private(set) var asked: Asked?

  var isHeld: Bool { setting.value }
  var next: Setting<Bool>.Change? { setting.next }

  mutating func accept(_ change: Setting<Bool>.Change, _ asked: Asked) {
    setting.accept(change)
    self.asked = asked
  }

  /// The engine says that the stem is held from a frame on, or no longer.
  mutating func become(_ isHeld: Bool, at frame: FramePosition) { setting.become(isHeld, at: frame) }

  /// A start that was given since the pause takes effect on a frame: a pause that was for then does not come.
  mutating func drop(by frame: FramePosition) {
    if let next, next.value, next.at <= frame { setting.drop() }
  }

  /// The clock has come so far. What changes something stays to come until the engine has told of it.
  mutating func reach(_ position: FramePosition) {
    if let next, next.at < position, next.value == isHeld { setting.drop() }
  }

  mutating func stop(at frame: FramePosition) { setting.stop(at: frame, on: false) }
}

extension StemMirror {
  /// What becomes of the pause next, by a command of its own or by a start that ends it; nil if nothing.
  var nextHold: (isHeld: Bool, at: FramePosition)? {
    let end = endsHold && status.next == .play ? status.pending?.at : nil
    if let next = hold.next, next.value != hold.isHeld, end.map({ next.at < $0 }) ?? true {
      return (next.value, next.at)
    }
    return hold.isHeld ? end.map { (false, $0) } : nil
  }

  /// Takes up a pause or a resume that the engine has accepted.
  mutating func accept(_ change: Setting<Bool>.Change, _ asked: HoldMirror.Asked) {
    hold.accept(change, asked)
    if change.value, let pending = status.pending, pending.at >= change.at { endsHold = false }
  }

  /// Takes up what a request, accepted with the present status, does to the pause: what lets the stem be heard ends it.
  /// - Parameters:
  ///   - due: When it does so for a stem that plays already.
  ///   - length: Of the fade in, in frames.
  /// - Returns: Whether a stem that plays is to be heard again.
  mutating func endHold(
    by request: StemRequest, due: FramePosition, length: FrameCount, _ asked: HoldMirror.Asked
  ) -> Bool {
    switch (request, status) {
    case (.start, .wait), (.press, .wait), (.start, .muteThenPlay), (.unmute, .muteThenPlay),
      (.press, .muteThenPlay):
      endsHold = true
    case (.start, .play), (.unmute, .play):
      guard hold.isHeld || hold.next?.value == true else { return false }
      hold.accept(.init(value: false, at: due, length: length), asked)
      return hold.isHeld
    default: endsHold = false
    }
    return false
  }

  /// The engine says that a pause holds the stem from a frame on, or no longer.
  /// - Returns: Whether that is new, and whether all stems were paused or resumed with it.
  mutating func hold(_ isHeld: Bool, at frame: FramePosition, ramp: FrameCount) -> (
    isNew: Bool, isOfAll: Bool
  ) {
    let isNew = isHeld != hold.isHeld
    let cause = hold.next.flatMap { $0.value == isHeld && $0.at <= frame ? $0 : nil }
    hold.become(isHeld, at: frame)
    motion.hold(isHeld, at: frame, length: max(ramp, cause?.length ?? 0))
    return (isNew, cause != nil && hold.asked?.isOfAll == true)
  }
}
