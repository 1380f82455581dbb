import CanonSession

/// The announcement of doors that have just opened: for some seconds, in colour, with the stems' names.
struct Announcement {
  private let context: DrawingContext
  private let stems: [Snapshot.Stem]

  /// nil if there is nothing to announce.
  init?(_ context: DrawingContext) {
    let all = context.snapshot.stems
    stems = context.view.opened.filter(all.indices.contains).map { all[$0] }
    if stems.isEmpty { return nil }
    self.context = context
  }

  /// As wide as the screen.
  var row: TextRow {
    var row = context.row
    add(to: &row, context.columns - 2)
    return row
  }

  /// - Parameter cells: The cells for the text between its two spaces.
  func add(to row: inout TextRow, _ cells: Int) {
    let names = stems.map { DisplayWidth.plain($0.title.isEmpty ? $0.id : $0.title) }
    let ids = stems.map { DisplayWidth.plain($0.id) }
    var wordings = context.view.language.wording.announcement(titles: names, ids: ids)
    if let last = wordings.popLast() {
      wordings.append(DisplayWidth.truncate(last, max(0, cells), ellipsis: context.glyphs.ellipsis))
    }
    row.add(" \(TextRow.wording(wordings, cells)) ", .opened, isBold: true, isReverse: true)
  }
}
