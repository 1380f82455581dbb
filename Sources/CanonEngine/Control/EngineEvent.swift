/// A report from the engine to control. No event is ever lost: the engine takes a command only while the queue has room
/// for everything that may follow from it. Changes that nobody requested of the stem itself (by its group, a follow
/// action, its own end) may be reported late while control does not read; the event then has the latest status.
public enum EngineEvent: BitwiseCopyable, Hashable, Sendable {
  /// A command was received on frame `at`. Every command is answered: in order, but for those that wait for their frames.
  case answered(CommandTicket, StemIndex, Answer, status: StemStatus, at: FramePosition)
  /// A driver has given the engine this request, which counts as received on frame `at` (``Engine/take(_:after:)``). It is answered as a
  /// command is.
  case triggered(CommandTicket, StemIndex, StemRequest, Quantum?, at: FramePosition, by: Asker)
  /// A press that named no quantum, received on frame `at`, was given this one. Comes before the answer.
  case chosen(CommandTicket, StemIndex, Quantum, at: FramePosition)
  /// The requested gain, pan, solo, pause or samples take effect on the later frame `at`. Comes before the answer.
  case scheduled(CommandTicket, StemIndex, at: FramePosition)
  /// The status changed on frame `at`: a pending change took effect, or a change requested `by` others became pending.
  case changed(StemIndex, status: StemStatus, at: FramePosition, by: Asker)
  /// A stem began a run that counts from the boundary `from`. The run ends by itself on `end`, and its follow action asks on `asks` for
  /// what is due on `follow`; each is `.max` if that never happens, `asks` also if it has asked.
  case began(
    StemIndex, from: FramePosition, end: FramePosition, asks: FramePosition, follow: FramePosition)
  /// The engine reads the command's samples from frame `at` on, and no longer reads those they replace.
  case replaced(CommandTicket, StemIndex, at: FramePosition)
  /// A panic on frame `at` has cancelled the replacement that the command requested: the stem keeps its previous samples.
  case kept(CommandTicket, StemIndex, at: FramePosition)
  /// From frame `at` on, a pause holds the stem (true) or no longer does (false).
  case held(StemIndex, Bool, at: FramePosition)
  /// From frame `at` on the stem waits for its samples, or no longer does, because pages have or have not come in time. A stem stops waiting without
  /// this when the music moves or goes on after a halt, on a hand-over and on a panic.
  case supplied(StemIndex, SampleSupply, at: FramePosition)
  /// The command moves the music: on frame `at` it is at position `to`. Comes before the answer. A later one before that frame replaces
  /// it, and a panic ends it.
  case relocates(CommandTicket, at: FramePosition, to: FramePosition)
  /// On frame `at` the music has moved to position `to`. Everything that was pending has moved with it (``Relocation``).
  case relocated(at: FramePosition, to: FramePosition)
  /// From frame `at` on the music stands still, at the position `to`. Frames count on.
  case halted(at: FramePosition, to: FramePosition)
  /// By frame `at` the music has stood still for `frames` frames more: everything that is pending is as many frames later
  /// (``StemStatus/delayed(by:)``), and so is everything that has begun.
  case stood(at: FramePosition, for: FrameCount)
  /// From frame `at` on the clock runs again, or goes on running, from the position `to`.
  case rolled(at: FramePosition, to: FramePosition)
  /// On frame `at` the engine made this change because of the clock that it follows.
  case clockChanged(ClockChange, at: FramePosition)
  /// From frame `at` on the command's edition plays, in which the music's first downbeat is on the frame `origin`. The engine reads
  /// nothing of the edition before but the last sound of stems that have left.
  case handedOver(CommandTicket, at: FramePosition, origin: FramePosition)
  /// On frame `at` a later edition, of another command, has replaced the command's edition, which was still waiting; or a panic has dropped
  /// it, which was another piece.
  case superseded(CommandTicket, at: FramePosition)
  /// By frame `at` all stems that have left are silent, and their samples are no longer read.
  case leftSilent(at: FramePosition)
  /// The clock moved from `from` over `frames` that were not delivered (an xrun, an absent server).
  case skipped(from: FramePosition, frames: FrameCount)

  public enum Answer: UInt8, BitwiseCopyable, Sendable {
    /// The request is carried out, or pending.
    case accepted
    /// The request matches the current state; nothing was done.
    case unchanged
    /// The request would have started sound without a permit; nothing was done.
    case notPermitted
    /// The next such boundary is too far in the future; nothing was done.
    case tooFar
    /// The command waited for its frame, and was revoked or ended by a panic before; nothing was done.
    case ended
    /// The command was for an edition that no longer plays: its stem has left, its permit or its edition was for other doors or
    /// stems, its samples for another loop; nothing was done.
    case outdated
  }
}

extension EngineEvent {
  /// The same event with the stems that `stem` finds at its places.
  func translated(_ stem: (Int) -> StemIndex) -> EngineEvent {
    func at(_ place: StemIndex) -> StemIndex { stem(place.int) }
    return switch self {
    case .answered(let ticket, let place, let answer, let status, let frame):
      .answered(ticket, at(place), answer, status: status, at: frame)
    case .triggered(let ticket, let place, let request, let quantum, let frame, let asker):
      .triggered(ticket, at(place), request, quantum, at: frame, by: asker)
    case .chosen(let ticket, let place, let quantum, let frame):
      .chosen(ticket, at(place), quantum, at: frame)
    case .scheduled(let ticket, let place, let frame): .scheduled(ticket, at(place), at: frame)
    case .changed(let place, let status, let frame, let asker):
      .changed(at(place), status: status, at: frame, by: asker)
    case .began(let place, let from, let end, let asks, let follow):
      .began(at(place), from: from, end: end, asks: asks, follow: follow)
    case .replaced(let ticket, let place, let frame): .replaced(ticket, at(place), at: frame)
    case .kept(let ticket, let place, let frame): .kept(ticket, at(place), at: frame)
    case .held(let place, let isHeld, let frame): .held(at(place), isHeld, at: frame)
    case .supplied(let place, let supply, let frame): .supplied(at(place), supply, at: frame)
    case .relocates, .relocated, .halted, .stood, .rolled, .clockChanged, .handedOver, .superseded,
      .leftSilent,
      .skipped:
      self
    }
  }
}
