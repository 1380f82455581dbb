import CanonControl
import CanonEngine
import CanonSchedule
import CanonSession

/// The data for all parts of the screen: the view, and values derived from it.
final class DrawingContext: Sendable {
  let view: ScreenView
  let glyphs: Glyphs
  /// The words of the view's language.
  let wording: any Wording
  /// The width of the whole screen, in cells.
  let columns: Int

  let snapshot: Snapshot
  /// The zone of displayed dates: the schedule's, or this machine's.
  let zone: Zone
  var row: TextRow { TextRow(glyphs, columns: columns) }

  init(_ view: ScreenView, columns: Int, style: ScreenStyle) {
    (self.view, self.columns) = (view, columns)
    (snapshot, wording) = (view.snapshot, view.language.wording)
    zone = snapshot.zone ?? .local
    glyphs = style.isASCII ? .ascii : .unicode
  }

  /// The selected stem, if there is any stem.
  var selected: Int {
    min(max(0, view.selected), max(0, snapshot.stems.count - 1))
  }

  /// Whether the clock is in the first half of a beat, or of a second without a tempo. Blinking parts are lit then.
  /// Without a server, nothing blinks.
  var isLit: Bool {
    if snapshot.isAway { return true }
    guard let grid = snapshot.grid, grid.beatsPerLoop > 0 else {
      guard let rate = snapshot.sampleRate.map({ Int64($0.hertz) }) else { return true }
      return (snapshot.place % rate + rate) % rate < rate / 2
    }
    let passed = snapshot.place - grid.beat.position(of: grid.beat.index(containing: snapshot.place))
    return passed * 2 < grid.beat.longestDistance
  }

  /// The fraction of the loop that has passed: 0 ..< 1.
  var loopFraction: Double {
    guard let grid = snapshot.grid else { return 0 }
    return Double(grid.phase(of: snapshot.place)) / Double(grid.loop.longestDistance)
  }

  /// The loop's end.
  var nextLoop: FramePosition? {
    snapshot.grid.map { $0.loop.boundary(atOrAfter: snapshot.place + 1, every: 1) + snapshot.origin }
  }

  /// The number of beats that begin until `frame`, inclusive: 1 during the last beat before it. nil without a
  /// tempo.
  func beats(until frame: FramePosition) -> Int64? {
    guard let grid = snapshot.grid, grid.beatsPerLoop > 0 else { return nil }
    return max(
      0, grid.beat.index(atOrAfter: frame - snapshot.origin) - grid.beat.index(containing: snapshot.place))
  }

  /// `15` beats or, without a tempo, `11.3 s`.
  func countdown(to frame: FramePosition) -> String {
    beats(until: frame).map(String.init) ?? wording.seconds(snapshot.seconds(until: frame))
  }
}
