import CanonEngine

/// The effect of solos, for meters, before and after the last change of a solo.
struct SoloHearing {
  private let ramp: FrameCount
  /// The frame on which a solo last began or ended; `.min` if none ever did.
  private let since: FramePosition
  private let before: Solos
  private let after: Solos

  /// Whether any stem is soloed, and whether any of them silences the base.
  private struct Solos {
    var any = false
    var alone = false

    mutating func add(_ mode: SoloMode) {
      if mode != .off { any = true }
      if mode == .alone { alone = true }
    }

    func lets(_ mode: SoloMode, isBase: Bool) -> Bool { !any || mode != .off || (isBase && !alone) }
  }

  /// Whether a stem is heard before and after the last change.
  struct Modes {
    fileprivate let before: Bool
    fileprivate let after: Bool
  }

  init(_ stems: [StemMirror], ramp: FrameCount) {
    self.ramp = max(1, ramp)
    var since = FramePosition.min
    for index in stems.indices { since = max(since, stems[index].solo.since) }
    var (before, after) = (Solos(), Solos())
    for index in stems.indices {
      before.add(stems[index].solo.value(at: max(since, 0) - 1))
      after.add(stems[index].solo.value(at: max(since, 0)))
    }
    (self.since, self.before, self.after) = (since, before, after)
  }

  /// Whether the effect is constant from a frame on.
  func isSteady(from frame: FramePosition) -> Bool { since < frame - ramp }

  func modes(of solo: Setting<SoloMode>, isBase: Bool) -> Modes {
    Modes(
      before: before.lets(solo.value(at: max(since, 0) - 1), isBase: isBase),
      after: after.lets(solo.value(at: max(since, 0)), isBase: isBase))
  }

  /// The factor for a stem on a frame, 0...1: it moves over the set's ramp when a solo begins or ends.
  func factor(of modes: Modes, at frame: FramePosition) -> Float {
    let now: Float = modes.after ? 1 : 0
    if isSteady(from: frame) { return now }
    let then: Float = modes.before ? 1 : 0
    return then + (now - then) * max(0, min(1, Float(frame - since) / Float(ramp)))
  }
}
