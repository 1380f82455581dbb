import CanonSession

/// A request to show something. Neither scores nor journals have these words.
public enum View: Hashable, Sendable {
  case status, doors
  /// What goes where, and what is waited for.
  case ports
  /// How a browser is paired, that it may do this much.
  case pair(PairedBrowser.Role)
  case pairings
  /// All words of a place, or one of them.
  indirect case help(Word? = nil, at: Place)
  /// All events until the performance ends.
  case watch

  /// The word, as one types it.
  public var word: String {
    switch self {
    case .status: "status"
    case .doors: "doors"
    case .ports: "ports"
    case .pair: "pair"
    case .pairings: "pairings"
    case .help: "help"
    case .watch: "watch"
    }
  }
}
