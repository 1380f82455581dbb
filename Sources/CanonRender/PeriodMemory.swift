import CanonEngine

/// The blocks that the engine writes one period into: the master's pair, then a pair for each stem.
struct PeriodMemory: ~Copyable {
  let frames: Int
  private let samples: UnsafeMutablePointer<Float>
  private let pairs: UnsafeMutablePointer<OutputPair>

  init(stems: Int, frames: Int) {
    self.frames = frames
    let count = 2 * (stems + 1)
    samples = .allocate(capacity: count * frames)
    samples.initialize(repeating: 0, count: count * frames)
    pairs = .allocate(capacity: stems + 1)
    for index in 0...stems {
      let left = samples + 2 * index * frames
      (pairs + index).initialize(to: OutputPair(left: left, right: left + frames))
    }
  }

  deinit {
    samples.deallocate()
    pairs.deallocate()
  }

  var master: OutputPair { pairs[0] }
  var ports: UnsafePointer<OutputPair> { UnsafePointer(pairs + 1) }

  /// Copies `count` frames of a pair, interleaved, into `target`. Pair 0 is the master, pair `k` stem `k - 1`.
  func interleave(pair: Int, count: Int, into target: UnsafeMutableBufferPointer<Float>) {
    let pair = pairs[pair]
    for k in 0..<count {
      target[2 * k] = pair.left[k]
      target[2 * k + 1] = pair.right[k]
    }
  }
}
