/// Follows the server's frame clock and computes how many frames were lost between two cycles.
///
/// Four effects look like a loss and are not one:
/// - Across a change of period, the clock is off by the difference of the two periods.
/// - A late cycle already reads the time of the next one, which then comes too and reads the same time. For this reason
///   each time is compared with where the clock *should* be after all delivered frames, so that a loss that was counted
///   too early is never counted twice.
/// - The clock wraps about once a day, so differences are 32 bits wide.
/// - PipeWire has a clock for each device, and changes to another one when a device comes or goes. A clock that has moved on by more
///   than the time that has passed is another one, and that time is what counts.
struct ServerClock {
  /// The frame time that the next cycle should have.
  private var expected: UInt32 = 0
  private var period: UInt32 = 0

  /// Whether there has been a cycle.
  var isKnown: Bool { @_noLocks get { period > 0 } }

  /// The frames lost before this cycle; 0 for the first.
  /// - Parameters:
  ///   - time: The server's frame time at the beginning of this cycle.
  ///   - frames: The length of this cycle.
  ///   - passed: The most frames that have passed, by the machine's clock, since the last cycle's time was read.
  /// - Thread: audio
  @_noLocks mutating func lostFrames(before time: UInt32, frames: UInt32, passed: Int64) -> Int64 {
    let gap = Int32(bitPattern: time &- expected)
    let isComparable = frames == period
    period = frames
    if isComparable && gap <= 0 && gap >= -Self.longestLead {
      expected = expected &+ frames
      return 0
    }
    expected = time &+ frames
    if !isComparable { return 0 }
    let (length, slack) = (Int64(frames), 2 &* Int64(frames) &+ passed / 8)
    if gap > 0 && Int64(gap) <= passed &+ slack { return Int64(gap) }
    // Another clock. Less than a cycle may be a late call.
    return passed > 2 &* length ? passed &- length : 0
  }

  /// Whether a clock has moved on since the last cycle as the machine's has. Otherwise it is another device's, of which no cycle is known yet.
  /// - Parameters:
  ///   - frames: Since the beginning of the last cycle.
  ///   - microseconds: By the machine's clock.
  /// - Thread: control
  static func goesOn(by frames: Int32, within microseconds: Int64, period: Int, sampleRate: Int) -> Bool {
    let passed = microseconds * Int64(sampleRate) / 1_000_000
    return abs(Int64(frames) - passed) <= 2 * Int64(period) + Int64(sampleRate) / 20
  }

  /// The most frames by which a clock may be behind: more than a cycle can be late, and too few to be heard as out of time.
  private static let longestLead: Int32 = 65_536
}
