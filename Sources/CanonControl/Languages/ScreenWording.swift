import CanonFiles
import CanonSession
import CanonStems

/// The labels of the full screen. Lists are ever shorter wordings of the same. Words of the vocabulary, such as the four states,
/// stay as they are in every language.
public protocol ScreenWording {
  /// What a hint of the bottom line says.
  func hint(_ hint: ScreenHint) -> String
  var quitQuestion: [String] { get }
  /// How a command line is used.
  var typing: [String] { get }

  // What stands over the stems
  func title(_ overlay: ScreenOverlay) -> String
  /// `1–14 of 34`
  func range(_ range: String, of count: Int) -> String

  // The title
  func previewMark(_ day: String) -> [String]
  func pauseMark(isPartly: Bool) -> String
  var frozenMark: String { get }
  /// The mark of a recording, with its length.
  func recordingMark(_ status: RecordStatus) -> String
  /// The mark of a capture, with its stem.
  func captureMark(_ status: CaptureStatus) -> String

  // The loop
  var clockStandsStill: String { get }
  var loopLabel: String { get }
  var barLabel: String { get }
  var beatLabel: String { get }
  func beats(_ count: Int64) -> String
  /// - Parameter beats: nil without a tempo.
  func nextLoop(beats: Int64?, seconds: String) -> [String]
  var hereWhenTheServerWent: [String] { get }
  /// A named section and the one after it, in ever shorter wordings.
  func namedSection(_ title: String, then next: String?) -> [String]

  // The piece of a programme
  /// `piece 2 of 5`, in ever shorter wordings.
  func pieceField(_ name: PieceName) -> [String]
  /// How long the piece has played, and how long it plays yet.
  /// - Parameters:
  ///   - elapsed: A time, as on a clock.
  ///   - left: The same; nil if it is not known when the piece ends.
  func pieceTime(elapsed: String, left: String?) -> [String]
  /// The same of the programme, in ever shorter wordings.
  /// - Parameter title: nil if it has none.
  func programmeTime(_ title: String?, elapsed: String, left: String?) -> [String]
  var nextPieceLabel: String { get }

  // Stems
  func stems(_ range: String?) -> String
  var stateLabel: String { get }
  func nextLabel(inBeats: Bool) -> String
  var gainLabel: String { get }
  /// The word for a shut door.
  func shutMark(isForGood: Bool) -> String
  var pausedStem: String { get }
  /// A stem without a readable sound file, in at most six columns.
  var unreadableStem: String { get }
  var baseMark: String { get }
  func asked(by asker: String) -> [String]
  func soloed(alone: Bool) -> [String]
  /// A stem is heard on the cue bus while it is silent in the music, in ever shorter wordings.
  var cued: [String] { get }

  // The master
  func clips(_ count: Int) -> [String]
  func level(peak: String, rms: String) -> [String]

  // The server
  func alert(_ alert: ScreenAlert) -> [String]
  var waitsForServer: String { get }
  func periodField(_ frames: Int) -> String
  func loadField(_ percent: String) -> String
  func xrunsField(_ count: Int) -> String
  func serverField(_ name: String) -> String
  func clientField(_ name: String) -> String
  func startedByCanon(on backend: String) -> String
}

/// A hint of the bottom line. The raw value is the English one.
public enum ScreenHint: String, CaseIterable, Sendable {
  case press, help, quit, command, doors, mute, solo, stop, undo
}

/// What stands over the stems.
public enum ScreenOverlay: CaseIterable, Sendable {
  case keys, words, doors, ports, pairing, status
}

/// Why nothing is audible.
public enum ScreenAlert: Equatable, Sendable {
  case serverAway, noServerYet, notConnected, noSoundCard
  case loading(LoadingProgress.Shown)
}

extension ScreenWording {
  /// The mark of another tempo and key than the music's own, alike in all languages; nil for its own.
  public func playbackMark(_ playback: Playback) -> String? {
    let tempo: String? =
      switch playback.tempo {
      case .original: nil
      case .percent: playback.tempo.description
      case .beats: playback.tempo.description + " BPM"
      }
    let key = playback.key == .original ? nil : playback.key.description
    let parts = [tempo, key].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }
}
