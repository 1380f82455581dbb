import CanonEngine

/// The blocks into which one period is mixed: the master's pair, then a pair for each stem, then one for each place of a bus.
struct PeriodMemory: ~Copyable {
  let frames: Int
  private let counts: OutputCounts
  private let samples: UnsafeMutablePointer<Float>
  private let pairs: UnsafeMutablePointer<OutputPair?>

  init(_ counts: OutputCounts, frames: Int) {
    self.frames = frames
    self.counts = counts
    samples = .allocate(capacity: 2 * counts.blocks * frames)
    samples.initialize(repeating: 0, count: 2 * counts.blocks * frames)
    pairs = .allocate(capacity: counts.blocks)
    for index in 0..<counts.blocks {
      let left = samples + 2 * index * frames
      (pairs + index).initialize(to: OutputPair(left: left, right: left + frames))
    }
  }

  deinit {
    samples.deallocate()
    pairs.deallocate()
  }

  subscript(block: Int) -> OutputPair {
    // Every pair was made in the initialiser.
    pairs[block]!
  }

  /// nil if the master alone is wanted.
  var ports: OutputPairs? { counts.isMasterAlone ? nil : OutputPairs(pairs + 1, count: counts.stems) }
  var buses: OutputPairs? {
    counts.isMasterAlone ? nil : OutputPairs(pairs + 1 + counts.stems, count: counts.busPlaces)
  }

  /// Copies the first `count` frames of a block, interleaved, to `target`; silence without a block.
  func interleave(block: Int?, count: Int, into target: UnsafeMutablePointer<Float>) {
    guard let block else {
      target.initialize(repeating: 0, count: 2 * count)
      return
    }
    let (left, right) = (self[block].left, self[block].right)
    var k = 0
    while k < count {
      target[2 * k] = left[k]
      target[2 * k + 1] = right[k]
      k += 1
    }
  }
}
