/// One process cycle as it was captured.
package struct CapturedCycle: BitwiseCopyable, Sendable {
  /// The server's frame time of its first frame.
  package fileprivate(set) var time: UInt32
  package let frames: Int
  /// The index of its first sample in each channel.
  package let offset: Int
  /// From the beginning of the cycle until its samples were here, in microseconds.
  package let elapsed: UInt32
  /// The frames of later cycles that had begun when its callback asked for the time, which `elapsed` does not count. Unless it is 0,
  /// its samples may be those of the next cycle, in whole or in part.
  package fileprivate(set) var lateness = 0

  @_noLocks package init(time: UInt32, frames: Int, offset: Int, elapsed: UInt32) {
    (self.time, self.frames, self.offset, self.elapsed) = (time, frames, offset, elapsed)
  }
}

extension [CapturedCycle] {
  /// The same cycles, with the frame times of late ones mended.
  ///
  /// A callback that runs only after the server has begun the next cycle is told that cycle's time. Then a time is missing before it,
  /// and comes twice once a callback is on time again: all cycles between are later than they should be.
  package var withTimesOfLateCycles: [CapturedCycle] {
    var mended = self
    // The first cycle after the last gap, and the missing frames that no later cycle has made up for.
    var gap: (first: Int, frames: Int)?
    for k in indices.dropFirst() {
      let before = self[k - 1]
      let surplus = Int(Int32(bitPattern: self[k].time &- before.time)) - before.frames
      if surplus > 0 { gap = (k, surplus) }
      guard surplus < 0, let (first, frames) = gap else { continue }
      gap = nil
      guard frames >= -surplus else { continue }
      for late in first..<k {
        mended[late].time &-= UInt32(-surplus)
        mended[late].lateness -= surplus
      }
      if frames > -surplus { gap = (first, frames + surplus) }
    }
    return mended
  }
}
