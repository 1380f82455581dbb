import CanonEngine
import CanonSession
import CanonStems

/// The blocks that the engine writes one period into: the master's pair, then a pair for each stem, then one for
/// each place of a bus.
///
/// The engine counts the outputs by their places, which can change with an edition. The outputs that are delivered count by their ids (``adopt(_:_:)``).
struct PeriodMemory: ~Copyable {
  let frames: Int
  let pairCount: Int
  private let stems: Int
  /// The number of all blocks.
  let blockCount: Int
  private let samples: UnsafeMutablePointer<Float>
  private let pairs: UnsafeMutablePointer<OutputPair?>

  init(stems: Int, buses: Int, frames: Int) {
    self.frames = frames
    self.stems = stems
    pairCount = 1 + stems + buses
    blockCount = 1 + stems + (buses == 0 ? 0 : OutputPlan.mostBuses)
    samples = .allocate(capacity: 2 * blockCount * frames)
    samples.initialize(repeating: 0, count: 2 * blockCount * frames)
    pairs = .allocate(capacity: blockCount)
    for index in 0..<blockCount {
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
  var buses: OutputPairs { OutputPairs(pairs + 1 + stems, count: blockCount - 1 - stems) }

  /// Where each output is that is delivered, from the first after the master on; nil before it has a place. A stem that has left keeps
  /// its place until another one takes it.
  private var places: [Int?] = []

  /// Learns where the engine writes each output.
  mutating func adopt(_ plan: OutputPlan, _ names: OutputNames) {
    if places.isEmpty { places = names.all.map { _ in nil } }
    func put(_ output: Int, at place: Int) {
      for other in places.indices where places[other] == place { places[other] = nil }
      places[output] = place
    }
    for (place, stem) in plan.stems.enumerated() {
      if let output = names.stems.firstIndex(where: { $0 == stem?.id }) { put(output, at: 1 + place) }
    }
    for (place, bus) in plan.buses.enumerated() {
      if let output = names.buses.firstIndex(where: { $0 == bus?.id }) {
        put(names.stems.count + output, at: 1 + stems + place)
      }
    }
    // It has its place before its first use.
    if let cue = names.buses.firstIndex(of: StemSet.cue) {
      put(names.stems.count + cue, at: 1 + stems + StemSet.cuePlace)
    }
  }

  /// Copies `count` frames of an output, interleaved, to `target`. Output 0 is the master, then come stems and buses.
  func interleave(output: Int, count: Int, into target: UnsafeMutablePointer<Float>) {
    guard output == 0 || places[output - 1] != nil else {
      target.update(repeating: 0, count: 2 * count)
      return
    }
    let pair = self[output == 0 ? 0 : places[output - 1]!]
    let (left, right) = (pair.left, pair.right)
    var k = 0
    while k < count {
      target[2 * k] = left[k]
      target[2 * k + 1] = right[k]
      k += 1
    }
  }
}
