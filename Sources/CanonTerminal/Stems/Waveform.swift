/// The picture of a stem's loop: the level of each part relative to the loudest one, and the play head.
struct Waveform {
  /// Peaks of equal slices, 0 to 1.
  let peaks: [Float]
  /// 0 ..< 1; nil while the stem does not run.
  let playHead: Double?
  /// Whether the part before the play head was heard.
  let sounds: Bool
  let width: Int
  let glyphs: Glyphs

  /// Adds one row of the picture.
  /// - Parameter index: Of `count` rows, from the top.
  func add(to row: inout TextRow, row index: Int, of count: Int) {
    guard width > 0, count > 0, !peaks.isEmpty else { return row.skip(width) }
    let loudest = peaks.lazy.filter(\.isFinite).max() ?? 0
    let head = playHead.map { Int(min(max(0, $0.isFinite ? $0 : 0), 0.999_999) * Double(width)) }
    for cell in 0..<width {
      let level = loudest > 0 ? Double(peak(cell) / loudest) : 0
      let glyph = glyph(level, row: index, of: count)
      if cell == head {
        row.addGlyph(glyph, .playHead, isReverse: true)
      } else if sounds, let head, cell < head {
        row.addGlyph(glyph, .waveformPassed)
      } else {
        row.addGlyph(glyph, .waveform)
      }
    }
  }

  /// The loudest of the slices that this cell represents.
  private func peak(_ cell: Int) -> Float {
    let first = cell * peaks.count / width
    let last = max(first + 1, (cell + 1) * peaks.count / width)
    return peaks[first..<min(last, peaks.count)].lazy.filter(\.isFinite).max() ?? 0
  }

  /// - Parameter level: 0 to 1
  private func glyph(_ level: Double, row index: Int, of count: Int) -> String {
    let steps = glyphs.levels.count - 1
    // The top stays clear of the row above, as the meters do.
    let height = Int((min(max(0, level), 1) * Double(steps * count - 2)).rounded())
    let below = (count - 1 - index) * steps
    // Silence is drawn as a line, so that the loop is continuous.
    return glyphs.levels[min(max(below == 0 ? 1 : 0, height - below), steps)]
  }
}
