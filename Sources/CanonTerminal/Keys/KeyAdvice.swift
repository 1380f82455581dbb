import CanonFiles

/// All problems of `keys.toml`.
package enum KeyAdvice: TranslatedAdvice {
  case confirmQuit
  case seekSeconds
  case keys
  case stems
  /// An action at the head of the file, where these keys are known.
  case actionAboveKeys(known: [String])

  // Actions
  case keysOfAction
  case unknownKey(String)
  /// A key of another action too, which would keep these default keys; nil if the file also names that action's.
  case keyOfTwo(Key, other: KeyAction, left: [Key]?)

  // Stems
  case stemKeys
  case stemKeysNow
  case twice(Character, isNow: Bool)
  case keyOfAction(Character)
  /// More keys to act now than keys of stems.
  case moreThanKeys(Int)
  /// A key that acts now and presses a stem.
  case alsoPresses(Character)

  package var code: String? { Self.code("keys", self) }

  package var words: Advice {
    let ownKey = "a key that does one thing"
    return switch self {
    case .confirmQuit:
      Advice(
        expected: "true or false",
        remedy: "Write confirm_quit = false not to be asked while something sounds.")
    case .seekSeconds:
      Advice(
        expected: "a whole number of seconds from 1 to \(KeyTable.mostSeekSeconds)",
        remedy: "Write e.g. seek_seconds = 5.")
    case .keys:
      Advice(
        expected: "a table of actions and their keys",
        remedy: "Write [keys], and below it e.g. press = [\"enter\"].")
    case .stems:
      Advice(
        expected: "a table with \"keys\" and \"now\"",
        remedy: "Write [stems], and below it e.g. keys = \"1234567890\".")
    case .actionAboveKeys(let known):
      Advice(
        expected: TableAdvice.oneOf(known), remedy: "Actions stand below [keys]: move the line there.")
    case .keysOfAction:
      Advice(
        expected: "an array of at most 20 names of keys",
        remedy: "Write e.g. [\"enter\", \"p\"], or [] for no key.")
    case .unknownKey(let name): unknown(name)
    case .keyOfTwo(let key, let other, let left):
      Advice(
        found: "\"\(CleanText.clean(key.name))\", a key of \"\(other.word)\"", expected: ownKey,
        remedy: remedy(for: other, left: left))
    case .stemKeys:
      Advice(
        expected: "visible characters, each once, one for each stem",
        remedy: "Write e.g. keys = \"1234567890wert\".")
    case .stemKeysNow:
      Advice(
        expected: "visible characters, each once, or a space for none",
        remedy: "Write what your keyboard has on the stems' keys with Shift, in their order, e.g. "
          + "\"!@#$%^&*()WERT\".")
    case .twice(let key, let isNow):
      with((isNow ? Self.stemKeysNow : .stemKeys).words, found: "\(CleanText.quote(String(key))) twice")
    case .keyOfAction(let key):
      Advice(
        found: "\(CleanText.quote(String(key))), a key of an action", expected: ownKey,
        remedy: "Take another one for the stem, or give the action other keys below [keys].")
    case .moreThanKeys(let count):
      Advice(
        found: "\(count) keys", expected: "no more than there are keys of stems",
        remedy: Self.stemKeysNow.words.remedy)
    case .alsoPresses(let key):
      Advice(
        found: "\"\(key)\", which presses a stem", expected: ownKey, remedy: Self.stemKeysNow.words.remedy)
    }
  }

  private func unknown(_ name: String) -> Advice {
    guard Self.isControl(name) else {
      return Advice(
        expected:
          "a visible character, \(Key.words.map(\.word).joined(separator: ", ")), f1 to "
          + "f\(Key.functionCount), ctrl- with a letter, or alt- with a character",
        remedy: Self.nearest(to: name).map { "Did you mean \"\($0)\"?" } ?? "Correct the name of the key.")
    }
    return Advice(
      expected: "ctrl- with one of \(Key.controlLetters)",
      remedy: "The others do not reach a program in a terminal as keys of their own. Take another key.")
  }

  private func remedy(for other: KeyAction, left: [Key]?) -> String {
    guard let left else { return "Take it from one of the two." }
    if left.isEmpty { return "Take another key, or give \"\(other.word)\" one of its own." }
    let names = left.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "Take another key, or leave \"\(other.word)\" its others: \(other.word) = [\(names)]."
  }

  // MARK: - For all languages

  /// Whether a letter with Control is meant.
  static func isControl(_ name: String) -> Bool { name.lowercased().hasPrefix("ctrl-") && name.count == 6 }

  /// The name of a key that is meant.
  static func nearest(to name: String) -> String? {
    Suggestion.nearest(to: name, among: Key.words.map(\.word) + (1...Key.functionCount).map { "f\($0)" })
  }

  func with(_ words: Advice, found: String) -> Advice {
    var words = words
    words.found = found
    return words
  }
}
