import CanonFiles

/// What a key does, for the help screen.
enum KeyMeaning: Translated, Hashable, Sendable {
  case action(KeyAction)
  /// The action of the seek keys, with the seconds of the table.
  case seek(isBack: Bool, seconds: Int)
  /// The key beside a stem.
  case stem
  /// The same with Shift.
  case stemNow
  /// A click of the mouse.
  case click

  var message: String {
    switch self {
    case .action(let action): KeyRow.all.first { $0.action == action }?.summary ?? ""
    case .seek(let isBack, let seconds):
      "Moves the music \(isBack ? "back" : "forward") by \(seconds) \(seconds == 1 ? "second" : "seconds")."
    case .stem: "Presses the stem that the key stands beside."
    case .stemNow: "Presses it now, as Alt with its key does."
    case .click: "Presses the stem under the mouse; on its meter or gain it selects it."
    }
  }
}
