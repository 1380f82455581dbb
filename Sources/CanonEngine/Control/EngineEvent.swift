/// What the engine tells control. None is ever lost: the engine takes a command only while there is room for
/// everything that may follow from it. What a stem was not asked for itself (its group, a follow action, its own
/// end) may be told late while nobody reads, and then as the state it has come to.
public enum EngineEvent: BitwiseCopyable, Hashable, Sendable {
  /// A command was received on frame `at`; every command is answered, in order.
  case answered(CommandTicket, StemIndex, Answer, status: StemStatus, at: FramePosition)
  /// A press that named no quantum, received on frame `at`, was given this one. Comes before the answer.
  case chosen(CommandTicket, StemIndex, Quantum, at: FramePosition)
  /// What the command asked for (gain, pan, solo, samples) takes effect on the later frame `at`. Comes before the answer.
  case scheduled(CommandTicket, StemIndex, at: FramePosition)
  /// The status changed on frame `at`: a pending change took effect, or `by` others a change became pending.
  case changed(StemIndex, status: StemStatus, at: FramePosition, by: Asker)
  /// A stem began to run as of the boundary `from`. It ends by itself on `end`, and its follow action is due on
  /// `follow`; both `.max` if not.
  case began(StemIndex, from: FramePosition, end: FramePosition, follow: FramePosition)
  /// The samples that the command brought are read from frame `at` on; those before it are no longer read.
  case exchanged(CommandTicket, StemIndex, at: FramePosition)
  /// A panic on frame `at` has given up the exchange that the command asked for: the samples before it stay.
  case kept(CommandTicket, StemIndex, at: FramePosition)
  /// The stem is held by a pause from frame `at` on, or no longer.
  case held(StemIndex, Bool, at: FramePosition)
  /// The clock moved on from `from` by `frames` that were not delivered (an xrun, a server that was away).
  case skipped(from: FramePosition, frames: FrameCount)

  public enum Answer: UInt8, BitwiseCopyable, Sendable {
    /// It is done, or pending.
    case accepted
    /// It asked for what already is.
    case unchanged
    /// It would have started sound without a permit; nothing was done.
    case notPermitted
    /// There is no such boundary within the reach of the clock; nothing was done.
    case tooFar
  }
}
