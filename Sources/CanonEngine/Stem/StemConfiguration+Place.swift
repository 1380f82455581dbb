extension StemConfiguration {
  /// The positions of a run of the stem in its loop.
  /// - Parameters:
  ///   - began: The boundary on which the run began; used for stems that enter at their top.
  ///   - loop: The set's loop, for stems without one of their own.
  ///   - introLength: Frames of the stem's intro.
  public func places(
    began: FramePosition, loop: GridLine, introLength: FrameCount
  ) -> StemPlaces {
    guard entry == .top else { return StemPlaces(line: line ?? loop, anchor: offset, begin: .min) }
    let top = began + (intro == .boundary ? introLength : 0)
    return StemPlaces(line: line ?? loop, anchor: top, begin: top)
  }

  /// The same on one frame (``StemPlaces/place(at:)``).
  /// - Parameter position: The position of the clock.
  public func place(
    at position: FramePosition, began: FramePosition, loop: GridLine, introLength: FrameCount
  ) -> FrameCount {
    places(began: began, loop: loop, introLength: introLength).place(at: position)
  }
}

/// Where a stem is in its loop on every frame of a run. Two stems with equal places are always at the same one.
public struct StemPlaces: Equatable, Sendable {
  private let line: GridLine
  private let anchor: FramePosition
  /// The first loop top of a stem that enters there; `.min` for one that enters in phase.
  private let begin: FramePosition

  fileprivate init(line: GridLine, anchor: FramePosition, begin: FramePosition) {
    (self.line, self.anchor, self.begin) = (line, anchor, begin)
  }

  /// - Returns: Frames since the last loop top, `0 ..<` the loop's length. Negative before the first top of a stem that
  ///   enters at its top.
  public func place(at position: FramePosition) -> FrameCount {
    if position < begin { return position - begin }
    let tops = LoopTops(line: line, anchor: anchor)
    return position - tops.position(of: tops.index(containing: position))
  }
}
