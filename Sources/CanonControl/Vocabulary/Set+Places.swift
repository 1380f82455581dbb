import CanonSession

extension Set<Place> {
  static let everywhere = Set(Place.allCases)
  /// The places where a person or program reads the answer.
  static let surfaces: Set = [.screen, .lines, .socket, .network]
  static let allButScenes = everywhere.subtracting([.scenes])

  /// For a table: `everywhere`, `not in scenes`, or the places one after the other.
  public var text: String {
    let missing = Place.allCases.filter { !contains($0) }
    if missing.isEmpty { return "everywhere" }
    if missing.count < 3 { return "not in " + missing.map(\.rawValue).joined(separator: ", ") }
    return Place.allCases.filter(contains).map(\.rawValue).joined(separator: ", ")
  }
}
