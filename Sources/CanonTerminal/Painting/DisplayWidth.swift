/// The width of text in terminal cells, and cutting and padding by cells.
///
/// Terminals disagree about emoji that are made of several (families, skins, hearts with a variation mark):
/// ``plain(_:)`` reduces those to characters that all terminals draw alike, so that the text after them is aligned everywhere.
/// Letters of ambiguous width count as one cell, the default of terminals.
public enum DisplayWidth {
  /// The width of the text returned by ``plain(_:)``.
  public static func width(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// 0 for combining characters, 2 for East Asian wide letters and emoji, else 1.
  public static func width(_ character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0: return 0
    case 0x20..<0x300, 0x2190..<0x231a, 0x2500..<0x25fd: return 1  // Latin, arrows, lines and blocks
    case 0x1160...0x11ff, 0xd7b0...0xd7ff: return 0  // the later parts of a Korean syllable
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return WideLetters.contains(scalar.value) ? 2 : 1
    }
  }

  /// The text in a form that is safe for terminals: without invisible characters, and without characters whose width
  /// differs between terminals. Controls become `?`; plain text stays unchanged.
  public static func plain(_ text: String) -> String {
    if isPrintableASCII(text) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isPicture = scalar.value > 0xff && scalar.properties.isEmoji
      if isPicture, result.last?.value == 0x200d {
        result.removeLast()  // the joiner, and with it the rest of a family
        continue
      }
      if scalar.properties.isEmojiModifier, result.last?.properties.isEmojiModifierBase == true { continue }
      switch scalar.value {
      case 0xfe00...0xfe0f, 0xe0020...0xe007f, 0xe0100...0xe01ef: continue  // variation marks, tags
      default: result.append(isShowable(scalar) ? scalar : "?")
      }
    }
    return String(result)
  }

  /// At most `cells` wide: cut between letters, with `ellipsis` at the end, if it is wider.
  public static func truncate(_ text: String, _ cells: Int, ellipsis: String = "…") -> String {
    if width(text) <= cells { return text }
    let room = cells - width(ellipsis)
    guard room >= 0 else { return "" }
    var (taken, used) = ("", 0)
    for character in text {
      let next = used + width(character)
      if next > room { break }
      taken.append(character)
      used = next
    }
    return taken + ellipsis
  }

  private static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
  }

  /// Letters, marks, symbols and spaces; of the invisible characters only those that join letters.
  private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    case .format: scalar.value == 0x200c || scalar.value == 0x200d
    default: true
    }
  }
}
