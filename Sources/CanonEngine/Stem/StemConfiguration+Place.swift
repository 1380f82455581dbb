extension StemConfiguration {
  /// The positions of a run of the stem in its loop.
  /// - Parameters:
  ///   - began: The boundary on which the run began.
  ///   - moved: The position to which the music was last moved within the run; `.min` if it was not. What is left of an intro is not
  ///     played from there on.
  ///   - loop: The set's loop, for stems without one of their own.
  ///   - introLength: Frames of the stem's intro.
  public func places(
    began: FramePosition, moved: FramePosition = .min, loop: GridLine, introLength: FrameCount
  ) -> StemPlaces {
    let line = line ?? loop
    var (anchor, top) = (offset, FramePosition.min)
    if entry == .top {
      anchor = began + (intro == .boundary ? introLength : 0)
      top = anchor
    } else if introLength > 0, intro != .none {
      let next = LoopTops(line: line, anchor: offset).boundary(atOrAfter: began, every: 1)
      if next - began <= introLength { top = next }
    }
    if moved != .min, top > moved { top = .min }
    return StemPlaces(line: line, anchor: anchor, begin: top)
  }
}

/// Where a stem is in its loop on every frame of a run. Two stems with equal places are always at the same one.
public struct StemPlaces: Equatable, Sendable {
  fileprivate let line: GridLine
  fileprivate let anchor: FramePosition
  /// The run's first loop top, before which it is in its intro; `.min` for a run that has none.
  fileprivate let begin: FramePosition

  /// - Returns: Frames since the last loop top, `0 ..<` the loop's length. Negative before the run's first top.
  public func place(at position: FramePosition) -> FrameCount {
    if position < begin { return position - begin }
    let tops = LoopTops(line: line, anchor: anchor)
    return position - tops.position(of: tops.index(containing: position))
  }
}
