import CanonSchedule
import CanonSession

/// A frame over the stems, with the keys or the doors in it.
struct OverlayBox {
  let context: DrawingContext
  let overlay: Overlay

  /// Exactly so many rows, as wide as the screen.
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
    case .doors: doors(count)
    }
  }

  /// `Help 1–16 of 25`, when not all is shown.
  private func title(_ name: String, _ shown: Range<Int>, of count: Int) -> String {
    if shown.count >= count { return name }
    return "\(name) \(shown.lowerBound + 1)\(context.glyphs.dash)\(shown.upperBound) of \(count)"
  }

  // MARK: - Help

  /// Side by side, down before across, where little needs to be cut for it.
  private func help(_ keys: [(key: String, text: String)], _ width: Int, _ count: Int) -> (String, [TextRow])
  {
    let (keyWidth, columns) = helpColumns(keys, width, count)
    let columnWidth = (width + 3) / columns
    let shown = min(keys.count, count * columns)
    let start = min(max(0, context.view.overlayStart), keys.count - shown)
    let perColumn = (shown + columns - 1) / columns
    var rows = Array(repeating: context.row, count: perColumn)
    for (index, entry) in keys[start..<start + shown].enumerated() {
      var cell = context.row
      cell.add(entry.key, width: keyWidth, .key, isBold: true)
      cell.skip(2)
      cell.add(entry.text)
      rows[index % perColumn].skip(to: index / perColumn * columnWidth)
      rows[index % perColumn].append(cell, width: columnWidth - 3)
    }
    return (title("Help", start..<start + shown, of: keys.count), rows)
  }

  private func helpColumns(
    _ keys: [(key: String, text: String)], _ width: Int, _ count: Int
  ) -> (key: Int, columns: Int) {
    func widest(_ text: ((key: String, text: String)) -> String) -> Int {
      keys.map { DisplayWidth.width(DisplayWidth.plain(text($0))) }.max() ?? 0
    }
    let keyWidth = min(widest(\.key), width / 3)
    let fitting = (width + 3) / (keyWidth + 2 + min(widest(\.text), 56) + 3)
    return (keyWidth, max(1, min((keys.count + count - 1) / count, fitting)))
  }

  /// How many entries of the help are seen at once in a box of so many rows.
  func helpCount(_ keys: [(key: String, text: String)], rows: Int) -> Int {
    rows < 3 ? 0 : (rows - 2) * helpColumns(keys, context.columns - 4, rows - 2).columns
  }

  // MARK: - Doors

  /// Around the selected stem, when they are many.
  private func doors(_ count: Int) -> (String, [TextRow]) {
    let stems = context.snapshot.stems
    let words = DoorWords(context.snapshot)
    let start = max(0, min(context.selected - count / 2, stems.count - count))
    let shown = stems[start..<min(stems.count, start + count)]
    let title = title("Doors", shown.indices, of: stems.count)
    let idWidth = min(
      shown.map { DisplayWidth.width(DisplayWidth.plain($0.id)) }.max() ?? 0, context.columns / 3)
    let rows = shown.enumerated().map { offset, stem in
      var row = context.row
      let isSelected = start + offset == context.selected
      let isOpen = stem.door.isOpen
      row.add(isSelected ? context.glyphs.selection.first : " ", .selected)
      row.add(isOpen ? "+ " : "\(context.glyphs.locked) ", isOpen ? .play : .locked)
      row.add(stem.id, width: idWidth, isOpen ? .normal : .locked, isBold: isSelected)
      row.skip(2)
      let room = context.columns - 4 - row.width
      row.add(
        stem.isBase && stem.door == .none ? "open (base)" : words.fitted(stem.door, room),
        isOpen ? .dim : .locked)
      return row
    }
    return (title, rows)
  }
}
