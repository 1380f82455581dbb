/// The sum of all stems: its meter below those of the stems, its level in numbers, its gain, and what was
/// clipped.
struct MasterRows {
  let context: DrawingContext
  let columns: StemColumns

  /// - Parameter count: 1, or 2 for a channel in each row.
  func rows(_ count: Int) -> [TextRow] {
    (0..<count).map { row($0, of: count) }
  }

  private func row(_ index: Int, of count: Int) -> TextRow {
    let reading = context.view.master
    var row = context.row
    row.skip(to: columns.nameStart)
    let room = (columns.meter > 0 ? columns.meterStart : columns.width) - columns.nameStart - 1
    if index == 0 {
      row.add("master", width: columns.name, .title, isBold: true)
      row.skip(to: columns.stateStart)
      if columns.next > 0, let next = context.snapshot.nextMaster {
        addClips(to: &row, columns.state)
        row.skip(to: columns.nextStart)
        NextField(master: next, context, width: columns.next).add(to: &row)
      } else {
        addClips(to: &row, columns.next > 0 ? columns.wordsEnd - columns.stateStart : columns.state)
      }
      if columns.wave > 0 && count == 1 { row.add(level(columns.wave), .dim) }
    } else {
      row.add(level(room), .dim)
    }
    if columns.meter > 0 {
      row.skip(to: columns.meterStart)
      MeterBar(reading: reading, width: columns.meter, glyphs: context.glyphs).add(
        to: &row, row: index, of: count)
    }
    if columns.gain > 0 && index == 0 {
      row.skip(to: columns.gainStart)
      row.addRight(MeterScale.text(decibels: context.snapshot.master.value), width: columns.gain)
    } else if columns.gain > 0 {
      row.skip(to: columns.gainStart)
      row.addRight("dB", width: columns.gain, .dim)
    }
    return row
  }

  private func addClips(to row: inout TextRow, _ width: Int) {
    let clips = context.view.master.clips
    let text = TextRow.wording(context.wording.clips(clips), width)
    clips == 0 ? row.add(text, width: width, .dim) : row.add(text, .error, isBold: true)
  }

  /// The louder channel.
  private func level(_ room: Int) -> String {
    let reading = context.view.master
    let peak = MeterScale.text(max(reading.hold.left, reading.hold.right))
    let rms = MeterScale.text(max(reading.rms.left, reading.rms.right))
    return TextRow.wording(context.wording.level(peak: peak, rms: rms), room)
  }
}
