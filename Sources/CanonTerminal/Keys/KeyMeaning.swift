import CanonFiles

/// What a key does, for the help screen.
enum KeyMeaning: Hashable, Sendable {
  case action(KeyAction)
  /// The key beside a stem.
  case stem
  /// The same with Shift.
  case stemNow
  /// A click of the mouse.
  case click

  /// One sentence.
  func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .action(let action): KeyRow.all.first { $0.action == action }?.summary ?? ""
    case .stem: "Presses the stem that the key stands beside."
    case .stemNow: "Presses it now, as Alt with its key does."
    case .click: "Presses the stem under the mouse; on its meter or gain it selects it."
    }
  }
}
