import CanonControl

/// A frame over the stems, with a text, the keys or the doors in it.
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
    guard let entries = overlay.entries else { return doors(width, count) }
    let text = OverlayText(context: context, entries: entries, isPicture: overlay.isPicture).rows(
      width, count)
    return (title(overlay.title(context.wording), text.shown, of: entries.count), text.rows)
  }

  /// `Help 1–16 of 28`, when not all is shown.
  private func title(_ name: String, _ shown: ClosedRange<Int>?, of count: Int) -> String {
    guard let shown else { return name }
    if shown == 0...(count - 1) { return name }
    let range = "\(shown.lowerBound + 1)\(context.glyphs.dash)\(shown.upperBound + 1)"
    return "\(name) \(context.wording.range(range, of: count))"
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
    return (title(overlay.title(context.wording), range, of: stems.count), shown.map(\.row))
  }
}

extension Overlay {
  fileprivate func title(_ wording: any Wording) -> String {
    switch self {
    case .keys: wording.title(.keys)
    case .doors: wording.title(.doors)
    case .text(.help(nil, _), _): wording.title(.words)
    case .text(.help(let word?, _), _): word.name
    case .text(.ports, _): wording.title(.ports)
    case .text(.pair, _), .text(.pairings, _): wording.title(.pairing)
    case .text: wording.title(.status)
    }
  }
}
