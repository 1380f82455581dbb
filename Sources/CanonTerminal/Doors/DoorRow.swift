import CanonSession

/// One stem's door in the calendar and the list of doors: its mark, the stem's id, and when it opens.
struct DoorRow {
  let context: DrawingContext
  /// The width of the field for ids.
  let id: Int

  /// - Parameter stems: The stems of one column.
  init(_ context: DrawingContext, _ stems: some Sequence<Snapshot.Stem>, widest: Int) {
    self.context = context
    id = min(stems.map { DisplayWidth.width(DisplayWidth.plain($0.id)) }.max() ?? 0, widest)
  }

  /// One row, with the longest wording that fits.
  func row(_ index: Int, width: Int, isSelected: Bool = false) -> TextRow {
    var row = head(index, isSelected: isSelected)
    let stem = context.snapshot.stems[index]
    let text = words.fitted(stem.door, width - row.width)
    row.add(isPlainBase(stem) ? base : text, role(stem))
    return row
  }

  /// As many rows as the text needs.
  func rows(_ index: Int, width: Int, isSelected: Bool) -> [TextRow] {
    let stem = context.snapshot.stems[index], head = head(index, isSelected: isSelected)
    let text = isPlainBase(stem) ? base : words.full(stem.door)
    let lines = WrappedText.lines(text, max(2, width - head.width))
    return (lines.isEmpty ? [""] : lines).enumerated().map { number, line in
      var row = head
      if number > 0 {
        row = context.row
        row.add(isSelected ? context.glyphs.selection.below : " ", .selected)
        row.skip(to: head.width)
      }
      row.add(line, role(stem))
      return row
    }
  }

  private var base: String { context.view.language.wording.base }
  private var words: DoorWords { DoorWords(context.snapshot, context.view.language) }

  private func head(_ index: Int, isSelected: Bool) -> TextRow {
    let stem = context.snapshot.stems[index], isOpen = stem.door.isOpen
    var row = context.row
    row.add(isSelected ? context.glyphs.selection.first : " ", .selected)
    row.add(isOpen ? "+ " : "\(context.glyphs.locked) ", isOpen ? .play : .locked)
    row.add(stem.id, width: id, isOpen ? .normal : .locked, isBold: isSelected)
    row.skip(2)
    return row
  }

  private func isPlainBase(_ stem: Snapshot.Stem) -> Bool { stem.isBase && stem.door == .none }

  private func role(_ stem: Snapshot.Stem) -> Role { stem.door.isOpen ? .dim : .locked }
}
