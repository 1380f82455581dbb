/// A fade out that begins on a later frame.
struct PendingFade: BitwiseCopyable {
  let at: FramePosition
  /// Where it is silent.
  let end: FramePosition

  @_noLocks init(at: FramePosition, end: FramePosition) {
    self.at = at
    self.end = end
  }
}

/// Fades of a stem's voice: to silence, where its state becomes mute, and from silence.
extension StemPlayer {
  /// Whether the pending change is a mute that a fade leads to: the envelope does not fall for it.
  @_noLocks func isFadedOut(by status: StemStatus) -> Bool {
    if case .playThenMute = status { fadeLength > 0 } else { false }
  }

  /// What a new status does to the fade of a stem that sounds, or begins to.
  /// - Parameters:
  ///   - begun: The length of the fade in that the stem begins with; 0 if there is none.
  ///   - isSilent: Whether its envelope was 0.
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

  /// The stem begins to be heard, and not by a fade.
  @_noLocks mutating func wholeFade(isSilent: Bool, at position: FramePosition, ramps: RampLengths) {
    guard fade.to != 1 || fade.end > position else { return }
    fade = isSilent ? Ramp(constant: 1) : fade.moved(to: 1, at: position, length: ramps.usual)
  }

  /// Begins the fade out if this is its frame.
  @_noLocks mutating func beginFade(at position: FramePosition) {
    guard let out = pendingFade, out.at <= position else { return }
    pendingFade = nil
    fade = fade.moved(to: 0, at: position, length: out.end &- position)
    settle()
  }
}
