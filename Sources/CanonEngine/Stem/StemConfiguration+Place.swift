extension StemConfiguration {
  /// Where in its loop a stem is.
  /// - Parameters:
  ///   - position: The clock's.
  ///   - began: The boundary on which its run began; matters to stems that enter at their top.
  ///   - loop: The set's, for stems without one of their own.
  ///   - introLength: Frames of its intro.
  /// - Returns: Frames since the last loop top, `0 ..<` the loop's length; negative while an intro leads to the first.
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
