import CanonEngine

/// One stem as the set file describes it. Nothing has been read from its sound file yet.
public struct StemSpec: Hashable, Sendable {
  /// ASCII letters, digits and hyphens, at most ``longestID``, unique in the set, ignoring case. It names the
  /// stem's ports, its OSC address and the stem in commands.
  public let id: String
  /// The displayed title, cleaned; the id if the file has no title.
  public let title: String
  /// The sound file as written in the set file, for messages; not cleaned.
  public let file: String
  /// The path of the sound file, to open it: below the set's folder when the set file was read.
  public let path: String
  /// The channels of its sound file, and of files in its place; nil for all of them, one or two.
  public let channels: ChannelChoice?
  /// Whether it plays from the start.
  public let isBase: Bool
  public let gain: Decibels
  public let pan: Pan
  /// The set's defaults with the stem's own on top.
  public let quanta: QuantumDefaults
  /// One visible ASCII character that no other stem has.
  public let key: Character?
  /// In the form of an id, ignoring case. Stems of a group exclude each other.
  public let group: String?
  /// The part of the file that is the loop; nil for all of it.
  public let region: RegionSpec?
  public let intro: IntroPlacement
  /// The delay of the loop's tops after the origin; may be negative. Frames are those of the file.
  public let offset: TimeSpan?
  public let entry: StemEntry
  /// How often the loop plays before the stem stops by itself; 0: indefinitely; at most ``mostRepeats``.
  public let repeats: Int
  /// Whether the set file says that the length is intended, however close it is to the set's loop.
  public let hasFreeLength: Bool
  /// What another tempo and key do to it.
  public let stretch: StretchMode
  /// Whether the key of the playback changes it.
  public let isTransposed: Bool
  public let follow: FollowSpec?
  /// The sends to buses, each bus once, in the order of the file.
  public let sends: [SendSpec]
  /// The line in the set file, for problems that are found later; counted from 1.
  public internal(set) var idLine: Int?
  public internal(set) var fileLine: Int?
  var regionLine: Int?

  /// Characters.
  public static let longestID = 40

  public static let mostRepeats = 1_000_000

  /// Words with another meaning in commands and ports.
  static let reservedIDs = ["all", "master", StemSet.cue]

  /// Whether both say the same, wherever they are in their files.
  public func isSame(as other: StemSpec) -> Bool {
    var other = other
    (other.idLine, other.fileLine, other.regionLine) = (idLine, fileLine, regionLine)
    return self == other
  }

  /// The gain with which it is sent to a bus; nil if it is not.
  package func gain(ofBus id: String) -> Decibels? { sends.first { $0.bus == id }?.gain }

  /// The stem's name in messages: `stem "cello"`.
  public var name: String { "stem \"\(id)\"" }

  /// Whether a length close to the loop's is intended.
  var mayHaveAnyLength: Bool { hasFreeLength || region != nil || repeats > 0 || entry == .top }
}
