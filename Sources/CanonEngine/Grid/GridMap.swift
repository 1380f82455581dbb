/// The same musical place on two grids: the same bar and beat, counted from the music's first downbeat.
public struct GridMap: Hashable, BitwiseCopyable, Sendable {
  private let old: GridLine
  private let new: GridLine

  /// The place is counted in beats if both grids have as many beats to a bar, else in bars; in loops if one of them names no tempo.
  public init(from old: Grid, to new: Grid) {
    guard old.barsPerLoop > 0, new.barsPerLoop > 0 else {
      self.init(from: old.loop, to: new.loop)
      return
    }
    let hasSameBars =
      old.beatsPerLoop > 0
      && Int64(old.beatsPerLoop) * Int64(new.barsPerLoop) == Int64(new.beatsPerLoop) * Int64(old.barsPerLoop)
    self.init(from: hasSameBars ? old.beat : old.bar, to: hasSameBars ? new.beat : new.bar)
  }

  @_noLocks init(from old: GridLine, to new: GridLine) {
    self.old = old
    self.new = new
  }

  /// Whether every place stays where it is.
  public var isIdentity: Bool {
    @_noLocks get { old.numerator == new.numerator && old.denominator == new.denominator }
  }

  /// The position of the same place on the new grid: between two lines in proportion, rounded down; nothing is further than the last
  /// boundary that a change can have (2^53 frames).
  /// - Thread: any
  @_noLocks public func position(of position: FramePosition) -> FramePosition {
    if isIdentity { return position }
    let index = old.index(containing: position)
    let (start, newStart) = (old.position(of: index), new.position(of: index))
    let part = position &- start
    let moved = part == 0 ? newStart : newStart &+ scaled(part, in: index, from: start, to: newStart)
    let furthest = Engine.lastBoundary &- 1
    return max(0 &- furthest, min(moved, furthest))
  }

  /// The frames from the new line to the place that lies `part` frames behind the old one, rounded down.
  @_noLocks private func scaled(
    _ part: FrameCount, in index: Int64, from start: FramePosition, to newStart: FramePosition
  ) -> FrameCount {
    let length = max(1, old.position(of: index &+ 1) &- start)
    let newLength = new.position(of: index &+ 1) &- newStart
    // Nearly all numbers have 64 bits, and their division costs a fraction.
    let (product, isTooLarge) = part.multipliedReportingOverflow(by: newLength)
    if !isTooLarge { return product / length }
    return Int64(truncatingIfNeeded: Int128(part) &* Int128(newLength) / Int128(length))
  }
}
