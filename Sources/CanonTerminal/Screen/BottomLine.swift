/// The last line: the keys, always in sight; or the question whether to quit.
struct BottomLine {
  let context: DrawingContext

  func row() -> TextRow {
    var row = context.row
    if context.view.asksToQuit {
      let question = TextRow.wording(
        context.wording.quitQuestion, context.columns)
      row.add(question, .warning, isBold: true, isReverse: true)
      return row
    }
    let hints = context.view.hints.map { (DisplayWidth.plain($0.key), DisplayWidth.plain($0.text)) }
    let widths = hints.map { DisplayWidth.width($0.0) + 1 + DisplayWidth.width($0.1) }
    // Closer together, if then all of them fit.
    let gap = widths.reduce(0) { $0 + $1 + 3 } - 1 < context.columns ? 3 : 2
    for ((key, text), width) in zip(hints, widths) {
      let gap = row.width > 0 ? gap : 1
      if row.width + gap + width > context.columns - 1 { break }
      row.skip(gap)
      row.add(key, .key, isBold: true)
      row.add(" \(text)", .dim)
    }
    return row
  }
}
