import CanonFiles

/// The wording of all problems of `keys.toml`.
enum KeyWording {
  static let confirmQuit = Advice(
    expected: "true or false", remedy: "Write confirm_quit = false not to be asked while something sounds.")
  static let keys = Advice(
    expected: "a table of actions and their keys",
    remedy: "Write [keys], and below it e.g. press = [\"enter\"].")
  static let stems = Advice(
    expected: "a table with \"keys\" and \"now\"",
    remedy: "Write [stems], and below it e.g. keys = \"1234567890\".")
  static let keysOfAction = Advice(
    expected: "an array of at most 20 names of keys",
    remedy: "Write e.g. [\"enter\", \"p\"], or [] for no key.")
  static let stemKeys = Advice(
    expected: "visible characters, each once, one for each stem",
    remedy: "Write e.g. keys = \"1234567890wert\".")
  static let stemKeysNow = Advice(
    expected: "visible characters, each once, or a space for none",
    remedy:
      "Write what your keyboard has on the stems' keys with Shift, in their order, e.g. \"!@#$%^&*()WERT\".")

  static let ownKey = "a key that does one thing"
  static let noMoreThanKeys = "no more than there are keys of stems"
  static let actionAboveKeys = "Actions stand below [keys]: move the line there."
  static let actionsKeyForStem = "Take another one for the stem, or give the action other keys below [keys]."

  static func unknownKey(_ name: String) -> Advice {
    let expected =
      "a visible character, \(Key.words.map(\.word).joined(separator: ", ")), f1 to "
      + "f\(Key.functionCount), ctrl- with a letter, or alt- with a character"
    let small = name.lowercased()
    if small.hasPrefix("ctrl-"), small.count == 6 {
      return Advice(
        expected: "ctrl- with one of \(Key.controlLetters)",
        remedy: "The others do not reach a program in a terminal as keys of their own. Take another key.")
    }
    let known = Key.words.map(\.word) + (1...Key.functionCount).map { "f\($0)" }
    let meant = Suggestion.sentence(for: name, among: known)
    return Advice(
      expected: expected, remedy: meant.isEmpty ? "Correct the name of the key." : String(meant.dropFirst()))
  }

  /// - Parameter left: The default keys that the other action would keep; nil if the file also names its
  ///   keys.
  static func remedy(for other: KeyAction, left: [Key]?) -> String {
    guard let left else { return "Take it from one of the two." }
    if left.isEmpty { return "Take another key, or give \"\(other.word)\" one of its own." }
    let names = left.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "Take another key, or leave \"\(other.word)\" its others: \(other.word) = [\(names)]."
  }

  /// A stem that cannot have the key from its set.
  static func keyOfStem(_ key: Character, of stem: String, isOf action: KeyAction) -> String {
    "\"\(key)\" does not press \(stem), as its set has it: it is the key of \"\(action.word)\"."
  }
}
