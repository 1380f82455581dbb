/// The visible stems: in one column, or in several on a wide screen with many stems.
struct StemList {
  /// The least width of a column if there are several.
  static let narrowest = 78

  let context: DrawingContext
  let columns: StemColumns
  let height: StemColumns.Height
  /// The number of columns.
  let sideBySide: Int
  /// The visible stems.
  let range: Range<Int>

  /// - Parameter rows: The number of rows available to the stems.
  init(_ context: DrawingContext, rows: Int) {
    self.context = context
    let count = context.snapshot.stems.count
    let rows = max(0, rows)
    let key = context.view.keys.lazy.map { DisplayWidth.width(DisplayWidth.plain($0)) }.max() ?? 1
    let widest = max(1, context.columns / Self.narrowest)
    // A column at full width with two rows for each stem is best; several columns come before single rows.
    let needed = max(1, (count * 2 + max(1, rows) - 1) / max(1, rows))
    sideBySide = min(widest, needed)
    let grid = context.snapshot.grid
    columns = StemColumns(
      width: context.columns / sideBySide, key: key, bars: Int(grid?.barsPerLoop ?? 0),
      beats: Int(grid?.beatsPerLoop ?? 0))
    let perColumn = (count + sideBySide - 1) / sideBySide
    height = StemColumns.Height.allCases.last { $0.rawValue * perColumn <= rows } ?? .one
    let shown = min(count, rows / height.rawValue * sideBySide)
    let start = min(max(0, context.selected - shown / 2), count - shown)
    range = start..<start + shown
  }

  /// The rows that it takes, at most those it was given.
  var rowCount: Int { perColumn * height.rawValue }

  private var perColumn: Int { (range.count + sideBySide - 1) / sideBySide }

  /// `12–17 of 64`; nil when all are shown.
  var rangeText: String? {
    let count = context.snapshot.stems.count
    if range.count == count { return nil }
    let shown = range.isEmpty ? "0" : "\(range.lowerBound + 1)\(context.glyphs.dash)\(range.upperBound)"
    return context.wording.range(shown, of: count)
  }

  /// The range of visible stems, if the heading has room for it.
  var headingRange: String? { columns.name < 18 ? nil : rangeText.map(context.wording.stems) }

  func rows() -> [TextRow] {
    var rows = Array(repeating: context.row, count: rowCount)
    for (number, index) in range.enumerated() {
      let top = number % perColumn * height.rawValue
      let left = number / perColumn * columns.width
      for (offset, row) in StemBlock(context, columns, index).rows(height).enumerated() {
        rows[top + offset].skip(to: left)
        rows[top + offset].append(row, width: columns.width)
      }
    }
    return rows
  }

  /// The names of the fields, and the scale of the meters.
  func heading() -> TextRow {
    var row = context.row
    for column in 0..<sideBySide {
      let left = column * columns.width
      row.skip(to: left + columns.nameStart)
      row.add(column == 0 ? headingRange ?? context.wording.stems(nil) : "", width: columns.name, .heading)
      row.skip(to: left + columns.stateStart)
      row.add(context.wording.stateLabel, width: columns.state, .heading)
      if columns.next > 0 {
        row.skip(to: left + columns.nextStart)
        let hasBeats = (context.snapshot.grid?.beatsPerLoop ?? 0) > 0
        row.add(
          context.wording.nextLabel(inBeats: hasBeats && columns.next == 13), width: columns.next, .heading)
      }
      if columns.wave > 0 {
        row.skip(to: left + columns.waveStart)
        columns.hasRuler
          ? LoopRuler(context, room: columns.wave + 1).add(to: &row, context.glyphs)
          : row.add(context.wording.loopLabel, .heading)
      }
      if columns.meter > 0 {
        row.skip(to: left + columns.meterStart)
        row.add(MeterScale.heading(columns.meter), .meterMark)
      }
      if columns.gain > 0 {
        row.skip(to: left + columns.gainStart)
        row.addRight(context.wording.gainLabel, width: columns.gain, .heading)
      }
    }
    return row
  }
}
