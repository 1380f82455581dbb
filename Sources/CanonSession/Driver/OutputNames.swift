import CanonStems

/// The outputs of a whole rendering, by the ids of stems and buses: those of the set, then those that the journal's editions add.
public struct OutputNames: Hashable, Sendable {
  public private(set) var stems: [String] = []
  public private(set) var buses: [String] = []

  public init(_ sets: [StemSet]) {
    var seen: Set<String> = []
    for set in sets {
      stems += set.stems.map(\.id).filter { seen.insert($0).inserted }
      buses += set.buses.map(\.id).filter { seen.insert("bus " + $0).inserted }
    }
  }

  public var all: [String] { stems + buses }
}

extension Performance {
  /// The outputs of a rendering of it, before it begins.
  public nonisolated var outputNames: OutputNames {
    OutputNames([set] + reader.editions.sorted { $0.key < $1.key }.map(\.value.set))
  }
}
