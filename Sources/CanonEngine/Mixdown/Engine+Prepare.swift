/// The period in two halves, for a driver that lets other threads mix: what is decided on its first frame, and the way beyond its
/// frames. Between them ``MixState`` says what is heard.
extension Engine {
  /// Decides what is heard from the next frame on, as ``process(frames:following:master:ports:buses:)`` does, and delivers nothing.
  /// - Parameter frames: 0 or more; with 0 the engine only receives what has arrived.
  /// - Returns: The frames on which nothing changes: at most `frames`, and at least one of them.
  /// - Thread: audio, between periods
  @_noLocks public mutating func prepare(atMost frames: Int32) -> Int32 {
    receive()
    triggerCount = 0
    if frames > 0 { haltBeforeFirst() }
    unsafe clock.publish(position: position, origin: origin, isRolling: isRolling)
    guard frames > 0, isRolling else { return frames }
    if isHalted { return silentFrames(atMost: frames) }
    settleCue()
    return unchangedFrames(atMost: frames)
  }

  /// Goes beyond frames that were delivered by other means: mixed by others, or repeated (``repetition``).
  /// - Parameter frames: No more than ``prepare(atMost:)`` has returned, or up to the end of the repetition.
  /// - Thread: audio, between periods
  @_noLocks public mutating func advance(_ frames: FrameCount) {
    guard isRolling, frames > 0 else { return }
    hasDelivered = true
    position &+= frames
    reachBoundaries()
    unsafe clock.publish(position: position, origin: origin, isRolling: isRolling)
  }
}
