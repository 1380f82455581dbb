/// The musical grid of a set: its loop, divided into bars and beats.
///
/// Beats and bars divide the loop exactly: boundary `b` of `n` lies on `round(b * loop / n)`, so the last beat
/// of every loop ends where the next loop begins, whatever the tempo.
public struct Grid: Hashable, BitwiseCopyable, Sendable {
  public let loop: GridLine
  public let bar: GridLine
  public let beat: GridLine
  /// Both are 0 when the set names no tempo; then a bar and a beat are the whole loop.
  public let barsPerLoop: Int32
  public let beatsPerLoop: Int32
  /// The ticks of the MIDI clock, 24 for each quarter note; nil without beats, and where they would be closer together than a frame.
  public let tick: GridLine?

  /// - Parameters:
  ///   - loop: The loop's length.
  ///   - barsPerLoop: The number of bars that divide the loop, or 0.
  ///   - beatsPerLoop: The number of beats that divide the loop, or 0.
  ///   - beatsPerWhole: How many beats are a whole note, a power of two up to 32: the lower number of the meter.
  /// - Returns: nil when a beat or a bar would be shorter than one frame, or a count is not in 0 ... 1,000,000.
  public init?(loop: GridLine, barsPerLoop: Int = 0, beatsPerLoop: Int = 0, beatsPerWhole: Int = 4) {
    func divided(_ parts: Int) -> GridLine? {
      guard (0...1_000_000).contains(parts) else { return nil }
      let (product, overflow) = loop.denominator.multipliedReportingOverflow(by: Int64(max(1, parts)))
      return overflow ? nil : GridLine(numerator: loop.numerator, denominator: product)
    }
    guard let bar = divided(barsPerLoop), let beat = divided(beatsPerLoop) else { return nil }
    self.loop = loop
    self.bar = bar
    self.beat = beat
    self.barsPerLoop = Int32(barsPerLoop)
    self.beatsPerLoop = Int32(beatsPerLoop)
    tick = beatsPerLoop > 0 ? divided(beatsPerLoop * 96 / beatsPerWhole) : nil
  }

  /// The first frame at or after `position` on which a change with this quantum may take effect. The grid does not know
  /// stems' own loops and the common cycle, and uses the set's loop for both.
  /// - Thread: any
  @_noLocks public func boundary(atOrAfter position: FramePosition, quantum: Quantum) -> FramePosition {
    switch quantum.unit {
    case .now: position
    case .beat: beat.boundary(atOrAfter: position, every: quantum.count)
    case .bar: bar.boundary(atOrAfter: position, every: quantum.count)
    case .loop, .stem, .cycle: loop.boundary(atOrAfter: position, every: quantum.count)
    }
  }

  /// The number of frames since the top of the loop that contains `position`: 0 ..< ``GridLine/longestDistance``.
  /// - Thread: any
  @_noLocks public func phase(of position: FramePosition) -> FrameCount {
    position &- loop.position(of: loop.index(containing: position))
  }
}
