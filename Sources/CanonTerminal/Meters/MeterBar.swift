/// A level as a bar: filled up to the RMS value, thin from there to the peak, with a line where the peak is
/// held.
struct MeterBar {
  let reading: MeterReading
  /// The width in cells, without the cap; at least 1.
  let width: Int
  let glyphs: Glyphs

  /// One channel after the other, in the available rows.
  /// - Parameters:
  ///   - index: The row: those of the upper half show the left channel.
  ///   - count: The number of rows; 1 shows both channels in one row.
  func add(to row: inout TextRow, row index: Int, of count: Int) {
    if count < 2 {
      addBoth(to: &row)
    } else {
      let half = count / 2
      let isTop = index % half == 0
      let channel = index < half ? Channel(reading, \.left, width) : Channel(reading, \.right, width)
      for cell in 0..<width { add(cell, channel, isTop: isTop, isBottom: index % half == half - 1, to: &row) }
    }
    // The last cell is the clip lamp.
    reading.clips > 0
      ? row.addGlyph("!", .error, isBold: true, isReverse: true) : row.addGlyph(glyphs.cap, .meterMark)
  }

  private func add(_ cell: Int, _ channel: Channel, isTop: Bool, isBottom: Bool, to row: inout TextRow) {
    let role = MeterScale.role(cell: cell, of: width)
    if cell < channel.rms {
      row.addGlyph(isTop ? glyphs.rms : glyphs.rmsBelow, role)
    } else if cell == channel.hold {
      row.addGlyph(glyphs.hold, role, isBold: true)
    } else if cell < channel.peak {
      row.addGlyph(isBottom ? glyphs.peak : " ", role)
    } else {
      addEmpty(cell, to: &row)
    }
  }

  /// Both channels in one row: the upper and the lower half of each cell up to the peaks, bold up to the RMS
  /// values.
  private func addBoth(to row: inout TextRow) {
    let left = Channel(reading, \.left, width), right = Channel(reading, \.right, width)
    let rms = max(left.rms, right.rms), hold = max(left.hold, right.hold)
    for cell in 0..<width {
      let role = MeterScale.role(cell: cell, of: width)
      switch (cell < left.peak, cell < right.peak) {
      case (true, true): row.addGlyph(glyphs.halves.both, role, isBold: cell < rms)
      case (true, false): row.addGlyph(glyphs.halves.left, role, isBold: cell < rms)
      case (false, true): row.addGlyph(glyphs.halves.right, role, isBold: cell < rms)
      case (false, false) where cell == hold: row.addGlyph(glyphs.hold, role, isBold: true)
      case (false, false): addEmpty(cell, to: &row)
      }
    }
  }

  private func addEmpty(_ cell: Int, to row: inout TextRow) {
    let isMark = MeterScale.marks.contains { MeterScale.cell($0, of: width) == cell }
    isMark ? row.addGlyph(glyphs.mark, .meterMark) : row.skip(1)
  }

  /// One channel in cells.
  private struct Channel {
    let rms: Int
    let peak: Int
    /// The cell of the held peak; -1 without one.
    let hold: Int

    init(_ reading: MeterReading, _ side: KeyPath<StereoValue, Float>, _ width: Int) {
      func cells(_ value: StereoValue) -> Int {
        Int((MeterScale.position(value[keyPath: side]) * Double(width)).rounded())
      }
      (rms, peak) = (cells(reading.rms), cells(reading.peak))
      hold = cells(reading.hold) - 1
    }
  }
}
