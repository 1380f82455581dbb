import CanonControl
import CanonDoctor
import CanonFiles
import CanonTerminal

/// Findings as lines for people, at most 80 columns wide; commands stand alone, to be copied.
enum DoctorText {
  private static let columns = 80

  static func lines(_ finding: Finding, _ language: Language) -> [String] {
    let level = finding.level.text(language)
    let indent = margin(language)
    let head = level + String(repeating: " ", count: max(0, indent - DisplayWidth.width(level)))
    let space = String(repeating: " ", count: indent)
    let texts = finding.text(language).split(separator: "\n").flatMap {
      wrapped(CleanText.clean(String($0)), columns - indent)
    }
    return texts.enumerated().map { ($0.offset == 0 ? head : space) + $0.element }
      + finding.commands.map { space + "  " + CleanText.clean($0) }
  }

  /// The width of the levels' words, and two spaces.
  private static func margin(_ language: Language) -> Int {
    Finding.Level.allCases.map { DisplayWidth.width($0.text(language)) + 2 }.max() ?? 0
  }

  /// Breaks a text at its spaces, and between wide letters.
  static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines = [""]
    var width = 0
    for word in words(text) {
      let own = DisplayWidth.width(word)
      if width > 0, width + DisplayWidth.width(trimmed(word)) > columns {
        lines[lines.count - 1] = trimmed(lines[lines.count - 1])
        lines.append("")
        width = 0
      }
      lines[lines.count - 1] += word
      width += own
    }
    return lines.map(trimmed)
  }

  /// The parts between which a line may break, each with the spaces behind it. No line begins with a closing mark.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var mayBreak = false
    for character in text {
      let isWide = DisplayWidth.width(character) > 1
      if words.isEmpty || ((mayBreak || isWide) && character != " " && !"。、）」：".contains(character)) {
        words.append("")
      }
      words[words.count - 1].append(character)
      mayBreak = character == " " || (isWide && !"（「".contains(character))
    }
    return words
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
