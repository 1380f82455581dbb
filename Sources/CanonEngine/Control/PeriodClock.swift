/// What the clock does in a period: canon's own, or one that it follows (a transport, a MIDI clock).
public enum PeriodClock: Hashable, BitwiseCopyable, Sendable {
  /// The engine's own clock: it runs once it has been started, and halts and moves by commands alone.
  case free
  /// The clock runs, and the music is at this position on the period's first frame. If it is not, it moves there, as by a relocation.
  case rolling(at: FramePosition)
  /// The clock stands, with the music at this position. All stems fall silent over the usual ramp; everything is kept.
  case stopped(at: FramePosition)
}

/// A change that the engine has made because of the clock that it follows.
public enum ClockChange: Hashable, BitwiseCopyable, Sendable {
  /// The clock halts, with the music at this position.
  case halt(at: FramePosition)
  /// The clock runs on from this position.
  case roll(from: FramePosition)
  /// The music moves to this position on a frame soon, once all stems are silent.
  case seek(to: FramePosition, on: FramePosition)
}
