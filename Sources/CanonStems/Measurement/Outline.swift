import CanonEngine

/// A sound as pictures show it: the highest and the lowest sample of each of some equal parts.
public struct Outline: Hashable, Sendable {
  /// The most parts.
  public static let mostParts = 800

  /// The number of frames.
  public let frameCount: FrameCount
  /// By part, all channels together.
  public private(set) var highest: [Float]
  public private(set) var lowest: [Float]
  /// The number of frames so far.
  private var done: FrameCount = 0

  /// - Parameter frameCount: The number of all frames, at least 1.
  init(frameCount: FrameCount) {
    self.frameCount = frameCount
    let parts = Int(min(FrameCount(Self.mostParts), frameCount))
    highest = [Float](repeating: -.infinity, count: parts)
    lowest = [Float](repeating: .infinity, count: parts)
  }

  /// The part that a frame belongs to.
  private func part(of frame: FrameCount) -> Int {
    Int(Int128(frame) * Int128(highest.count) / Int128(frameCount))
  }

  /// Takes in the next frames.
  /// - Parameter samples: Interleaved.
  mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int) {
    let count = samples.count / channels
    var frame = 0
    while frame < count {
      let part = part(of: done + FrameCount(frame))
      // The first frame of the next part.
      let next = (Int128(part + 1) * Int128(frameCount) + Int128(highest.count) - 1) / Int128(highest.count)
      let end = min(count, Int(FrameCount(next) - done))
      var (high, low) = (highest[part], lowest[part])
      for sample in samples[(frame * channels)..<(end * channels)] {
        high = max(high, sample)
        low = min(low, sample)
      }
      (highest[part], lowest[part]) = (high, low)
      frame = end
    }
    done += FrameCount(count)
  }
}
