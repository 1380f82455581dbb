/// Follows the server's frame clock: tells how many frames were lost between two cycles.
///
/// Three things in jackd look like a loss and are none. Across a change of period the clock is off by the
/// difference of the two. A cycle that comes late already reads the time of the next one, which then comes as well
/// and reads the same: so the time is held against where the clock *should* be by all that was delivered, and what was
/// taken for a loss too early is never taken twice. And the clock wraps every day: differences are 32 bits wide.
struct ServerClock {
  /// The time that the next cycle should have.
  private var expected: UInt32 = 0
  private var period: UInt32 = 0

  /// Whether there was a cycle before.
  var isKnown: Bool { @_noLocks get { period > 0 } }

  /// The frames lost before this cycle; 0 for the first.
  /// - Parameters:
  ///   - time: The server's frame time at the beginning of this cycle.
  ///   - frames: Its length.
  /// - Thread: audio
  @_noLocks mutating func lostFrames(before time: UInt32, frames: UInt32) -> Int64 {
    let gap = Int32(bitPattern: time &- expected)
    let isComparable = frames == period
    period = frames
    // A clock that is far behind is another clock: begin anew.
    if !isComparable || gap > 0 || gap < -Self.longestLead {
      expected = time &+ frames
      return isComparable && gap > 0 ? Int64(gap) : 0
    }
    expected = expected &+ frames
    return 0
  }

  /// In frames: more than any cycle can be late, and less than anybody would hear as out of time.
  private static let longestLead: Int32 = 65_536
}
