import CanonEngine

/// The effect of solos, for meters, before and after the last change of a solo.
struct SoloHearing {
  private let stems: [Setting<SoloMode>]
  private let ramp: FrameCount
  /// The frame on which a solo last began or ended; `.min` if none ever did.
  private let since: FramePosition
  private let before: Solos
  private let after: Solos

  /// Whether any stem is soloed, and whether any of them silences the base.
  private struct Solos {
    let any: Bool
    let alone: Bool

    init(_ stems: [Setting<SoloMode>], at frame: FramePosition) {
      any = stems.contains { $0.value(at: frame) != .off }
      alone = stems.contains { $0.value(at: frame) == .alone }
    }

    func lets(_ mode: SoloMode, isBase: Bool) -> Bool { !any || mode != .off || (isBase && !alone) }
  }

  init(_ stems: [StemMirror], ramp: FrameCount) {
    self.stems = stems.map(\.solo)
    self.ramp = max(1, ramp)
    since = stems.map(\.solo.since).max() ?? .min
    (before, after) = (Solos(self.stems, at: max(since, 0) - 1), Solos(self.stems, at: max(since, 0)))
  }

  /// Whether the effect is constant from a frame on.
  func isSteady(from frame: FramePosition) -> Bool { since < frame - ramp }

  /// The factor for a stem on a frame, 0...1: it moves over the set's ramp when a solo begins or ends.
  func factor(of index: Int, isBase: Bool, at frame: FramePosition) -> Float {
    let now: Float = after.lets(stems[index].value(at: max(since, 0)), isBase: isBase) ? 1 : 0
    if isSteady(from: frame) { return now }
    let then: Float = before.lets(stems[index].value(at: max(since, 0) - 1), isBase: isBase) ? 1 : 0
    return then + (now - then) * max(0, min(1, Float(frame - since) / Float(ramp)))
  }
}
