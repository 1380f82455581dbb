import CanonFiles

/// The names of keys in help and in `keys.toml`.
extension Key {
  /// The keys whose name is a word.
  static let words: [(key: Key, word: String)] = [
    (" ", "space"), (.enter, "enter"), (.tab, "tab"), (.backTab, "shift-tab"), (.escape, "escape"),
    (.backspace, "backspace"), (.delete, "delete"), (.up, "up"), (.down, "down"), (.left, "left"),
    (.right, "right"), (.home, "home"), (.end, "end"), (.pageUp, "page-up"), (.pageDown, "page-down"),
  ]

  /// `m`, `space`, `page-up`, `ctrl-l`, `alt-1`, `f1`.
  public var name: String {
    if let word = Self.words.first(where: { $0.key == self })?.word { return word }
    return switch self {
    case .character(let character): String(character)
    case .alt(" "): "alt-space"
    case .alt(let character): "alt-\(character)"
    case .control(let letter): "ctrl-\(letter)"
    case .function(let number): "f\(number)"
    default: ""  // has a word
    }
  }

  /// The key with a name. A name of one character is that character. Longer names are not case-sensitive,
  /// except for the character after `alt-`.
  /// - Returns: nil if no key has this name, or if terminals do not pass it on to programs.
  public init?(name: String) {
    if name.count == 1, let character = name.first {
      guard character == " " || Self.isVisible(character) else { return nil }
      self = .character(character)
      return
    }
    let small = name.lowercased()
    if let key = Self.words.first(where: { $0.word == small })?.key {
      self = key
    } else if small.hasPrefix("ctrl-"), small.count == 6, let letter = small.last,
      Self.controlLetters.contains(letter)
    {
      self = .control(letter)
    } else if small == "alt-space" {
      self = .alt(" ")
    } else if small.hasPrefix("alt-"), name.count == 5, let character = name.last, Self.isVisible(character) {
      self = .alt(character)
    } else if let number = (1...Self.functionCount).first(where: { small == "f\($0)" }) {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// Whether the character is visible by itself: not a space, a control, or an accent without its letter.
  static func isVisible(_ character: Character) -> Bool {
    let text = String(character)
    guard !character.isWhitespace, CleanText.clean(text) == text, let first = text.unicodeScalars.first else {
      return false
    }
    return switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .unassigned, .privateUse, .control: false
    default: true
    }
  }
}
