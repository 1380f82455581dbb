import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

/// The sentences about what happens while canon plays.
public protocol EventWording {
  /// `cello: playing since loop 2.`
  func line(_ name: String, _ sentence: String) -> String
  /// Sentences one after the other.
  func sequence(_ sentences: [String]) -> String
  /// `loop 2 (frame 1152000)`, or with bar and beat if it is not the loop's first frame.
  func place(_ place: MusicalPlace) -> String
  /// Seconds with one decimal.
  func seconds(_ value: Double) -> String
  /// Who asked, by a name as `keyboard` or `osc 10.0.0.2`.
  func asker(_ name: String) -> String

  // States
  /// `waiting; plays at loop 2 (frame 1152000) in 14.3 s (requested by input).`
  func pending(
    _ state: StemState, then next: StemState, at place: MusicalPlace, in seconds: Double, by: String
  )
    -> String
  func since(_ state: StemState, _ place: MusicalPlace) -> String
  /// `playing.`
  func state(_ state: StemState) -> String
  func nothingPending(_ state: StemState) -> String
  /// - Parameter sentence: The state that stays.
  func unchanged(_ sentence: String) -> String
  var boundaryTooFar: String { get }

  // Changes from a frame on; nil where that is now
  /// - Parameter over: The seconds of the fade; nil without one.
  func level(_ gain: Decibels?, _ pan: Pan?, from place: MusicalPlace?, over seconds: Double?) -> String
  func solo(_ mode: SoloMode, from place: MusicalPlace?) -> String
  func replaced(_ file: String, from place: MusicalPlace?) -> String

  // The set read again
  func reloads(_ place: MusicalPlace, by asker: String) -> String
  func reloaded(_ changes: ReloadChanges) -> String
  /// The music plays in another tempo or key from a place on.
  func plays(_ playback: Playback, from place: MusicalPlace, by asker: String) -> String
  /// The tempo and key in which it plays.
  func plays(_ playback: Playback) -> String
  /// Another piece of the programme begins at a place, and has begun.
  func begins(_ piece: PieceName, at place: MusicalPlace, by asker: String) -> String
  func begins(_ piece: PieceName) -> String
  /// Where the performance is in its programme.
  func piece(_ piece: PieceStatus) -> String
  /// Files of the door folder become stems at a place, and have become stems.
  func addsFiles(_ place: MusicalPlace) -> String
  func added(_ files: [ReloadChanges.AddedFile]) -> String

  // Pauses of a stem and of the performance
  func paused(_ isOn: Bool) -> String
  func performancePaused(_ isOn: Bool) -> String
  /// `pauses at loop 2 (frame 1152000) in 14.3 s (requested by input).`
  func pausing(_ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String) -> String
  func performancePausing(_ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String)
    -> String
  func pauseUnchanged(_ isOn: Bool) -> String
  func performancePauseUnchanged(_ isOn: Bool) -> String

  /// The music moves to a place, and who requested it.
  func seeks(_ place: MusicalPlace, by asker: String) -> String

  /// The music repeats a section, or goes on at another place from its end, or neither.
  func plays(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?, by asker: String) -> String
  func repeatsNothing(by asker: String) -> String
  /// For `status`.
  func section(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?) -> String
  /// The music has come to a named section.
  func entered(_ title: String) -> String
  /// For `status`: the named section, and the one that comes after it; nil if none does.
  func section(_ title: String, then next: String?) -> String

  /// A stem is heard on the cue bus, or no more, after its name.
  func listens(_ isOn: Bool) -> String
  /// What a stem sends to a bus, after its name.
  func sends(to bus: String, _ gain: Decibels) -> String
  func click(_ isOn: Bool, by asker: String) -> String
  /// - Parameter bars: nil for none.
  func countIn(_ bars: Int?, by asker: String) -> String
  /// For `status`.
  var stemIsCued: String { get }
  var clickIsOn: String { get }
  func countIn(_ bars: Int) -> String

  /// A place in the music is marked, or a mark is removed.
  func marked(_ number: Int, _ place: MusicalPlace, by asker: String) -> String
  func unmarked(_ number: Int, by asker: String) -> String
  /// For `status`.
  func mark(_ number: Int, _ place: MusicalPlace) -> String
  /// The time since the music's beginning, and until its loop ends, both in seconds.
  func elapsed(_ seconds: Double, ofLoop left: Double) -> String

  /// The music stands still at a place, or goes on from it.
  func freezes(_ place: MusicalPlace, by asker: String) -> String
  func goesOn(_ place: MusicalPlace, by asker: String) -> String

  // Commands that wait
  /// `3, "press cello": received at bar 9 in 14.3 s (requested by input).`
  func waits(
    _ number: Int, _ command: String, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String
  /// `3, "press cello"`
  func waiting(_ number: Int, _ command: String) -> String
  /// - Parameter commands: As ``waiting(_:_:)``.
  func waitingCancelled(_ commands: [String], by asker: String) -> String
  func waitingEndedByPanic(_ commands: [String]) -> String
  /// - Parameter reason: The sentence of the refusal.
  func waitingRefused(_ commands: [String], _ reason: String) -> String

  var clockStarts: String { get }
  var panic: String { get }
  /// A listener has read too slowly: the number of events that it does not get.
  func missed(_ count: Int) -> String
  /// The same of lines of output.
  func missedLines(_ count: Int) -> String
  /// `Loading: 12 of 64 files, 3 s; pad.flac takes long`
  func loading(_ progress: LoadingProgress.Shown) -> String
  func skipped(_ frames: FrameCount, at frame: FramePosition) -> String

  // The server
  func connected(_ server: ServerInfo) -> String
  func loss(_ loss: ServerLoss) -> String
  /// - Parameter loss: The sentence for it.
  func lost(_ loss: String) -> String
  func xruns(_ count: Int) -> String
  func period(_ frames: Int) -> String
}
