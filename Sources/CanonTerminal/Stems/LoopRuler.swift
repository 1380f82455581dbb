import CanonEngine
import CanonSession

/// The loop as a line: bars with their numbers, beats where there is room, and the play head.
///
/// If possible, the ruler gives every beat (else every bar) the same number of cells, even if it becomes a little
/// shorter than its room.
struct LoopRuler {
  private enum Cell {
    case line, beat, bar
    case number(Character)
    case sectionStart, sectionEnd
  }

  let bars: Int
  let beats: Int
  /// 0 ..< 1
  let fraction: Double
  /// Its cells, without the end.
  let length: Int
  /// The part of the loop that repeats, or has a name, within 0...1.
  var section: Range<Double>?

  /// - Parameters:
  ///   - bars: 0 without a tempo, as is `beats`.
  ///   - room: The cells that it may take.
  init(bars: Int, beats: Int, fraction: Double, room: Int) {
    (self.bars, self.beats) = (max(0, bars), max(0, beats))
    self.fraction = min(max(0, fraction.isFinite ? fraction : 0), 0.999_999)
    length = Self.length(bars: self.bars, beats: self.beats, room: room)
  }

  /// The number of cells of a ruler in a given room, without its end.
  static func length(bars: Int, beats: Int, room: Int) -> Int {
    let room = max(0, room - 1)
    if beats > 0 && room >= 2 * beats { return room / beats * beats }
    if bars > 0 && room >= 2 * bars { return room / bars * bars }
    return room
  }

  /// The ruler of the set's loop at its current position.
  init(_ context: DrawingContext, room: Int) {
    let grid = context.snapshot.grid
    self.init(
      bars: Int(grid?.barsPerLoop ?? 0), beats: Int(grid?.beatsPerLoop ?? 0), fraction: context.loopFraction,
      room: room)
    section = Self.section(of: context.snapshot)
  }

  /// What repeats, or the named section that the music is in.
  private static func part(of snapshot: Snapshot) -> Section? {
    if let section = snapshot.section, section.repeats { return section }
    return snapshot.namedSection.flatMap { Section(from: $0.from, until: $0.until) }
  }

  /// The part of the loop between brackets; nil if there is none, or one of another loop.
  private static func section(of snapshot: Snapshot) -> Range<Double>? {
    guard let grid = snapshot.grid, let section = part(of: snapshot) else { return nil }
    let loop = grid.loop.index(containing: snapshot.place)
    let (start, end) = (grid.loop.position(of: loop), grid.loop.position(of: loop + 1))
    guard section.from >= start, section.until <= end else { return nil }
    let frames = Double(end - start)
    return Double(section.from - start) / frames..<Double(section.until - start) / frames
  }

  func add(to row: inout TextRow, _ glyphs: Glyphs) {
    if length == 0 { return }
    let head = Int(fraction * Double(length))
    for (index, cell) in cells().enumerated() {
      let hasPassed = index < head
      let signs = hasPassed ? glyphs.passed : glyphs.ahead
      let isHead = index == head
      let role: Role = isHead ? .playHead : hasPassed ? .passed : .ahead
      switch cell {
      case .number(let digit):
        row.addGlyph(String(digit), role, isBold: hasPassed || isHead, isReverse: isHead)
      case _ where isHead: row.addGlyph(glyphs.playHead, role, isBold: true)
      case .line: row.addGlyph(signs.line, role)
      case .sectionStart: row.addGlyph("[", .preview, isBold: true)
      case .sectionEnd: row.addGlyph("]", .preview, isBold: true)
      case .beat: row.addGlyph(signs.beat, role)
      case .bar: row.addGlyph(signs.bar, role)
      }
    }
    row.addGlyph(glyphs.end, .ahead)
  }

  private func cells() -> [Cell] {
    var cells = cellsOfBars()
    guard let section else { return cells }
    let last = min(length, Int((section.upperBound * Double(length)).rounded())) - 1
    var first = Int((section.lowerBound * Double(length)).rounded())
    // The number of its first bar stays.
    while first < last, isOfBar(cells[first]) { first += 1 }
    guard first < last else { return cells }
    (cells[first], cells[last]) = (.sectionStart, .sectionEnd)
    return cells
  }

  private func isOfBar(_ cell: Cell) -> Bool {
    switch cell {
    case .bar, .number: true
    case .line, .beat, .sectionStart, .sectionEnd: false
    }
  }

  private func cellsOfBars() -> [Cell] {
    var cells = Array(repeating: Cell.line, count: length)
    if beats > 0 && length >= 2 * beats {
      for beat in 0..<beats { cells[beat * length / beats] = .beat }
    }
    guard bars > 0, length >= 2 * bars || bars > 1 else { return cells }
    // Every bar has its number if the numbers leave a cell between them, else every second, fourth, ...
    let digits = String(bars).count
    var step = 1
    while step * length < bars * (digits + 1) { step *= 2 }
    for bar in stride(from: 0, to: bars, by: length >= 2 * bars ? 1 : step) {
      let start = bar * length / bars
      cells[start] = .bar
      guard bar % step == 0 else { continue }
      let number = String(bar + 1)
      if start + number.count > length { continue }
      for (offset, digit) in number.enumerated() { cells[start + offset] = .number(digit) }
    }
    return cells
  }
}
