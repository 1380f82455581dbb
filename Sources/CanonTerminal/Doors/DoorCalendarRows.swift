/// The doors below the stems, if a tall screen has room for all of them: which are open, and when the others open.
struct DoorCalendarRows {
  let context: DrawingContext

  /// The least width of a column if there are several.
  private static let narrowest = 60

  /// All doors, column by column; empty if there is not enough room, or if there is only one door, which
  /// the line above shows.
  func rows(atMost most: Int) -> [TextRow] {
    let doors = context.snapshot.stems.indices.filter { context.snapshot.stems[$0].door != .none }
    let columns = max(1, context.columns / Self.narrowest)
    let count = (doors.count + columns - 1) / columns
    guard doors.count > 1, count <= most else { return [] }
    let width = context.columns / columns
    let cells = DoorRow(context, doors.map { context.snapshot.stems[$0] }, widest: width / 3)
    return (0..<count).map { index in
      var row = context.row
      for (column, door) in stride(from: index, to: doors.count, by: count).enumerated() {
        row.skip(to: column * width)
        row.append(cells.row(doors[door], width: width - 2), width: width - 1)
      }
      return row
    }
  }
}
