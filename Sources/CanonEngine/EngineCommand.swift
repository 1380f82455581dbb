/// The number of a command, by which the engine's answer is recognised. Counted from 1 by each handle.
public struct CommandTicket: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What control asks of the engine. Made by ``EngineHandle`` alone, which takes a ``StartPermit`` wherever sound
/// may begin.
@unsafe struct EngineCommand: BitwiseCopyable, Sendable {
  @unsafe enum Action: BitwiseCopyable, Sendable {
    /// `permitted`: a permit was given up for this request.
    case request(StemRequest, Quantum, permitted: Bool)
    case level(Level)
    /// Exchange the stem's samples; nil takes them away.
    case samples(StemRef?)
    /// Start the clock.
    case roll
    /// Move the clock on by so many frames.
    case skip(FrameCount)
  }

  let ticket: CommandTicket
  let stem: StemIndex
  let by: CommandSource
  let action: Action
}
