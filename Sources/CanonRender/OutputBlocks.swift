import CanonEngine
import CanonSession
import CanonStems

/// The numbers of a rendering's outputs.
struct OutputCounts: Hashable, Sendable {
  let stems: Int
  let buses: Int
  /// Whether the stems' ports and the buses are not delivered.
  let isMasterAlone: Bool

  /// The pairs that are delivered: the master, then stems and buses.
  var pairs: Int { isMasterAlone ? 1 : 1 + stems + buses }
  /// The places that the engine may have for a bus.
  var busPlaces: Int { isMasterAlone || buses == 0 ? 0 : OutputPlan.mostBuses }
  /// The blocks that the engine writes.
  var blocks: Int { isMasterAlone ? 1 : 1 + stems + busPlaces }
}

/// Which of the engine's blocks has which output.
///
/// The engine counts the outputs by their places, which can change with an edition. The outputs that are delivered count by their ids.
struct OutputBlocks {
  private let names: OutputNames
  let counts: OutputCounts
  /// The block of each pair that is delivered; nil before it has a place. A stem that has left keeps its place until another one takes it.
  private(set) var all: [Int?]

  init(_ names: OutputNames, isMasterAlone: Bool) {
    self.names = names
    counts = OutputCounts(
      stems: names.stems.count, buses: names.buses.count, isMasterAlone: isMasterAlone)
    all = [0] + Array(repeating: nil, count: counts.pairs - 1)
  }

  /// Learns where the engine writes each output.
  mutating func adopt(_ plan: OutputPlan) {
    if counts.isMasterAlone { return }
    for (place, stem) in plan.stems.enumerated() {
      if let output = names.stems.firstIndex(where: { $0 == stem?.id }) { put(1 + output, in: 1 + place) }
    }
    for (place, bus) in plan.buses.enumerated() {
      if let output = names.buses.firstIndex(where: { $0 == bus?.id }) { putBus(output, at: place) }
    }
    // It has its place before its first use.
    if let cue = names.buses.firstIndex(of: StemSet.cue) { putBus(cue, at: StemSet.cuePlace) }
  }

  private mutating func putBus(_ output: Int, at place: Int) {
    put(1 + counts.stems + output, in: 1 + counts.stems + place)
  }

  private mutating func put(_ pair: Int, in block: Int) {
    for other in all.indices where all[other] == block { all[other] = nil }
    all[pair] = block
  }
}
