/// The last messages: as many as fit, newest at the bottom, older ones dim.
struct MessageRows {
  let context: DrawingContext

  func rows(_ count: Int) -> [TextRow] {
    var rows: [TextRow] = []
    for (age, message) in context.view.messages.reversed().enumerated() {
      if rows.count >= count { break }
      var lines = WrappedText.lines(message, context.columns - 2)
      if age > 0 && lines.count > count - rows.count { break }  // older ones are shown whole or not at all
      if lines.count > count {
        // At least the beginning of the newest message is visible.
        let rest = lines[(count - 1)...].joined(separator: " ")
        lines =
          lines.prefix(count - 1)
          + [DisplayWidth.truncate(rest, context.columns - 2, ellipsis: context.glyphs.ellipsis)]
      }
      rows = lines.map { row($0, age == 0 ? .normal : .dim) } + rows
    }
    return Array(repeating: context.row, count: max(0, count - rows.count)) + rows
  }

  private func row(_ text: String, _ role: Role) -> TextRow {
    var row = context.row
    row.skip(1)
    row.add(text, role)
    return row
  }
}
