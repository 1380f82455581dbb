/// A line under construction, from left to right.
///
/// All lines are rebuilt thirty times a second, so a row is one growing text, not a list of texts.
struct TextRow {
  private(set) var text = ""
  private(set) var runs: [StyledLine.Run] = []
  /// In cells.
  private(set) var width = 0
  let ellipsis: String

  /// - Parameter columns: The expected width, if known.
  init(_ glyphs: Glyphs, columns: Int = 0) {
    ellipsis = glyphs.ellipsis
    text.reserveCapacity(columns * 2)
    runs.reserveCapacity(min(columns, 16))
  }

  var spans: [Span] { Span.all(of: text, runs) }

  /// Adds a text, made plain.
  mutating func add(_ text: String, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false) {
    append(DisplayWidth.plain(text), TextStyle(role, isBold: isBold, isReverse: isReverse))
  }

  /// Adds a text in a field of a fixed number of cells.
  mutating func add(
    _ text: String, width: Int, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false
  ) {
    let text = DisplayWidth.truncate(DisplayWidth.plain(text), max(0, width), ellipsis: ellipsis)
    let style = TextStyle(role, isBold: isBold, isReverse: isReverse)
    let cells = DisplayWidth.width(text)
    append(text, style, width: cells)
    appendSpaces(width - cells, style)
  }

  /// Adds a text at the right edge of a field of a fixed number of cells.
  mutating func addRight(_ text: String, width: Int, _ role: Role = .normal, isBold: Bool = false) {
    let text = DisplayWidth.truncate(DisplayWidth.plain(text), max(0, width), ellipsis: ellipsis)
    skip(width - DisplayWidth.width(text))
    append(text, TextStyle(role, isBold: isBold))
  }

  /// Adds a number of empty cells; none if it is not positive.
  mutating func skip(_ cells: Int) { appendSpaces(cells, TextStyle()) }

  /// Adds empty cells up to this column, counted from 0.
  mutating func skip(to column: Int) { skip(column - width) }

  /// Adds a symbol of ``Glyphs``, which takes one cell, a number of times.
  mutating func addGlyph(
    _ glyph: String, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false, count: Int = 1
  ) {
    if count <= 0 { return }
    for _ in 0..<count { text += glyph }
    end(TextStyle(role, isBold: isBold, isReverse: isReverse), width: count)
  }

  /// Adds a row in a field of a fixed number of cells.
  mutating func append(_ row: TextRow, width cells: Int) {
    if row.width > cells { return append(row.cut(cells), width: cells) }
    let start = text.utf8.count
    text += row.text
    for run in row.runs { end(run.style, at: start + run.end) }
    width += row.width
    skip(cells - row.width)
  }

  /// Pads or cuts the row to a number of cells.
  mutating func fit(_ columns: Int) {
    if width > columns { self = cut(columns) }
    skip(to: columns)
  }

  private func cut(_ columns: Int) -> TextRow {
    var row = self
    (row.text, row.runs, row.width) = ("", [], 0)
    for span in spans where row.width < columns {
      row.append(DisplayWidth.truncate(span.text, columns - row.width, ellipsis: ellipsis), span.style)
    }
    return row
  }

  // MARK: - Pieces

  private static let spaces = String(repeating: " ", count: 64)

  private mutating func appendSpaces(_ cells: Int, _ style: TextStyle) {
    if cells <= 0 { return }
    var rest = cells
    while rest > 0 {
      let count = min(rest, Self.spaces.utf8.count)
      text += Self.spaces.prefix(count)
      rest -= count
    }
    end(style, width: cells)
  }

  private mutating func append(_ piece: String, _ style: TextStyle) {
    append(piece, style, width: DisplayWidth.width(piece))
  }

  private mutating func append(_ piece: String, _ style: TextStyle, width cells: Int) {
    if piece.isEmpty { return }
    text += piece
    end(style, width: cells)
  }

  private mutating func end(_ style: TextStyle, width cells: Int) {
    width += cells
    end(style, at: text.utf8.count)
  }

  /// Sets the style of the text added last.
  private mutating func end(_ style: TextStyle, at end: Int) {
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].end = end
    } else {
      runs.append(StyledLine.Run(style: style, end: end))
    }
  }
}

extension TextRow {
  var line: StyledLine { StyledLine(text: text, runs: runs) }

  /// The first of several wordings, longest first, that fits into a number of cells; the last one if none does.
  static func wording(_ wordings: [String], _ cells: Int) -> String {
    wordings.first { DisplayWidth.width(DisplayWidth.plain($0)) <= cells } ?? wordings.last ?? ""
  }
}
