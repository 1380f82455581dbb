/// Breaking sentences into lines between words, by cells.
enum WrappedText {
  /// Lines of at most this number of cells; longer words are broken.
  static func lines(_ text: String, _ cells: Int) -> [String] {
    guard cells > 1 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in DisplayWidth.plain(text).split(separator: " ") {
      var word = String(word)
      let gap = line.isEmpty ? 0 : 1
      if DisplayWidth.width(line) + gap + DisplayWidth.width(word) <= cells {
        line += (gap == 1 ? " " : "") + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while DisplayWidth.width(word) > cells {
        let piece = DisplayWidth.truncate(word, cells, ellipsis: "")
        if piece.isEmpty { break }
        lines.append(piece)
        word.removeFirst(piece.count)
      }
      line = word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
