/// The clock that MIDI's transport messages ask for: start, stop, continue and song position. Music begins with the first tick (0xF8) after a
/// start or a continue (MIDI 1.0 Detailed Specification, "System Real Time Messages"), and the engine's frames count on by themselves from
/// there: other ticks are not followed. Of several requests in a period the last one counts, from its own frame on.
///
/// - Thread: audio
public struct MIDITransport: BitwiseCopyable, Sendable {
  /// What the next period follows.
  public private(set) var clock = PeriodClock.free
  /// From this frame of it on.
  public private(set) var offset: Int32 = 0
  /// The sixteenth from which the next continue goes on; -1 for where the music is.
  private var sixteenth: Int64 = -1
  /// Where the music begins with the next tick.
  private var begins = Begin.no

  private enum Begin: BitwiseCopyable, Sendable {
    case no
    case here
    case at(FramePosition)
  }

  public init() {}

  /// Takes a message of the next period, in the order of their frames.
  /// - Parameter offset: Its frame in the period.
  /// - Returns: Whether it is one of the transport.
  @_noLocks public mutating func take(
    status: UInt8, data1: UInt8, data2: UInt8, count: Int, after offset: Int32, of engine: borrowing Engine
  ) -> Bool {
    switch (status, count) {
    case (0xFA, 1):
      begins = .at(0)
      sixteenth = -1
    case (0xFB, 1):
      begins = .here
      if sixteenth >= 0, let ticks = engine.grid.tick { begins = .at(ticks.position(of: 6 &* sixteenth)) }
      sixteenth = -1
    case (0xFC, 1):
      begins = .no
      follow(.stopped(at: place(after: offset, of: engine)), after: offset)
    case (0xF8, 1):
      switch begins {
      case .no: break
      case .here: follow(.rolling(at: place(after: offset, of: engine)), after: offset)
      case .at(let place): follow(.rolling(at: place), after: offset)
      }
      begins = .no
    case (0xF2, 3): sixteenth = Int64(data1 & 0x7F) | Int64(data2 & 0x7F) << 7
    default: return false
    }
    return true
  }

  @_noLocks private mutating func follow(_ clock: PeriodClock, after offset: Int32) {
    (self.clock, self.offset) = (clock, offset)
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
