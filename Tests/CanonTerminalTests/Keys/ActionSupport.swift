import CanonControl
import CanonSession

@testable import CanonTerminal

extension ActionCommands {
  /// What an action asks for, as it would be typed.
  static func lines(
    for action: KeyAction, in snapshot: Snapshot, selected: Int
  ) -> [String] {
    command(for: action, in: snapshot, selected: selected).map { [$0.description] } ?? []
  }
}
