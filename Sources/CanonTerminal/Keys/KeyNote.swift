import CanonFiles

/// What the full screen tells of its keys when it begins.
public enum KeyNote: Hashable, Sendable {
  /// The user's own file of keys has problems.
  case usualKeys
  /// A stem cannot have the key from its set, because an action has it.
  case ofAction(Character, stem: String, KeyAction)

  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .usualKeys: "Using the default keys."
    case .ofAction(let key, let stem, let action):
      "\"\(key)\" does not press \(stem), as its set has it: it is the key of \"\(action.word)\"."
    }
  }
}
