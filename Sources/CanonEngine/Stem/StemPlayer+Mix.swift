/// Whether, and how, a stem is soloed.
public enum SoloMode: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case off
  /// The stem is heard with the other soloed stems and the bases.
  case on
  /// The stem is heard with the other soloed stems; the bases are not.
  case alone
}

/// A change of the gain of a stem or the master on a later frame.
struct PendingGain: BitwiseCopyable {
  let at: FramePosition
  let gain: Gain
  /// Frames that the change takes.
  let length: FrameCount

  @_noLocks init(at: FramePosition, gain: Gain, length: FrameCount) {
    self.at = at
    self.gain = gain
    self.length = length
  }
}

/// A change of a pan on a later frame.
struct PendingPan: BitwiseCopyable {
  let at: FramePosition
  let pan: PanFactors
  /// Frames that the change takes.
  let length: FrameCount

  @_noLocks init(at: FramePosition, pan: PanFactors, length: FrameCount) {
    self.at = at
    self.pan = pan
    self.length = length
  }
}

struct PendingSolo: BitwiseCopyable {
  let at: FramePosition
  let mode: SoloMode

  @_noLocks init(at: FramePosition, mode: SoloMode) {
    self.at = at
    self.mode = mode
  }
}

/// A replacement of samples on a later frame.
@unsafe struct Replacement: BitwiseCopyable {
  let samples: StemRef
  var at: FramePosition
  /// The frame on which the old samples begin to fade; `.max` once they do.
  var dipStart: FramePosition
  let ticket: CommandTicket
}

extension StemPlayer {
  var isSoloed: Bool {
    @_noLocks get {
      switch solo {
      case .off: false
      case .on, .alone: true
      }
    }
  }

  @_noLocks mutating func setGain(_ new: Gain, at position: FramePosition, length: FrameCount) {
    gain = gain.moved(to: new.linear, at: position, length: length)
    settle()
  }

  @_noLocks mutating func setPan(_ pan: PanFactors, at position: FramePosition, length: FrameCount) {
    left = left.moved(to: pan.left, at: position, length: length)
    right = right.moved(to: pan.right, at: position, length: length)
    settle()
  }

  /// - Parameter isRolling: Whether the clock runs. Before it does there is no signal, and the change is a step.
  @_noLocks mutating func setAudible(
    _ isAudible: Bool, at position: FramePosition, isRolling: Bool, ramps: RampLengths
  ) {
    let length = isWholeAtOnce ? 0 : max(ramps.usual, riseLength)
    isWholeAtOnce = false
    riseLength = 0
    let target: Float = isAudible ? 1 : 0
    guard audibility.to != target else { return }
    audibility = Ramp(
      from: isRolling ? audibility.value(before: position) : target, to: target, start: position,
      length: isRolling ? length : 0)
    settle()
  }

  // MARK: - Replacing samples

  var hasReplacement: Bool {
    @_noLocks get { if case .some = unsafe replacement { true } else { false } }
  }

  /// Plans a replacement: the old samples fade before it, and the new ones begin as a starting stem does.
  /// - Returns: The frame of the replacement.
  @_noLocks mutating func plan(
    _ new: StemRef, for boundary: FramePosition, at position: FramePosition, ticket: CommandTicket,
    ramps: RampLengths
  ) -> FramePosition {
    let at = unsafe samples == nil ? position : max(boundary, position &+ ramps.shortest)
    if dip.to == 0 { recover(at: position, ramps: ramps) }
    unsafe replacement = Replacement(
      samples: new, at: at, dipStart: max(position, at &- ramps.usual), ticket: ticket)
    return at
  }

  @_noLocks private mutating func recover(at position: FramePosition, ramps: RampLengths) {
    dip = dip.moved(to: 1, at: position, length: ramps.usual)
    settle()
  }

  /// Begins to fade the old samples if that is due.
  @_noLocks mutating func beginDip(at position: FramePosition) {
    guard var replacement = unsafe self.replacement, unsafe replacement.dipStart <= position else { return }
    unsafe replacement.dipStart = .max
    unsafe self.replacement = unsafe replacement
    guard unsafe samples != nil else { return }
    dip = unsafe Ramp(
      from: dip.value(before: position), to: 0, start: position, length: max(0, replacement.at &- position))
    settle()
  }

  /// Replaces the samples if that is due.
  /// - Returns: The ticket of the command that brought the new ones; nil if no replacement is due.
  @_noLocks mutating func replace(at position: FramePosition, ramps: RampLengths) -> CommandTicket? {
    guard let replacement = unsafe self.replacement, unsafe replacement.at <= position else { return nil }
    unsafe samples = unsafe replacement.samples
    unsafe self.replacement = nil
    releaseEnd = min(releaseEnd, position)
    passage = .none
    let isWhole = run.isUnderWay ? isWhole(at: position) : !isCued
    let length = isWhole ? 0 : ramps.usual
    dip = Ramp(from: 0, to: 1, start: position, length: length)
    planAgain(at: position, ramps: ramps)
    return unsafe replacement.ticket
  }

  /// Removes the samples, and those of a pending replacement: none of them may be read any more.
  @_noLocks mutating func removeSamples(at position: FramePosition, ramps: RampLengths) {
    unsafe samples = nil
    unsafe replacement = nil
    planAgain(at: position, ramps: ramps)
  }

  /// Plans pending changes again, because the intro and the release may have changed.
  @_noLocks private mutating func planAgain(at position: FramePosition, ramps: RampLengths) {
    switch status {
    case .wait(let change): planUpbeat(for: change.at, at: position)
    case .play, .playThenMute, .playThenStop:
      let current = status
      sound(current, current, at: position, ramps: ramps)
    case .stop, .mute, .muteThenPlay, .muteThenStop: break
    }
    settle()
  }
}
