/// A linear fade of 5 ms, which a driver applies to the engine's output before its client leaves the graph on purpose. After
/// it the output is silent.
public struct FadeOut: Sendable {
  private let length: Int32
  private var done: Int32 = 0

  /// - Parameter sampleRate: In hertz.
  public init(sampleRate: Int64) { length = Int32(truncatingIfNeeded: max(1, sampleRate / 200)) }

  /// - Thread: any
  public var hasBegun: Bool { @_noLocks get { done > 0 } }
  /// - Thread: any
  public var isOver: Bool { @_noLocks get { done >= length } }

  /// Lowers the next frames of one pair.
  /// - Thread: audio
  @_noLocks public func lower(_ pair: OutputPair, frames: Int32) {
    unsafe lower(pair.left, frames)
    unsafe lower(pair.right, frames)
  }

  @_noLocks private func lower(_ samples: UnsafeMutablePointer<Float>, _ frames: Int32) {
    let step = 1 / Float(length)
    var k: Int32 = 0
    while k < frames {
      let left = max(0, length &- done &- k)
      unsafe samples[Int(k)] *= Float(left) * step
      k &+= 1
    }
  }

  /// Moves on by some frames, after all pairs have been lowered.
  /// - Thread: audio
  @_noLocks public mutating func advance(_ frames: Int32) { done = min(length, done &+ min(frames, length)) }
}
