extension StemConfiguration {
  /// The position of a stem in its loop.
  /// - Parameters:
  ///   - position: The position of the clock.
  ///   - began: The boundary on which the run began; used for stems that enter at their top.
  ///   - loop: The set's loop, for stems without one of their own.
  ///   - introLength: Frames of the stem's intro.
  /// - Returns: Frames since the last loop top, `0 ..<` the loop's length. Negative before the first top of a stem that
  ///   enters at its top.
  public func place(
    at position: FramePosition, began: FramePosition, loop: GridLine, introLength: FrameCount
  ) -> FrameCount {
    let line = self.line ?? loop
    var anchor = offset
    if entry == .top {
      anchor = began + (intro == .boundary ? introLength : 0)
      if position < anchor { return position - anchor }
    }
    let tops = LoopTops(line: line, anchor: anchor)
    return position - tops.position(of: tops.index(containing: position))
  }
}
