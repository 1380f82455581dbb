import CanonSession

/// The position in words: loop, bar and beat, a lamp for each beat of the bar, the time since the beginning, and that to
/// the loop's end.
struct LoopLine {
  let context: DrawingContext
  /// Whether no other line has the time since the music's beginning.
  var showsElapsed = true

  /// Bars of more beats have no lamps.
  private static let mostLamps = 12

  func row() -> TextRow {
    let snapshot = context.snapshot
    var row = context.row
    row.skip(1)
    guard snapshot.hasStarted, let grid = snapshot.grid, let place = snapshot.place(of: snapshot.reached)
    else {
      row.add(context.wording.clockStandsStill, .dim)
      return row
    }
    row.add(context.wording.loopLabel + " ", .heading)
    row.add("\(place.loop)", isBold: true)
    if grid.barsPerLoop > 0 {
      row.add("   \(context.wording.barLabel) ", .heading)
      row.add("\(place.bar)", isBold: true)
      row.add("/\(grid.barsPerLoop)   ", .dim)
      addLamps(place.beat, of: Int64(grid.beatsPerLoop / grid.barsPerLoop), to: &row)
    }
    let ends = ends
    addSection(beside: ends[0], to: &row)
    addElapsed(beside: ends[0], to: &row)
    let text = TextRow.wording(ends, context.columns - row.width - 3)
    row.skip(to: context.columns - 1 - DisplayWidth.width(text))
    row.add(text, snapshot.isAway ? .warning : .heading)
    return row
  }

  private func addLamps(_ beat: Int64, of beats: Int64, to row: inout TextRow) {
    row.add(context.wording.beatLabel + " ", .heading)
    guard beats <= Self.mostLamps else {
      row.add("\(beat)", isBold: true)
      row.add("/\(beats)", .dim)
      return
    }
    for number in 1...max(1, beats) {
      // Digits, so that lamps need not be counted.
      number == beat
        ? row.add("\(number)", .playHead, isBold: true, isReverse: context.isLit) : row.add("\(number)", .dim)
      row.skip(1)
    }
  }

  /// The named section, and the one that comes after it, where they take no room from the time to the loop's end.
  private func addSection(beside end: String, to row: inout TextRow) {
    guard let section = context.snapshot.namedSection else { return }
    let room = context.columns - row.width - 6 - DisplayWidth.width(end)
    let text = TextRow.wording(
      context.wording.namedSection(section.title, then: section.next) + [""], room)
    if text.isEmpty { return }
    row.skip(3)
    row.add(text, .heading)
  }

  /// The time since the music's beginning, where it takes no room from the time to the loop's end.
  private func addElapsed(beside end: String, to row: inout TextRow) {
    guard showsElapsed, let time = context.snapshot.musicTime else { return }
    let text = RecordStatus.clock(time.elapsed)
    guard context.columns - row.width - 6 - DisplayWidth.width(end) >= text.count else { return }
    row.skip(3)
    row.add(text, .dim)
  }

  /// The time to the loop's end, in the longest wording that fits.
  private var ends: [String] {
    if context.snapshot.isAway { return context.wording.hereWhenTheServerWent }
    guard let end = context.nextLoop else { return [""] }
    let wording = context.wording
    return wording.nextLoop(
      beats: context.beats(until: end), seconds: wording.seconds(context.snapshot.seconds(until: end)))
  }
}
