/// The clock jumps: frames that nobody receives are passed through, and what is due on them happens there, in order.
extension Engine {
  /// On how many frames a skip stops, at most: all that follow actions bring in hours. An hour takes milliseconds; a
  /// skip over all of them, with 64 stems that change on each, holds the audio thread for a quarter of a second.
  static var longestAgenda: Int { @_noLocks get { 1 << 14 } }

  /// Whether the clock runs, and may be moved on by so many frames.
  @_noLocks func canJump(_ frames: FrameCount) -> Bool {
    isRolling && frames > 0 && frames < Self.lastBoundary &- position
  }

  /// Moves the clock without delivering.
  @_noLocks mutating func jump(_ frames: FrameCount) {
    let target = position &+ frames
    isPassing = true
    pass(before: target)
    position = target
    // What sounds joins in again before what falls on this very frame comes, as on any frame.
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].rejoin(at: position, ramps: ramps)
      touch(i)
      i &+= 1
    }
    isPassing = false
    agenda = .min
    reachBoundaries()
  }

  /// Stops on each frame before `target` on which something is due.
  @_noLocks private mutating func pass(before target: FramePosition) {
    var stops = 0
    while agenda < target {
      let next = max(agenda, position &+ 1)
      guard next < target else { return }
      // What is left when there is no end to it happens on the last of these frames, all at once.
      position = stops < Self.longestAgenda ? next : target &- 1
      reachBoundaries()
      stops &+= 1
    }
  }
}
