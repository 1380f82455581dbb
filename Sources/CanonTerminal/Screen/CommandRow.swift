/// The command being typed, and the completions of its last word.
struct CommandRow {
  let context: DrawingContext
  let command: CommandLineView

  /// The typed text, which moves to the left if it is too long, so that the cursor is always visible.
  func row() -> TextRow {
    var row = context.row
    row.skip(1)
    row.add(":", .key, isBold: true)
    let letters = DisplayWidth.plain(command.text).map(String.init)
    let cursor = min(max(0, command.cursor), letters.count)
    let room = max(1, context.columns - row.width - 1)
    // As much of the text as fits before the cursor's own cells.
    var start = cursor
    var used = cursor < letters.count ? DisplayWidth.width(letters[cursor]) : 1
    while start > 0, used + DisplayWidth.width(letters[start - 1]) <= room {
      start -= 1
      used += DisplayWidth.width(letters[start])
    }
    row.add(letters[start..<cursor].joined())
    row.add(cursor < letters.count ? letters[cursor] : " ", .normal, isReverse: true)
    row.add(letters.dropFirst(cursor + 1).joined())
    return row
  }

  /// The completions in one row; the selected one is always visible.
  func completions() -> TextRow {
    var row = context.row
    row.skip(1)
    let words = command.completions.map(DisplayWidth.plain)
    if words.isEmpty {
      row.add(
        TextRow.wording(context.wording.typing, context.columns - 2), .dim)
      return row
    }
    let selected = command.selectedCompletion.map { min(max(0, $0), words.count - 1) }
    let room = context.columns - 4
    var start = 0
    // Completions before the selected one are omitted if it would not be visible otherwise.
    if let selected {
      var used = DisplayWidth.width(words[selected]) + 2
      start = selected
      while start > 0, used + DisplayWidth.width(words[start - 1]) + 2 <= room {
        start -= 1
        used += DisplayWidth.width(words[start]) + 2
      }
    }
    if start > 0 { row.add("\(context.glyphs.ellipsis) ", .dim) }
    for index in start..<words.count {
      let isLast = index == words.count - 1
      guard
        index == start || row.width + DisplayWidth.width(words[index]) + (isLast ? 0 : 2) < context.columns
      else {
        row.add(context.glyphs.ellipsis, .dim)
        break
      }
      row.add(words[index], index == selected ? .selected : .normal, isReverse: index == selected)
      row.skip(2)
    }
    return row
  }
}
