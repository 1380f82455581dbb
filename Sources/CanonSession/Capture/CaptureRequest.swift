import CanonEngine

/// What is to be captured from the inputs.
public struct CaptureRequest: Hashable, Sendable {
  /// The stem that it becomes, or to which it is added.
  public let stem: String
  /// Whether it is added to what the stem plays.
  public let isAdded: Bool
  /// Its length in loops of the set, or in bars; with neither, one loop, or the stem's own.
  public let loops: Int?
  public let bars: Int?
  /// How many of its units it lasts, and the boundaries of those: loops of the set, or bars.
  var count: Int { bars ?? loops ?? 1 }
  func unit(in grid: Grid) -> GridLine { bars == nil ? grid.loop : grid.bar }

  /// The port or the client that it comes from; nil for what the inputs are connected to.
  public let source: String?

  public init(
    stem: String, isAdded: Bool = false, loops: Int? = nil, bars: Int? = nil, source: String? = nil
  ) {
    (self.stem, self.isAdded, self.loops, self.bars, self.source) = (stem, isAdded, loops, bars, source)
  }
}

/// A stretch of the clock that is captured.
struct CaptureSpan: Hashable {
  /// The boundaries on which it begins and ends: frames of the engine's clock.
  let from: FramePosition
  let until: FramePosition
  /// The loop of what is captured.
  let line: GridLine

  /// The first one that can still be captured whole.
  /// - Parameters:
  ///   - unit: The boundaries on which it can begin, counted from `origin`.
  ///   - count: How many of them it lasts.
  ///   - earliest: The first frame on which it can begin.
  /// - Returns: nil if it would be too long.
  init?(_ unit: GridLine, _ count: Int, origin: FramePosition, notBefore earliest: FramePosition) {
    let (length, overflow) = unit.numerator.multipliedReportingOverflow(by: Int64(count))
    guard !overflow, let line = GridLine(numerator: length, denominator: unit.denominator) else { return nil }
    let first = unit.index(atOrAfter: earliest - origin)
    self.line = line
    from = origin + unit.position(of: first)
    until = origin + unit.position(of: first + Int64(count))
  }
}
