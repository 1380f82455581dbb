/// Combines the levels of consecutive or simultaneous parts.
struct LevelSum {
  private(set) var peak: (left: Float, right: Float) = (0, 0)
  /// Mean squares times frames.
  private var power: (left: Float, right: Float) = (0, 0)

  mutating func add(_ slice: StemProfile.Slice, _ gain: (left: Float, right: Float), _ frames: Int) {
    peak.left = max(peak.left, slice.peakLeft * gain.left)
    peak.right = max(peak.right, slice.peakRight * gain.right)
    power.left += slice.powerLeft * gain.left * gain.left * Float(frames)
    power.right += slice.powerRight * gain.right * gain.right * Float(frames)
  }

  /// The root mean square of each channel.
  /// - Parameter frames: The number of frames of the whole.
  func rms(over frames: Int) -> (left: Float, right: Float) {
    ((power.left / Float(max(1, frames))).squareRoot(), (power.right / Float(max(1, frames))).squareRoot())
  }
}
