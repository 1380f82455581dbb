import CanonEngine

/// Control's knowledge of a stem's pause. A pause is in force once the engine has reported it; until then it is pending.
struct HoldMirror {
  /// How a pending change was requested, so that it can be requested again.
  struct Asked {
    let quantum: Quantum
    let by: Asker
    /// Whether it was requested for all stems at once.
    let isOfAll: Bool
  }

  /// Whether a pause holds the stem.
  private(set) var setting = Setting(false)
  private(set) var asked: Asked?

  var isHeld: Bool { setting.value }
  var next: Setting<Bool>.Change? { setting.next }

  mutating func accept(_ change: Setting<Bool>.Change, _ asked: Asked) {
    setting.accept(change)
    self.asked = asked
  }

  /// Notes the engine's report that the stem is held from a frame on, or no longer is.
  mutating func become(_ isHeld: Bool, at frame: FramePosition) { setting.become(isHeld, at: frame) }

  /// Drops a pause that is pending for a frame, because a start that was requested after it takes effect there.
  mutating func drop(by frame: FramePosition) {
    if let next, next.value, next.at <= frame { setting.drop() }
  }

  /// Advances to a position of the clock. A change that has an effect stays pending until the engine reports it.
  mutating func reach(_ position: FramePosition) {
    if let next, next.at < position, next.value == isHeld { setting.drop() }
  }

  mutating func stop(at frame: FramePosition) { setting.stop(at: frame, on: false) }

  /// Moves a pending change with the music.
  mutating func relocate(_ move: Relocation) { setting.relocate(move) }

  mutating func delay(by frames: FrameCount) { setting.delay(by: frames) }
}

extension StemMirror {
  /// The next change of the pause, by its own command or by a start that ends it; nil if there is none.
  var nextHold: (isHeld: Bool, at: FramePosition)? {
    let end = endsHold && status.next == .play ? status.pending?.at : nil
    if let next = hold.next, next.value != hold.isHeld, end.map({ next.at < $0 }) ?? true {
      return (next.value, next.at)
    }
    return hold.isHeld ? end.map { (false, $0) } : nil
  }

  /// Adopts a pause or a resume that the engine has accepted.
  mutating func accept(_ change: Setting<Bool>.Change, _ asked: HoldMirror.Asked) {
    hold.accept(change, asked)
    if change.value, let pending = status.pending, pending.at >= change.at { endsHold = false }
  }

  /// Applies the effect of an accepted request on the pause: a request that lets the stem be heard ends it.
  /// - Parameters:
  ///   - due: The frame on which the pause ends if the stem already plays.
  ///   - length: Frames of the fade in.
  /// - Returns: Whether the request ends the pause of a stem that plays.
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

  /// Notes the engine's report that a pause holds the stem from a frame on, or no longer does.
  /// - Returns: Whether that is new, and how it was requested; nil where a start of the stem ends the pause.
  mutating func hold(_ isHeld: Bool, at frame: FramePosition) -> (isNew: Bool, asked: HoldMirror.Asked?) {
    let isNew = isHeld != hold.isHeld
    let cause = hold.next.flatMap { $0.value == isHeld && $0.at <= frame ? $0 : nil }
    hold.become(isHeld, at: frame)
    return (isNew, cause == nil ? nil : hold.asked)
  }
}
