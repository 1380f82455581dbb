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
    let (start, end) = (old.position(of: index), old.position(of: index &+ 1))
    let (newStart, newEnd) = (new.position(of: index), new.position(of: index &+ 1))
    let part = Int128(position &- start) &* Int128(newEnd &- newStart) / Int128(max(1, end &- start))
    let furthest = Engine.lastBoundary &- 1
    return max(0 &- furthest, min(newStart &+ Int64(truncatingIfNeeded: part), furthest))
  }
}
