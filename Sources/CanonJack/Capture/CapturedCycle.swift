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
  /// A callback that runs only after the server has begun the next cycle is told that cycle's time: two cycles then have one
  /// time, and one time is missing before them. The first of the two is the missing one.
  package var withTimesOfLateCycles: [CapturedCycle] {
    var mended = self
    var first = 0
    while first < count {
      let time = self[first].time
      let end = self[first...].firstIndex { $0.time != time } ?? count
      let late = first..<end - 1
      let lateness = late.reduce(0) { $0 + self[$1].frames }
      if first > 0, lateness > 0 {
        let before = self[first - 1]
        let missing = Int(Int32(bitPattern: time &- before.time)) - before.frames
        if missing >= lateness {
          var left = lateness
          for k in late {
            mended[k].time = time &- UInt32(left)
            mended[k].lateness = left
            left -= self[k].frames
          }
        }
      }
      first = end
    }
    return mended
  }
}
