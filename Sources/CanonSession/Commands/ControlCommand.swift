import CanonEngine

/// A command of the vocabulary, from any surface, score, journal or scene. Stems are named, not numbered, and nothing has
/// been checked yet.
public enum ControlCommand: Hashable, Sendable {
  /// Without a quantum the stem's own default for the change applies. `from`: the frame that a start counts for, in a
  /// restored performance.
  case request(StemRequest, StemSelection, Quantum?, from: FramePosition? = nil)
  /// The selection may name the master.
  case gain(StemSelection, Decibels, Fade = .immediate)
  case pan(StemSelection, Pan, Fade = .immediate)
  /// With a nil selection all solos end.
  case solo(StemSelection?, SoloMode, Quantum?)
  /// Holds stems without stopping them, or lets them be heard again; a nil selection means all stems.
  case pause(StemSelection?, isOn: Bool, Quantum?)
  /// A fade out to silence, at whose end the stems become muted, or a fade in, which is a start from silence.
  case fade(StemSelection, FadeDirection, Fade)
  /// Stops everything at once.
  case panic
  /// Runs a scene of the set, on one frame.
  case scene(String, Quantum?)
  /// Goes to the next of the highest level there is, and below to the one before it: the piece of a programme, the section of the music, or
  /// the scene after the one that was run last, in the order of the set.
  case next(Quantum?)
  case previous(Quantum?)
  /// The selection is nil if the toggle is not for stems.
  case toggle(Toggle, StemSelection?, Quantum?)
  /// Undoes the asker's last change.
  case undo
  /// Replaces a stem's samples by those of another file of the set's folder.
  case replace(StemSelection, file: String, Quantum?)
  /// Moves the clock forward; journals have it where a server lost frames.
  case skip(FrameCount)
  /// The door of a stem has opened or shut for follow actions; only in journals.
  /// With a quantum, the door that has shut stops the stem: unlike a stop that somebody requests, that one keeps its frame when the
  /// music moves.
  case door(String, isOpen: Bool, stopping: Quantum? = nil)
  /// The level to which a stem had faded when the performance was restored, from 0 to 1; only in journals.
  case faded(String, Double)
  /// The follow action of a stem had asked already when the performance was restored; only in journals.
  case asked(String)
  /// The stem has begun to wait for its samples, or no longer does; only in journals.
  case supply(String, SampleSupply)
  /// The music was in the gap before its piece when the performance was restored; only in journals.
  case gap
  /// The driver left the graph after this number of frames, in which its output faded out over 5 ms; only in journals.
  case left(FrameCount)
  /// Moves the music to another place.
  case seek(SeekPlace)
  /// Repeats a part of the music, moves the music to a section or a mark, or lets it go on.
  case section(SectionRequest)
  /// What the player alone hears, and what a stem sends to a bus.
  case cue(CueRequest)
  /// Marks a place in the music.
  case mark(MarkRequest)
  /// Lets the music stand still, at a place or where it is; the clock counts on.
  case freeze(ScoreTime?)
  /// The music that stood goes on, from a place or from where it stands; only in journals, `resume` for everybody else.
  case roll(ScoreTime?)
  /// The clock starts, after a performance was restored; only in journals.
  case begin
  /// Counts as received later.
  indirect case wait(CommandTime, ControlCommand)
  /// Ends the command with this number that waits; nil for all.
  case endWaiting(Int?)
  /// Reads the set, the schedule and changed sound files again; they take effect on the boundary. The set's loop without a quantum.
  case reload(Quantum?)
  /// Plays in another tempo or key from the boundary on. The set's loop without a quantum.
  case playback(PlaybackChange, Quantum?)
  /// Another piece of the programme begins on the boundary, by its number from 1. The set's loop without a quantum.
  case piece(Int, Quantum?)
  /// The edition with this number takes effect on the boundary; only in journals.
  case edition(Int, Quantum)
  /// Records what the driver delivers into this file; nil for the usual name.
  case record(file: String?)
  /// Ends the recording.
  case endRecording
  /// Captures what comes in as a stem, or adds it to one.
  indirect case capture(CaptureRequest)
  /// Ends the capture that is under way, of which nothing stays.
  case endCapture
  /// Copies what a stem has captured into the set.
  case keep(String)
  /// Binds the next pad or pedal that is pressed to a change of a stem.
  case learn(String, StemRequest, Quantum?)
  /// Binds nothing.
  case endLearning
  /// Ends the pairing of the browser with this number.
  case unpair(Int)
  case quit
}
