import CanonEngine

/// What `section` plays: from one place up to another, from which it goes back, or on to a third. Frames count from the music's first
/// downbeat, everything else from the beginning of the loop that the music is in.
public struct SectionSpan: Hashable, Sendable {
  public let from: ScoreTime
  public let until: ScoreTime
  /// Where the music goes on; nil if the part repeats, and music that is elsewhere moves to its beginning.
  public let next: ScoreTime?

  /// - Returns: nil if only some of them are frames.
  public init?(from: ScoreTime, until: ScoreTime, then next: ScoreTime? = nil) {
    guard Self.isFrame(from) == Self.isFrame(until), Self.isFrame(next ?? from) == Self.isFrame(from) else {
      return nil
    }
    (self.from, self.until, self.next) = (from, until, next)
  }

  init(_ section: Section) {
    (from, until) = (.frame(section.from), .frame(section.until))
    next = section.takesMusic ? nil : .frame(section.next)
  }

  /// The shortest section, in seconds: shorter ones would be ramps alone.
  package static let shortest = 0.05

  /// The section of this music.
  /// - Parameter place: Where the music is.
  /// - Throws: If it has no bars, or the section does not lie in the loop, or is too short.
  func section(grid: Grid, sampleRate: SampleRate, at place: FramePosition) throws(CommandProblem) -> Section
  {
    // Before the first downbeat, in the silence before a piece, the first loop is meant.
    let loop = grid.loop.index(containing: max(0, place))
    guard let first = position(from, grid, sampleRate, loop),
      let end = position(until, grid, sampleRate, loop),
      let section = section(from: first, until: end, grid, sampleRate, loop),
      sampleRate.seconds(end - first) >= Self.shortest || Self.isFrame(from),
      Self.isFrame(from)
        || first >= grid.loop.position(of: loop) && end <= grid.loop.position(of: loop + 1)
    else {
      throw problem(grid, sampleRate)
    }
    return section
  }

  /// It is no part of this loop, or too short.
  func problem(_ grid: Grid, _ sampleRate: SampleRate) -> CommandProblem {
    .noSection(self, bars: Int(grid.barsPerLoop), seconds: sampleRate.seconds(grid.loop.longestDistance))
  }

  private func section(
    from first: FramePosition, until end: FramePosition, _ grid: Grid, _ sampleRate: SampleRate, _ loop: Int64
  ) -> Section? {
    guard let next else { return Section(from: first, until: end) }
    return position(next, grid, sampleRate, loop).flatMap { Section(from: first, until: end, then: $0) }
  }

  private func position(
    _ time: ScoreTime, _ grid: Grid, _ sampleRate: SampleRate, _ loop: Int64
  ) -> FramePosition? {
    let start = grid.loop.position(of: loop)
    switch time {
    case .frame(let frame): return frame
    case .loop(let number): return number <= 2 ? grid.loop.position(of: loop + number - 1) : nil
    case .bar(let number):
      let bars = Int64(grid.barsPerLoop)
      return bars > 0 && number <= bars + 1 ? grid.bar.position(of: loop * bars + number - 1) : nil
    case .seconds(let seconds):
      let frames = (seconds * Double(sampleRate.hertz)).rounded()
      return frames <= Double(grid.loop.longestDistance) ? start + FramePosition(frames) : nil
    }
  }

  private static func isFrame(_ time: ScoreTime) -> Bool { if case .frame = time { true } else { false } }
}

extension Section {
  /// The section of a journal; nil if its places are not frames.
  init?(_ span: SectionSpan) {
    guard case .frame(let from) = span.from, case .frame(let until) = span.until else { return nil }
    switch span.next {
    case .frame(let next)?: self.init(from: from, until: until, then: next)
    case nil: self.init(from: from, until: until)
    default: return nil
    }
  }

  /// The same on a clock with another rate.
  func scaled(from old: SampleRate, to new: SampleRate) -> Section? {
    map { $0.scaled(from: old, to: new) }
  }
}

extension SectionSpan: CustomStringConvertible {
  public var description: String { "\(from) .. \(until)" + (next.map { " then \($0)" } ?? "") }
}
