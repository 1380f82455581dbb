/// Breaking sentences into lines, by cells: between words, and beside wide letters, which have no spaces between words.
enum WrappedText {
  /// What no line begins with.
  private static let closing = "、。，．・：；！？）］｝」』】ーっゃゅょッャュョ々"
  /// What no line ends with.
  private static let opening = "（［｛「『【"

  /// Lines of at most this number of cells; longer words are broken.
  static func lines(_ text: String, _ cells: Int) -> [String] {
    guard cells > 1 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in DisplayWidth.plain(text).split(separator: " ") {
      for (number, piece) in pieces(word).enumerated() {
        let gap = line.isEmpty || number > 0 ? "" : " "
        if DisplayWidth.width(line + gap + piece) <= cells {
          line += gap + piece
          continue
        }
        if !line.isEmpty { lines.append(line) }
        line = piece
        while DisplayWidth.width(line) > cells {
          let start = DisplayWidth.truncate(line, cells, ellipsis: "")
          if start.isEmpty { break }
          lines.append(start)
          line.removeFirst(start.count)
        }
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// The pieces of a word that stay on one line.
  private static func pieces(_ word: Substring) -> [String] {
    var pieces: [String] = []
    var last: Character?
    for character in word {
      if let before = last, !mayBreak(before, character) {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
      last = character
    }
    return pieces
  }

  private static func mayBreak(_ before: Character, _ after: Character) -> Bool {
    guard !opening.contains(before), !closing.contains(after) else { return false }
    return isWide(before) || isWide(after)
  }

  private static func isWide(_ character: Character) -> Bool {
    !character.isASCII && DisplayWidth.width(String(character)) == 2
  }
}
