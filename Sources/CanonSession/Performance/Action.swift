import CanonEngine
import CanonSchedule

/// A consequence of a decision. The deck, the doorkeeper and the restoration return these values, and the performance
/// carries them out in order. Decisions themselves start no tasks and change only their own state.
enum Action {
  case tell(PerformanceEvent)
  /// Commands that need no files, received on one frame.
  case perform([ControlCommand], by: Asker)
  /// A line of the journal.
  case record(ControlCommand, at: FramePosition)
  /// Writes the time of a frame into the journal; nil for the current time.
  case mark(Instant?, at: FramePosition, isNeeded: Bool)
  /// Adds the current time to the memory of the doors; `writes` also writes it down.
  case see(writes: Bool)
  /// The engine has answered a command. A receipt may wait for the answer, and the undo log drops what was not done.
  case settle(SentCommand, StemIndex, CommandProblem?, isUnchanged: Bool = false)
  /// The engine has refused a start or an unmute, and the gate explains why.
  case explain(SentCommand, StemIndex, StemStatus, at: FramePosition)
  /// The engine has accepted a part of a scene, which takes effect on this place in the music.
  case ran(SceneRun, at: FramePosition)
  /// The engine has received a command that has waited, by its number.
  case received(Int, at: FramePosition)
  /// The engine has ended it before its frame.
  case neverReceived(Int)
  /// A driver has made a request of a stem.
  case triggered(CommandTicket, ControlCommand, StemIndex, by: Asker)
  /// Notes what a command changes that has waited.
  case note(UndoStep, by: Asker, answers: Int)
  /// A section has moved the music by so many frames, which the loops of rituals do not count.
  case moveRituals(by: FrameCount)
  /// Another edition plays from a frame on. If the grid differs, with where the places of the music are now, and those that are counted
  /// from bar 1.
  indirect case handedOver(NextEdition, (places: GridMap, counted: Relocation)?, by: Asker, at: FramePosition)
  /// The last sounds of stems that have left are over.
  case leftSilent
  /// The engine has received a command for an edition that no longer plays.
  case giveAgain(Restoration.Again)
  /// A file that a stem was given while an edition waited; a journal has it once more.
  case giveFileAgain(Restoration.Again)
  /// A stem has changed its state; the loops of a ritual count from its start.
  case changed(StemIndex, by: Asker, at: FramePosition)
  /// A stem keeps this file, because the engine has refused another one; nil for the set's own.
  case giveFile(String?, to: StemIndex)
  /// Reads the samples of stems whose doors have opened; then some of the stems join.
  case load([StemIndex], joining: [StemIndex])
  /// Allows follow actions to start the stem, or forbids it.
  case open(StemIndex)
  case shut(StemIndex)
  /// Removes the samples of a locked stem that has rung out.
  case forget(StemIndex)
}
