import CanonSchedule
import CanonSession

/// A frame over the stems, with the keys or the doors in it.
struct OverlayBox {
  let context: DrawingContext
  let overlay: Overlay

  /// A fixed number of rows, as wide as the screen.
  func rows(_ count: Int) -> [TextRow] {
    guard count > 2, context.columns > 8 else { return Array(repeating: context.row, count: max(0, count)) }
    let (title, lines) = content(context.columns - 4, count - 2)
    let glyphs = context.glyphs, inner = context.columns - 2
    var top = context.row
    top.add(glyphs.corners.topLeft + glyphs.horizontal, .dim)
    let shownTitle = DisplayWidth.truncate(DisplayWidth.plain(title), inner - 4, ellipsis: glyphs.ellipsis)
    top.add(" \(shownTitle) ", .title, isBold: true)
    top.addGlyph(glyphs.horizontal, .dim, count: inner + 1 - top.width)
    top.add(glyphs.corners.topRight, .dim)
    var bottom = context.row
    bottom.addGlyph(glyphs.corners.bottomLeft, .dim)
    bottom.addGlyph(glyphs.horizontal, .dim, count: inner)
    bottom.add(glyphs.corners.bottomRight, .dim)
    let body = (0..<count - 2).map { index in
      var row = context.row
      row.add("\(glyphs.vertical) ", .dim)
      if index < lines.count { row.append(lines[index], width: inner - 2) }
      row.skip(to: inner)
      row.add(" \(glyphs.vertical)", .dim)
      return row
    }
    return [top] + body + [bottom]
  }

  private func content(_ width: Int, _ count: Int) -> (title: String, lines: [TextRow]) {
    switch overlay {
    case .help(let keys): help(keys, width, count)
    case .doors: doors(width, count)
    }
  }

  /// `Help 1–16 of 28`, when not all is shown.
  private func title(_ name: String, _ shown: ClosedRange<Int>?, of count: Int) -> String {
    guard let shown else { return name }
    if shown == 0...(count - 1) { return name }
    return "\(name) \(shown.lowerBound + 1)\(context.glyphs.dash)\(shown.upperBound + 1) of \(count)"
  }

  // MARK: - Help

  /// Column by column, without cutting: in the smallest number of columns that shows everything, if there is one.
  private func help(_ keys: [(key: String, text: String)], _ width: Int, _ count: Int) -> (String, [TextRow])
  {
    let (lines, columns) = helpLines(keys, width, count)
    let columnWidth = (width + 3) / columns
    let shown = min(lines.count, count * columns)
    let start = min(max(0, context.view.overlayStart), lines.count - shown)
    let perColumn = (shown + columns - 1) / columns
    var rows = Array(repeating: context.row, count: perColumn)
    for (index, line) in lines[start..<start + shown].enumerated() {
      rows[index % perColumn].skip(to: index / perColumn * columnWidth)
      rows[index % perColumn].append(line.row, width: columnWidth - 3)
    }
    let entries = shown > 0 ? lines[start].entry...lines[start + shown - 1].entry : nil
    return (title("Help", shown < lines.count ? entries : nil, of: keys.count), rows)
  }

  /// Each entry in as many lines as it needs.
  private func helpLines(
    _ keys: [(key: String, text: String)], _ width: Int, _ count: Int
  ) -> (lines: [(entry: Int, row: TextRow)], columns: Int) {
    func widest(_ text: ((key: String, text: String)) -> String) -> Int {
      keys.map { DisplayWidth.width(DisplayWidth.plain(text($0))) }.max() ?? 0
    }
    let keyWidth = min(widest(\.key), width / 3)
    let most = max(1, (width + 3) / (keyWidth + 2 + min(widest(\.text), 56) + 3))
    func lines(_ columns: Int) -> [(entry: Int, row: TextRow)] {
      let cells = (width + 3) / columns - 3
      return keys.enumerated().flatMap { index, entry in
        entryRows(entry, keyWidth: keyWidth, width: cells).map { (index, $0) }
      }
    }
    for columns in 1..<most {
      let lines = lines(columns)
      if lines.count <= count * columns { return (lines, columns) }
    }
    return (lines(most), most)
  }

  private func entryRows(_ entry: (key: String, text: String), keyWidth: Int, width: Int) -> [TextRow] {
    let keys = WrappedText.lines(entry.key, max(2, keyWidth))
    let texts = WrappedText.lines(entry.text, max(2, width - keyWidth - 2))
    return (0..<max(1, keys.count, texts.count)).map { index in
      var row = context.row
      row.add(index < keys.count ? keys[index] : "", width: keyWidth, .key, isBold: true)
      row.skip(2)
      row.add(index < texts.count ? texts[index] : "")
      return row
    }
  }

  /// The first visible line of the help when it is scrolled to its end, in a box of a number of rows.
  func lastHelpStart(_ keys: [(key: String, text: String)], rows: Int) -> Int {
    if rows < 3 { return 0 }
    let (lines, columns) = helpLines(keys, context.columns - 4, rows - 2)
    return max(0, lines.count - (rows - 2) * columns)
  }

  // MARK: - Doors

  /// The entries around the selected stem if there are many.
  private func doors(_ width: Int, _ count: Int) -> (String, [TextRow]) {
    let stems = context.snapshot.stems
    // Each takes at least one row, so more of them are not visible.
    let near = max(0, context.selected - count)..<min(stems.count, context.selected + count + 1)
    let cells = DoorRow(context, stems[near], widest: context.columns / 3)
    let lines = near.flatMap { index in
      cells.rows(index, width: width, isSelected: index == context.selected).map { (stem: index, row: $0) }
    }
    let first = lines.firstIndex { $0.stem == context.selected } ?? 0
    let end = (lines.lastIndex { $0.stem == context.selected } ?? 0) + 1
    // The selected entry is in the middle, and always visible to its end.
    let start = max(0, min(max(first - count / 2, end - count), lines.count - count))
    let shown = lines[start..<min(lines.count, start + count)]
    let range = shown.first.flatMap { first in shown.last.map { first.stem...$0.stem } }
    return (title("Doors", range, of: stems.count), shown.map(\.row))
  }
}
