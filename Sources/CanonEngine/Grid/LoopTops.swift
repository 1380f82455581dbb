/// The loop tops of one stem: a grid line that begins at the stem's anchor.
struct LoopTops: BitwiseCopyable {
  let line: GridLine
  /// The frame of top 0.
  var anchor: FramePosition

  @_noLocks init(line: GridLine, anchor: FramePosition) {
    self.line = line
    self.anchor = anchor
  }

  @_noLocks func position(of index: Int64) -> FramePosition {
    line.position(of: index) &+ anchor
  }

  @_noLocks func index(atOrAfter position: FramePosition) -> Int64 {
    line.index(atOrAfter: position &- anchor)
  }

  @_noLocks func index(containing position: FramePosition) -> Int64 {
    line.index(containing: position &- anchor)
  }

  @_noLocks func boundary(atOrAfter position: FramePosition, every count: Int32) -> FramePosition {
    line.boundary(atOrAfter: position &- anchor, every: count) &+ anchor
  }

  @_noLocks func isTop(_ position: FramePosition) -> Bool {
    boundary(atOrAfter: position, every: 1) == position
  }
}
