/// A fade out that begins on a later frame.
struct PendingFade: BitwiseCopyable {
  let at: FramePosition
  /// The frame from which the stem is silent.
  let end: FramePosition

  @_noLocks init(at: FramePosition, end: FramePosition) {
    self.at = at
    self.end = end
  }
}

/// Fades of a stem's voice: out to silence, where its state becomes mute, and in from silence.
extension StemPlayer {
  /// Whether the pending change is a mute at the end of a fade, for which the envelope does not fall.
  @_noLocks func isFadedOut(by status: StemStatus) -> Bool {
    if case .playThenMute = status { fadeLength > 0 } else { false }
  }

  /// Adapts the fade to a new status of a stem that plays or begins to.
  /// - Parameters:
  ///   - begun: Frames of the fade in with which the stem begins; 0 for none.
  ///   - isSilent: Whether the envelope was 0.
  @_noLocks mutating func fade(
    into new: StemStatus, from old: StemStatus, begun: FrameCount, isSilent: Bool, at position: FramePosition,
    ramps: RampLengths
  ) {
    pendingFade = nil
    if !old.soundsNow {
      guard begun > 0 else { return wholeFade(isSilent: isSilent, at: position, ramps: ramps) }
      fade = Ramp(
        from: isSilent ? 0 : fade.value(before: position), to: 1, start: position, length: begun)
    } else if isFadedOut(by: new), let end = new.silenceAt {
      pendingFade = PendingFade(at: end &- fadeLength, end: end)
    } else if new.silenceAt == nil, fade.to != 1 {
      fade = fade.moved(to: 1, at: position, length: max(ramps.usual, fadeLength))
    }
  }

  /// Moves the fade to 1 for a stem that begins to be heard without a fade in.
  @_noLocks mutating func wholeFade(isSilent: Bool, at position: FramePosition, ramps: RampLengths) {
    guard fade.to != 1 || fade.end > position else { return }
    fade = isSilent ? Ramp(constant: 1) : fade.moved(to: 1, at: position, length: ramps.usual)
  }

  /// Moves the fade to a level, where it stays.
  /// - Parameter isRolling: Before the first downbeat no signal precedes the change.
  @_noLocks mutating func setFade(
    _ level: Float, at position: FramePosition, isRolling: Bool, ramps: RampLengths
  ) {
    fade =
      isRolling ? fade.moved(to: level, at: position, length: ramps.usual) : Ramp(constant: level)
    settle()
  }

  /// Begins the pending fade out if it is due.
  @_noLocks mutating func beginFade(at position: FramePosition) {
    guard let out = pendingFade, out.at <= position else { return }
    pendingFade = nil
    fade = fade.moved(to: 0, at: position, length: out.end &- position)
    settle()
  }
}
