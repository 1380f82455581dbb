import CanonEngine
import CanonSchedule
import CanonSession

/// The rows of one stem.
struct StemBlock {
  let context: DrawingContext
  let columns: StemColumns
  let index: Int
  private let stem: Snapshot.Stem
  private let look: StemLook
  private let isSelected: Bool
  /// What comes next, in one row or two.
  private let next: [NextField]

  init(_ context: DrawingContext, _ columns: StemColumns, _ index: Int) {
    (self.context, self.columns, self.index) = (context, columns, index)
    stem = context.snapshot.stems[index]
    look = StemLook(stem, context)
    isSelected = context.selected == index
    next =
      columns.next > 0 && !look.isShut ? NextField.fields(stem, context, width: columns.next) : []
  }

  /// As many rows as `height` says.
  func rows(_ height: StemColumns.Height) -> [TextRow] {
    (0..<height.rawValue).map { row in
      row < height.inner ? self.row(row, of: height.inner) : context.row
    }
  }

  private func row(_ index: Int, of count: Int) -> TextRow {
    var row = context.row
    let mark = index == 0 ? context.glyphs.selection.first : context.glyphs.selection.below
    isSelected ? row.addGlyph(mark, .selected) : row.skip(1)
    if index == 0 { addHead(to: &row) } else { addBelow(to: &row, row: index, of: count) }
    if look.isShut { return shut(row, row: index, of: count) }
    if columns.wave > 0 && count > 1 {
      row.skip(to: columns.waveStart)
      waveform.add(to: &row, row: index, of: count)
    }
    if columns.meter > 0 {
      row.skip(to: columns.meterStart)
      MeterBar(reading: reading, width: columns.meter, glyphs: context.glyphs).add(
        to: &row, row: index, of: count)
    }
    addGain(to: &row, row: index)
    return row
  }

  // MARK: - Words

  private func addHead(to row: inout TextRow) {
    let key = context.view.keys.indices.contains(index) ? context.view.keys[index] : ""
    row.add(
      key, width: columns.key, look.isShut ? .locked : .key, isBold: !look.isShut, isReverse: isSelected)
    row.skip(1)
    let nameRole: Role = look.isShut ? .locked : isSelected ? .selected : .normal
    row.add(stem.title.isEmpty ? stem.id : stem.title, width: columns.name, nameRole, isBold: isSelected)
    // A solo is marked in the gap, where it is visible whatever is pending.
    switch stem.solo {
    case .off: row.skip(1)
    case .on: row.addGlyph("S", .warning, isBold: true)
    case .alone: row.addGlyph("A", .warning, isBold: true)
    }
    row.skip(1)
    row.add(
      columns.state < StemColumns.stateWidth ? look.mark : "\(look.mark) \(look.word)", width: columns.state,
      look.role, isBold: look.isBold, isReverse: look.isReverse)
    addNext(0, to: &row)
  }

  private func addNext(_ number: Int, to row: inout TextRow) {
    guard next.indices.contains(number) else { return }
    row.skip(to: columns.nextStart)
    next[number].add(to: &row)
  }

  /// The second row: the waveform or, if that has its own field, the id and the asker; and the second pending change.
  private func addBelow(to row: inout TextRow, row index: Int, of count: Int) {
    if look.isShut { return }
    row.skip(to: columns.nameStart)
    if columns.wave == 0 {
      waveform.add(to: &row, row: index - 1, of: count - 1)
    } else if index == 1 {
      row.add(stem.id == stem.title ? "" : stem.id, width: columns.name, .dim)
      row.skip(to: columns.stateStart)
      let end = next.count > 1 ? columns.nextStart - 1 : columns.wordsEnd
      row.add(TextRow.wording(asked, end - columns.stateStart), width: end - columns.stateStart, .dim)
    }
    if index == 1 { addNext(1, to: &row) }
  }

  /// `asked by score`, while a change is pending, or whether the stem is soloed or on the cue bus; in ever shorter wordings.
  private var asked: [String] {
    if let by = stem.status.pending?.by { return context.wording.asked(by: by.word) }
    switch stem.solo {
    case .off: return stem.isCued ? context.wording.cued : [""]
    case .on: return context.wording.soloed(alone: false)
    case .alone: return context.wording.soloed(alone: true)
    }
  }

  /// The wording of the door, beside or below the name.
  private func shut(_ row: TextRow, row index: Int, of count: Int) -> TextRow {
    var row = row
    let words = DoorWords(context.snapshot, context.view.language)
    if count > 1 && columns.wave == 0 && index == 1 {
      row.skip(to: columns.nameStart)
      row.add(words.fitted(stem.door, columns.width - columns.nameStart - 1), .locked)
    } else if (count == 1 || columns.wave > 0) && index == 0 && columns.next > 0 {
      row.skip(to: columns.nextStart)
      row.add(words.fitted(stem.door, columns.width - columns.nextStart - 1), .locked)
    }
    return row
  }

  // MARK: - Numbers

  private func addGain(to row: inout TextRow, row index: Int) {
    if columns.gain == 0 || index > 1 { return }
    row.skip(to: columns.gainStart)
    if index == 0 {
      row.addRight(MeterScale.text(decibels: stem.gain.value), width: columns.gain)
    } else {
      row.addRight(PanText.text(stem.pan), width: columns.gain, .dim)
    }
  }

  private var reading: MeterReading {
    context.view.levels.indices.contains(index) ? context.view.levels[index] : .silence
  }

  /// A waveform below the words leaves room for the second pending change.
  private var waveWidth: Int {
    columns.wave == 0 && next.count > 1 ? columns.nextStart - 1 - columns.nameStart : columns.waveWidth
  }

  private var waveform: Waveform {
    let heads = context.view.playHeads
    let runs = stem.status.state != .stop
    let head = heads.indices.contains(index) ? heads[index] : context.loopFraction
    return Waveform(
      peaks: context.view.waveforms.indices.contains(index) ? context.view.waveforms[index] : [],
      playHead: runs ? head : nil, sounds: stem.status.soundsNow && !stem.isHeld, width: waveWidth,
      glyphs: context.glyphs)
  }
}

/// The pan in the notation of mixing desks.
enum PanText {
  /// `C`, `L 30`, `R 100`: hundredths of the way.
  static func text(_ pan: Pan) -> String {
    let hundredths = Int((abs(pan.value) * 100).rounded())
    return hundredths == 0 ? "C" : "\(pan.value < 0 ? "L" : "R") \(hundredths)"
  }
}
