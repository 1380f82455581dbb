import CanonControl
import CanonEngine

@testable import CanonSession
@testable import CanonTerminal

extension ActionCommands {
  /// What an action asks for, as it would be typed.
  static func lines(
    for action: KeyAction, in snapshot: Snapshot, selected: Int
  ) -> [String] {
    let stem = snapshot.stems.indices.contains(selected) ? snapshot.stems[selected] : nil
    let mix = RequestedMix(
      id: stem?.id, gain: stem?.gainGoal ?? Decibels(0)!, pan: stem?.panGoal ?? .centre,
      master: snapshot.masterGoal)
    return command(for: action, of: mix).map { [$0.description] } ?? []
  }
}
