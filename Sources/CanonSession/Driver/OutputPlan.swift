import CanonEngine
import CanonStems

/// The outputs beside the master's: one for each place of a stem in the engine, and one for each bus.
public struct OutputPlan: Hashable, Sendable {
  public struct Output: Hashable, Sendable {
    public let id: String
    public let title: String

    public init(id: String, title: String) { (self.id, self.title) = (id, title) }

    init(_ stem: StemSpec) { (id, title) = (stem.id, stem.title) }
    init(_ bus: BusSpec) { (id, title) = (bus.id, bus.title) }
  }

  /// Those of a set, and the cue bus.
  public static var mostBuses: Int { StemSet.mostBuses + 1 }

  /// By place; nil for a place without a stem. Empty if the set has too many stems for ports.
  public private(set) var stems: [Output?] = []
  /// In the engine's order; nil for a place without a bus.
  public private(set) var buses: [Output?] = []
  /// What the set says about connections.
  public private(set) var patch: [PatchRule] = []
  /// What the user's own file says about them.
  public private(set) var userPatch: [PatchRule] = []

  public init(
    stems: [Output?] = [], buses: [Output?] = [], patch: [PatchRule] = [], userPatch: [PatchRule] = []
  ) {
    (self.stems, self.buses, self.patch, self.userPatch) = (stems, buses, patch, userPatch)
  }

  /// The outputs of a program.
  /// - Parameters:
  ///   - places: The place of each stem.
  ///   - buses: The ids of the buses by their places.
  ///   - hasCue: Whether the cue bus is used.
  init(_ program: Program, places: [Int], buses: [String?], hasCue: Bool) {
    let set = program.set
    (patch, userPatch) = (set.patch, program.userPatch)
    self.buses = buses.map { id in set.buses.first { $0.id == id }.map(Output.init) }
    if hasCue || program.wantsCue {
      Self.put(Output(id: StemSet.cue, title: "Cue"), at: StemSet.cuePlace, in: &self.buses)
    }
    guard set.hasStemPorts else { return }
    for (spec, place) in zip(set.stems, places) { Self.put(Output(spec), at: place, in: &stems) }
  }

  /// The outputs by the numbers of their pairs of ports: number 0 is the master's, then come as many for buses as there can be, then the
  /// stems' by their places.
  public var pairs: [Int: Output] {
    var pairs: [Int: Output] = [:]
    for (place, bus) in buses.enumerated() { pairs[Self.firstBus + place] = bus }
    for (place, stem) in stems.enumerated() { pairs[Self.firstStem + place] = stem }
    return pairs
  }

  /// Whether a pair of ports is a bus's.
  static func isBus(_ pair: Int) -> Bool { (firstBus..<firstStem).contains(pair) }

  private static let firstBus = 1
  private static var firstStem: Int { firstBus + mostBuses }

  /// These outputs, and those of another plan where there is none, with the rules that name them.
  func filled(with other: OutputPlan) -> OutputPlan {
    let ids = Set((stems + buses).compactMap { $0?.id })
    var added: [String] = []
    func filled(_ outputs: [Output?], with other: [Output?]) -> [Output?] {
      var filled = outputs
      for (place, output) in other.enumerated()
      where !outputs.indices.contains(place) || outputs[place] == nil {
        guard let output, !ids.contains(output.id) else { continue }
        Self.put(output, at: place, in: &filled)
        added.append(output.id)
      }
      return filled
    }
    let (stems, buses) = (filled(stems, with: other.stems), filled(buses, with: other.buses))
    // What is yet to play is connected before, and what rings out stays connected.
    func rules(_ own: [PatchRule], _ others: [PatchRule]) -> [PatchRule] {
      own + others.filter { rule in !rule.output.isPattern && added.contains { rule.output.matches($0) } }
    }
    return OutputPlan(
      stems: stems, buses: buses, patch: rules(patch, other.patch),
      userPatch: rules(userPatch, other.userPatch))
  }

  private static func put(_ output: Output, at place: Int, in outputs: inout [Output?]) {
    while outputs.count <= place { outputs.append(nil) }
    outputs[place] = output
  }

  /// The ids of a set's buses by their places, after those of another set. A bus that stays keeps its place.
  static func places(ofBuses ids: [String], after old: [String?]) -> [String?] {
    var places = old.map { id in id.flatMap { ids.contains($0) ? $0 : nil } }
    for id in ids where !places.contains(id) {
      if let place = places.indices.first(where: { places[$0] == nil && old[$0] == nil }) {
        places[place] = id
      } else if places.count < StemSet.mostBuses {
        places.append(id)
      } else if let place = places.indices.first(where: { places[$0] == nil }) {
        places[place] = id
      }
    }
    return places
  }
}

/// A plan that a driver is to follow. It answers with the number.
public struct OutputOrder: Hashable, Sendable {
  public let number: Int
  public let plan: OutputPlan
}
