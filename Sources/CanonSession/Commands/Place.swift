/// Where a word of the vocabulary can be used.
public enum Place: String, CaseIterable, Sendable {
  /// The full screen's command line.
  case screen
  /// Standard input of `canon play`.
  case lines
  /// The control socket, which only this machine's user can open.
  case socket
  /// A surface that other machines reach: no word there ends canon or names a file.
  case network
  case scores, journals, scenes

  /// Its form in a sentence: `in a score`.
  var phrase: String {
    switch self {
    case .screen: "on the screen"
    case .lines: "in line mode"
    case .socket: "on the control socket"
    case .network: "over the network"
    case .scores: "in a score"
    case .journals: "in a journal"
    case .scenes: "in a scene"
    }
  }
}

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
