import CanonEngine
import CanonSchedule

/// What follows from a decision: the deck, the doorkeeper and the restoration return these values, and the performance
/// carries them out in their order. Decisions themselves start no tasks and touch nothing but their own state.
enum Action {
  case tell(PerformanceEvent)
  /// Commands that need nothing from files, received on one frame.
  case perform([ControlCommand], by: Asker)
  /// A line of the journal.
  case record(ControlCommand, at: FramePosition)
  /// The journal says what time it is on a frame; nil for now.
  case mark(Instant?, at: FramePosition, isNeeded: Bool)
  /// The present moment counts as seen; `writes` keeps it for later runs soon.
  case see(writes: Bool)
  /// The engine has answered one of the commands that a receipt waits for.
  case settle(batch: Int?, CommandProblem?)
  /// The engine has refused a start or an unmute: the gate says why.
  case explain(SentCommand, StemIndex, StemStatus, at: FramePosition)
  /// A stem has changed its state: the loops of a ritual count from its start.
  case changed(StemIndex, at: FramePosition)
  /// A stem plays this file again, as the engine has refused another; nil for the set's own.
  case giveFile(String?, to: StemIndex)
  /// Reads the samples of stems whose doors have opened; then some of them join in.
  case load([StemIndex], joining: [StemIndex])
  /// Follow actions may start the stem, or no longer.
  case open(StemIndex)
  case shut(StemIndex)
  /// Samples of a locked stem that has rung out leave the memory.
  case forget(StemIndex)
}
