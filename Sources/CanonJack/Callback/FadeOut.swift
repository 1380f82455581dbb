import CanonEngine

/// A linear fade of 5 ms, applied to the engine's output before a client leaves the graph on purpose. The journal does not
/// contain it.
struct FadeOut {
  private let length: Int32
  private var done: Int32 = 0

  /// - Parameter sampleRate: In hertz.
  init(sampleRate: Int64) { length = Int32(truncatingIfNeeded: max(1, sampleRate / 200)) }

  var isOver: Bool { @_noLocks get { done >= length } }

  /// Lowers one pair of ports in this cycle.
  /// - Thread: audio
  @_noLocks func lower(_ pair: OutputPair, frames: Int32) {
    lower(pair.left, frames)
    lower(pair.right, frames)
  }

  @_noLocks private func lower(_ samples: UnsafeMutablePointer<Float>, _ frames: Int32) {
    let step = 1 / Float(length)
    var k: Int32 = 0
    while k < frames {
      let left = max(0, length &- done &- k)
      samples[Int(k)] *= Float(left) * step
      k &+= 1
    }
  }

  /// Ends one cycle, after all of its pairs have been lowered.
  /// - Thread: audio
  @_noLocks mutating func advance(_ frames: Int32) { done = min(length, done &+ min(frames, length)) }
}
