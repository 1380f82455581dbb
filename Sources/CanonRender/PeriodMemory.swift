import CanonEngine

/// The blocks that the engine writes one period into: the master's pair, then a pair for each stem, then one for
/// each bus.
struct PeriodMemory: ~Copyable {
  let frames: Int
  let pairCount: Int
  private let stems: Int
  private let samples: UnsafeMutablePointer<Float>
  private let pairs: UnsafeMutablePointer<OutputPair?>

  init(stems: Int, buses: Int, frames: Int) {
    self.frames = frames
    self.stems = stems
    pairCount = 1 + stems + buses
    samples = .allocate(capacity: 2 * pairCount * frames)
    samples.initialize(repeating: 0, count: 2 * pairCount * frames)
    pairs = .allocate(capacity: pairCount)
    for index in 0..<pairCount {
      let left = samples + 2 * index * frames
      (pairs + index).initialize(to: OutputPair(left: left, right: left + frames))
    }
  }

  deinit {
    samples.deallocate()
    pairs.deallocate()
  }

  subscript(pair: Int) -> OutputPair {
    // Every pair was made in the initialiser.
    pairs[pair]!
  }

  var ports: OutputPairs { OutputPairs(pairs + 1, count: stems) }
  var buses: OutputPairs { OutputPairs(pairs + 1 + stems, count: pairCount - 1 - stems) }

  /// Copies `count` frames of a pair, interleaved, to `target`. Pair 0 is the master, then come stems and buses.
  func interleave(pair: Int, count: Int, into target: UnsafeMutablePointer<Float>) {
    let pair = self[pair]
    let (left, right) = (pair.left, pair.right)
    var k = 0
    while k < count {
      target[2 * k] = left[k]
      target[2 * k + 1] = right[k]
      k += 1
    }
  }
}
