/// The number of a command, by which the engine's answer is recognised. Counted from 1 by each handle.
public struct CommandTicket: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What control asks of the engine. Made by ``EngineHandle`` alone, which takes a ``StartPermit`` wherever sound
/// may begin.
@unsafe struct EngineCommand: BitwiseCopyable, Sendable {
  @unsafe enum Action: BitwiseCopyable, Sendable {
    /// `permitted`: a permit was given up for this request. `from`: a start counts as one on that boundary. Without a
    /// quantum a press has that of what it leads to. `fading`: a mute ends a fade out, and a start begins a fade in, of so
    /// many frames; 0 is none.
    case request(StemRequest, Quantum?, permitted: Bool, from: FramePosition?, fading: FrameCount)
    /// Set, or take away, the mark of a pause.
    case hold(Bool, Quantum)
    /// So for every stem, on one frame.
    case holdAll(Bool, Quantum)
    /// Silence everything, at once.
    case panic
    /// Reached after so many frames.
    case gain(Gain, Quantum, length: FrameCount)
    case pan(PanFactors, Quantum, length: FrameCount)
    /// The gain of the sum of all stems.
    case master(Gain, Quantum, length: FrameCount)
    case solo(SoloMode, Quantum)
    /// Exchange the stem's samples.
    case samples(StemRef, Quantum)
    /// Take the stem's samples away, at once.
    case noSamples
    /// The next command that a permit was given up for relies on this stem: it must play then, with no change pending.
    case need
    /// Whether follow actions may start the stem; a permit was given up where they may.
    case open(Bool)
    /// Start the clock.
    case roll
    /// Move the clock on by so many frames.
    case skip(FrameCount)
  }

  let ticket: CommandTicket
  let stem: StemIndex
  let by: Asker
  let action: Action
}
