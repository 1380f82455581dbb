/// The clock that MIDI's transport messages ask for: start, stop, continue and song position. Of several in a period the last one counts, from
/// its own frame on. The engine's frames count on by themselves: ticks (0xF8) are not followed.
///
/// - Thread: audio
public struct MIDITransport: BitwiseCopyable, Sendable {
  /// What the next period follows.
  public private(set) var clock = PeriodClock.free
  /// From this frame of it on.
  public private(set) var offset: Int32 = 0
  /// The sixteenth from which the next continue goes on; -1 for where the music is.
  private var sixteenth: Int64 = -1

  public init() {}

  /// Takes a message of the next period, in the order of their frames.
  /// - Parameter offset: Its frame in the period.
  /// - Returns: Whether it is one of the transport.
  @_noLocks public mutating func take(
    status: UInt8, data1: UInt8, data2: UInt8, count: Int, after offset: Int32, of engine: borrowing Engine
  ) -> Bool {
    let place = place(after: offset, of: engine)
    switch (status, count) {
    case (0xFA, 1):
      clock = .rolling(at: 0)
      sixteenth = -1
    case (0xFB, 1):
      var target = place
      if sixteenth >= 0, let ticks = engine.grid.tick { target = ticks.position(of: 6 &* sixteenth) }
      clock = .rolling(at: target)
      sixteenth = -1
    case (0xFC, 1): clock = .stopped(at: place)
    case (0xF2, 3):
      sixteenth = Int64(data1 & 0x7F) | Int64(data2 & 0x7F) << 7
      return true
    default: return false
    }
    self.offset = offset
    return true
  }

  /// Where the music is on a frame of the next period, by what has been taken already.
  @_noLocks private func place(after offset: Int32, of engine: borrowing Engine) -> FramePosition {
    switch clock {
    case .free: engine.place(after: offset)
    case .rolling(let place): place &+ Int64(offset &- self.offset)
    case .stopped(let place): place
    }
  }

  /// The period has been delivered. What the engine had no room to report, or was not ready for, it is to follow in the next one.
  /// - Parameter frames: Its length.
  @_noLocks public mutating func endPeriod(isFollowed: Bool, frames: Int32) {
    if isFollowed {
      clock = .free
    } else if case .rolling(let place) = clock {
      clock = .rolling(at: place &+ Int64(frames &- offset))
    }
    offset = 0
  }
}
