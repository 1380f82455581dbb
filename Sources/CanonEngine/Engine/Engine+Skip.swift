/// Skips: the clock passes over frames that nobody receives, and everything due on them happens there, in order.
extension Engine {
  /// The most frames on which a skip stops, enough for all that follow actions cause in hours. An hour takes milliseconds; a
  /// skip with this many stops, with 64 stems that change on each, holds the audio thread for a quarter of a second.
  static var longestAgenda: Int { @_noLocks get { 1 << 14 } }

  /// Whether the clock runs and can move forward by this number of frames.
  @_noLocks func canJump(_ frames: FrameCount) -> Bool {
    isRolling && frames > 0 && frames < Self.lastBoundary &- position
  }

  /// Moves the clock forward without delivering.
  @_noLocks mutating func jump(_ frames: FrameCount) {
    let target = position &+ frames
    isPassing = true
    if !isHalted { pass(before: target) }
    position = target
    // While the music stands nothing is due, and nothing is to be heard.
    if isHalted {
      isPassing = false
      return
    }
    click.end()
    // Playing stems join in again before the changes of this very frame take effect.
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].rejoin(at: position, ramps: ramps)
      touch(i)
      i &+= 1
    }
    isPassing = false
    agenda = .min
    reachBoundaries()
    haltBeforeFirst()
  }

  /// Stops on each frame before `target` on which something is due, and carries it out.
  @_noLocks private mutating func pass(before target: FramePosition) {
    var stops = 0
    while agenda < target, !isHalted {
      let next = max(agenda, position &+ 1)
      guard next < target else { return }
      // After the longest agenda, everything that is left happens at once on the last of these frames.
      position = stops < Self.longestAgenda ? next : target &- 1
      reachBoundaries()
      stops &+= 1
    }
  }
}
