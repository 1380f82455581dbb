import CanonControl
import CanonSession

/// Where a performance is in its programme: the piece's number, its time and the programme's, and the piece that comes next. Its title is
/// in the first line.
struct PieceLine {
  let context: DrawingContext
  let piece: PieceStatus

  /// The narrowest field for the title of the next piece, in cells.
  private static let leastTitle = 8

  /// Fields from left to right, the most needed first: as many as there is room for.
  func row() -> TextRow {
    var row = context.row
    row.skip(1)
    for (wordings, role) in fields {
      let gap = row.width > 1 ? 3 : 0
      let text = TextRow.wording(wordings + [""], context.columns - 1 - gap - row.width)
      if text.isEmpty { return row }
      row.skip(gap)
      row.add(text, role)
    }
    addNext(to: &row)
    return row
  }

  private var fields: [([String], Role)] {
    let (wording, clock) = (context.wording, RecordStatus.clock)
    return [
      (wording.pieceField(piece.name), .heading),
      (wording.pieceTime(elapsed: clock(piece.elapsed), left: piece.remaining.map(clock)), .normal),
      (
        wording.programmeTime(
          piece.programme, elapsed: clock(piece.programmeElapsed), left: piece.programmeRemaining.map(clock)),
        .dim
      ),
    ]
  }

  /// The next piece at the right, as much of its title as fits.
  private func addNext(to row: inout TextRow) {
    guard let next = piece.next else { return }
    let label = context.wording.nextPieceLabel + " "
    let room = context.columns - 1 - row.width - 3 - DisplayWidth.width(label)
    guard room >= Self.leastTitle else { return }
    let title = DisplayWidth.truncate(DisplayWidth.plain(next), room, ellipsis: context.glyphs.ellipsis)
    row.skip(to: context.columns - 1 - DisplayWidth.width(title) - DisplayWidth.width(label))
    row.add(label, .dim)
    row.add(title, .heading)
  }
}
