import CanonFiles

/// What the full screen tells of its keys when it begins.
public enum KeyNote: Translated, Hashable, Sendable {
  /// The user's own file of keys has problems.
  case usualKeys
  /// A stem cannot have the key from its set, because an action has it.
  case ofAction(Character, stem: String, KeyAction)

  package var message: String {
    switch self {
    case .usualKeys: "Using the default keys."
    case .ofAction(let key, let stem, let action):
      "\"\(key)\" does not press \(stem), as its set has it: it is the key of \"\(action.word)\"."
    }
  }
}
