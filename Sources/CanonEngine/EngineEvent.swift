/// What the engine tells control. None is ever lost: the engine takes a command only while there is room for
/// everything that may follow from it.
public enum EngineEvent: BitwiseCopyable, Hashable, Sendable {
  /// A command was received on frame `at`; every command is answered, in order.
  case answered(CommandTicket, StemIndex, Answer, status: StemStatus, at: FramePosition)
  /// A pending change took effect on frame `at`.
  case changed(StemIndex, status: StemStatus, at: FramePosition, by: CommandSource)
  /// The clock moved on from `from` by `frames` that were not delivered (an xrun, a server that was away).
  case skipped(from: FramePosition, frames: FrameCount)

  public enum Answer: UInt8, BitwiseCopyable, Sendable {
    /// It is done, or pending.
    case accepted
    /// It asked for what already is.
    case unchanged
    /// It would have started sound without a permit; nothing was done.
    case notPermitted
  }
}
