import CanonEngine
import Glibc

/// The movement of a stem's gain, pan and fade, with the engine's own ramps, for what control shows and restores.
struct LevelMotion {
  private var gain: Ramp
  private var left: Ramp
  private var right: Ramp
  private var fade = Ramp(constant: 1)
  private var fadeStart: FramePosition = .min
  private var fadeEnd: FramePosition = .min

  init(_ decibels: Decibels, _ pan: Pan) {
    let factors = PanFactors(pan)
    gain = Ramp(constant: Gain(decibels).linear)
    (left, right) = (Ramp(constant: factors.left), Ramp(constant: factors.right))
  }

  /// Moves the gain.
  /// - Parameter length: The frames that it takes; 0 for a step.
  mutating func move(to decibels: Decibels, at frame: FramePosition, length: FrameCount) {
    gain = gain.moved(to: Gain(decibels).linear, at: frame, length: length)
  }

  mutating func move(to pan: Pan, at frame: FramePosition, length: FrameCount) {
    let factors = PanFactors(pan)
    left = left.moved(to: factors.left, at: frame, length: length)
    right = right.moved(to: factors.right, at: frame, length: length)
  }

  /// The gain, to a tenth of a decibel.
  func gain(at frame: FramePosition) -> Decibels { gain.decibels(at: frame) }
}

extension LevelMotion {
  /// Moves everything to a later frame.
  mutating func delay(by frames: FrameCount) {
    (gain, left, right) = (gain.delayed(by: frames), left.delayed(by: frames), right.delayed(by: frames))
    fade = fade.delayed(by: frames)
    if fadeStart != .min { fadeStart += frames }
    if fadeEnd != .min { fadeEnd += frames }
  }
}

/// Fades of a stem, and a panic.
extension LevelMotion {
  mutating func fadeOut(from frame: FramePosition, over length: FrameCount) {
    setFade(fade.moved(to: 0, at: frame, length: length), from: frame, over: length)
  }

  mutating func fadeIn(from frame: FramePosition, over length: FrameCount) {
    setFade(Ramp(from: 0, to: 1, start: frame, length: length), from: frame, over: length)
  }

  /// Reverses a fade out.
  mutating func fadeBack(from frame: FramePosition, over length: FrameCount) {
    setFade(fade.moved(to: 1, at: frame, length: length), from: frame, over: length)
  }

  /// The fade stays at a level.
  mutating func setFade(_ level: Float, at frame: FramePosition) {
    setFade(Ramp(constant: level), from: frame, over: 0)
  }

  private mutating func setFade(_ ramp: Ramp, from frame: FramePosition, over length: FrameCount) {
    (fade, fadeStart, fadeEnd) = (ramp, frame, frame + length)
  }

  /// Drops a fade out that has not begun by a frame.
  mutating func forgetFade(after frame: FramePosition) {
    if fadeStart > frame { setFade(fade.value(at: frame), at: frame) }
  }

  /// Ends a fade, because the stem begins to be heard without one.
  mutating func endFade() { fade = Ramp(constant: 1) }

  /// The level to which the stem has faded, to six decimals, the level to which its fade leads, and the frames until
  /// then; nil if it has not faded.
  func fading(at frame: FramePosition) -> (level: Double, goal: Float, left: FrameCount)? {
    let level = (Double(fade.value(at: frame)) * 1_000_000).rounded() / 1_000_000
    return level < 1 ? (level, fade.value(at: .max), max(0, fadeEnd - frame)) : nil
  }

  /// Stops all movements at their current values.
  /// - Returns: The gain and the pan reached.
  mutating func stop(at frame: FramePosition, gain old: Decibels, pan oldPan: Pan) -> (Decibels, Pan) {
    let factors = PanFactors(oldPan), sides = (left.value(at: frame), right.value(at: frame))
    let reached = (
      gain.decibels(at: frame, otherwise: old),
      sides == (factors.left, factors.right) ? oldPan : Pan(left: sides.0, right: sides.1)
    )
    gain = Ramp(constant: gain.value(at: frame))
    (left, right) = (Ramp(constant: sides.0), Ramp(constant: sides.1))
    endFade()
    return reached
  }
}

extension Ramp {
  /// The gain on a frame, to a tenth of a decibel.
  func decibels(at frame: FramePosition) -> Decibels {
    let decibels = 20 * log10(Double(value(at: frame)))
    let tenths = (max(decibels, Decibels.range.lowerBound) * 10).rounded() / 10 + 0  // no minus zero
    return Decibels(min(tenths, Decibels.range.upperBound)) ?? Decibels(0)!
  }

  /// - Parameter known: The exact gain if it does not move.
  func decibels(at frame: FramePosition, otherwise known: Decibels) -> Decibels {
    value(at: frame) == Gain(known).linear ? known : decibels(at: frame)
  }
}
