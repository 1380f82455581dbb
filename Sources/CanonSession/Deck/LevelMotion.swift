import CanonEngine
import Glibc

/// How a stem's gain and pan move, for meters: by the engine's own ramps.
struct LevelMotion {
  private var gain: Ramp
  private var left: Ramp
  private var right: Ramp
  private var gainEnd: FramePosition = .min
  private var panEnd: FramePosition = .min

  init(_ decibels: Decibels, _ pan: Pan) {
    let factors = PanFactors(pan)
    gain = Ramp(constant: Gain(decibels).linear)
    (left, right) = (Ramp(constant: factors.left), Ramp(constant: factors.right))
  }

  /// - Parameter length: Frames until it is there; 0: at once.
  mutating func move(to decibels: Decibels, at frame: FramePosition, length: FrameCount) {
    gain = gain.moved(to: Gain(decibels).linear, at: frame, length: length)
    gainEnd = frame + length
  }

  mutating func move(to pan: Pan, at frame: FramePosition, length: FrameCount) {
    let factors = PanFactors(pan)
    left = left.moved(to: factors.left, at: frame, length: length)
    right = right.moved(to: factors.right, at: frame, length: length)
    panEnd = frame + length
  }

  /// Whether nothing moves from a frame on, or has since then.
  func isSteady(from frame: FramePosition) -> Bool { max(gainEnd, panEnd) < frame }

  /// The gain alone, to a tenth of a decibel.
  func gain(at frame: FramePosition) -> Decibels {
    let decibels = 20 * log10(Double(gain.value(at: frame)))
    let tenths = (max(decibels, Decibels.range.lowerBound) * 10).rounded() / 10
    return Decibels(min(tenths, Decibels.range.upperBound)) ?? Decibels(0)!
  }

  /// Linear factors.
  func value(at frame: FramePosition) -> (left: Float, right: Float) {
    let gain = gain.value(at: frame)
    return (gain * left.value(at: frame), gain * right.value(at: frame))
  }
}
