import CanonStems

/// The outputs of a whole rendering, by the ids of stems and buses: those of the set, then those that the journal's editions add.
public struct OutputNames: Hashable, Sendable {
  public private(set) var stems: [String] = []
  public private(set) var buses: [String] = []

  /// - Parameter hasCue: Whether the cue bus is used.
  public init(_ sets: [StemSet], hasCue: Bool = false) {
    var seen: Set<String> = []
    for set in sets {
      stems += set.stems.map(\.id).filter { seen.insert($0).inserted }
      buses += set.buses.map(\.id).filter { seen.insert("bus " + $0).inserted }
    }
    if hasCue { buses.append(StemSet.cue) }
  }

  public var all: [String] { stems + buses }
}

extension Performance {
  /// The outputs of a rendering of it, before it begins.
  /// - Parameter score: The commands of the rendering.
  public nonisolated func outputNames(for score: Score?) -> OutputNames {
    let programs = [program] + reader.editions.sorted { $0.key < $1.key }.map(\.value)
    let isUsed = score?.lines.contains { $0.command.needsCueBus } ?? false
    return OutputNames(programs.map(\.set), hasCue: isUsed || programs.contains(where: \.wantsCue))
  }
}
