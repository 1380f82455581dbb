import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// An event as one JSON object on one line, for programs. Keys that do not apply are omitted.
///
/// ``json`` has a line for each member.
public struct EventRecord {
  package var event: String
  var stem: String?
  var state: String?
  var next: String?
  /// The frame of the event, counted from the start of the clock.
  var frame: Int64?
  /// The place in the music on `frame`, in frames from its first downbeat.
  var position: Int64?
  /// Until then, from now.
  var inSeconds: Double?
  var by: String?
  var frames: Int64?
  var gain: JSONDecibels?
  var pan: Double?
  var solo: String?
  var file: String?
  var message: String?
  /// The meaning of `message` as one stable word, the same in every language: `locked`.
  var code: String?
  /// When a locked stem's door opens, ISO 8601 with offset.
  var opens: String?
  /// When an open door shuts again, in the same form.
  var until: String?
  /// Whether the click is on, or a stem is heard on the cue bus.
  var isOn: Bool?
  /// The bars of a count-in; 0 for none.
  var bars: Int?
  /// The bus to which a stem is sent.
  var bus: String?
  /// The place in the music where a section ends.
  var endPosition: Int64?
  /// Where the music goes on from there, unless it repeats.
  var nextPosition: Int64?
  /// The id of a named section.
  var section: String?
  var server: Server?
  var serverFrame: UInt32?
  var count: Int?
  /// A command that waits for `frame`: its number, and the command without its time.
  var number: Int?
  var command: String?
  /// The numbers of commands that no longer wait, and were not received.
  var numbers: [Int]?
  /// The stems that are new, have left, or are different since the set was read again.
  var added: [String]?
  var removed: [String]?
  var changed: [String]?
  /// The tempo and the key in which the music plays from then on, as in a command.
  var tempo: String?
  var key: String?
  /// The piece of the programme that begins.
  var piece: Piece?
  /// The files of the door folder that have become stems.
  var files: [AddedFile]?

  struct Piece: Encodable {
    var number: Int
    var count: Int
    var title: String

    init(_ piece: PieceName) { (number, count, title) = (piece.number, piece.count, piece.title) }
  }

  struct AddedFile: Encodable {
    var file: String
    var stem: String
    /// When the stem's door opens, ISO 8601 with offset.
    var opens: String

    init(_ added: ReloadChanges.AddedFile) {
      (file, stem, opens) = (added.file, added.stem, added.zone.isoText(added.opens))
    }
  }

  struct Server: Encodable {
    var name: String
    var implementation: String
    var client: String
    var sampleRate: Int
    var period: Int
    var connections: [String]
    var startedByCanon: String?
  }
}
