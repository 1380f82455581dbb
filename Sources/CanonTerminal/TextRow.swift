/// A line while it is put together, from left to right.
struct TextRow {
  private(set) var spans: [Span] = []
  /// In cells.
  private(set) var width = 0
  let ellipsis: String

  init(_ glyphs: Glyphs) { ellipsis = glyphs.ellipsis }

  /// Adds a text as it is, made plain.
  mutating func add(_ text: String, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false) {
    append(Span(DisplayWidth.plain(text), role, isBold: isBold, isReverse: isReverse))
  }

  /// Adds a text in a field of exactly so many cells.
  mutating func add(
    _ text: String, width: Int, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false
  ) {
    let text = DisplayWidth.fit(DisplayWidth.plain(text), max(0, width), ellipsis: ellipsis)
    append(Span(text, role, isBold: isBold, isReverse: isReverse))
  }

  /// Adds a text at the right edge of a field of exactly so many cells.
  mutating func addRight(_ text: String, width: Int, _ role: Role = .normal, isBold: Bool = false) {
    let text = DisplayWidth.truncate(DisplayWidth.plain(text), max(0, width), ellipsis: ellipsis)
    skip(width - DisplayWidth.width(text))
    append(Span(text, role, isBold: isBold))
  }

  /// Adds so many empty cells; none if it is not positive.
  mutating func skip(_ cells: Int) {
    if cells > 0 { append(Span(String(repeating: " ", count: cells)), width: cells) }
  }

  /// Adds empty cells up to this column, counted from 0.
  mutating func skip(to column: Int) { skip(column - width) }

  /// Adds a sign of ``Glyphs``, which takes one cell.
  mutating func addGlyph(
    _ glyph: String, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false
  ) {
    append(Span(glyph, role, isBold: isBold, isReverse: isReverse), width: 1)
  }

  mutating func append(_ row: TextRow) {
    let end = width + row.width
    for span in row.spans { append(span, width: 0) }
    width = end
  }

  private mutating func append(_ span: Span) { append(span, width: DisplayWidth.width(span.text)) }

  private mutating func append(_ span: Span, width cells: Int) {
    if span.text.isEmpty { return }
    width += cells
    if let last = spans.indices.last, spans[last].looksLike(span) {
      spans[last].text += span.text
    } else {
      spans.append(span)
    }
  }

  /// The row in exactly so many cells: what is too long is cut.
  func fitted(_ columns: Int) -> TextRow {
    var row = self
    if width > columns {
      (row.spans, row.width) = ([], 0)
      for span in spans where row.width < columns {
        let room = columns - row.width
        var piece = span
        piece.text = DisplayWidth.truncate(span.text, room, ellipsis: ellipsis)
        row.append(piece)
      }
    }
    row.skip(to: columns)
    return row
  }

  func line(_ columns: Int) -> StyledLine { StyledLine(spans: fitted(columns).spans) }
}

extension TextRow {
  /// The first of several wordings, longest first, that fits into so many cells; the last one if none does.
  static func wording(_ wordings: [String], _ cells: Int) -> String {
    wordings.first { DisplayWidth.width(DisplayWidth.plain($0)) <= cells } ?? wordings.last ?? ""
  }
}
