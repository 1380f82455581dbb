import CanonEngine

/// One stem as the set file describes it. Nothing has been read from its sound file yet.
public struct StemSpec: Hashable, Sendable {
  /// ASCII letters, digits and hyphens, at most ``longestID``, unique in the set whatever the case. Names the
  /// stem's ports, its OSC address and its word in scripts.
  public let id: String
  /// What people see, cleaned; the id when the file gives none.
  public let title: String
  /// The sound file as the set file writes it, for messages; not cleaned.
  public let file: String
  /// Where the sound file is, to open it: below the set's folder when the set file was read.
  public let path: String
  /// Whether it sounds from the start.
  public let isBase: Bool
  public let gain: Decibels
  public let pan: Pan
  /// The set's defaults with the stem's own on top.
  public let quanta: QuantumDefaults
  /// One visible ASCII character that no other stem has.
  public let key: Character?
  /// Made as ids are. Stems of one group exclude each other; large and small letters count as the same.
  public let group: String?
  /// Which part of the file is the loop; nil for all of it.
  public let region: RegionSpec?
  public let intro: IntroPlacement
  /// How long after the origin the loop's tops lie; may be negative. Frames are those of the file.
  public let offset: TimeSpan?
  public let entry: StemEntry
  /// How often the loop is played before the stem stops by itself; 0 for ever, at most ``mostRepeats``.
  public let repeats: Int
  /// Whether the set file says that the length is meant, however near it comes to the set's loop.
  public let hasFreeLength: Bool
  public let follow: FollowSpec?
  /// What goes to the buses, each once, in the order of the file.
  public let sends: [SendSpec]
  /// Where the set file says so, for problems that are found later; counted from 1.
  public let idLine: Int?
  public let fileLine: Int?
  let regionLine: Int?

  /// Characters.
  public static let longestID = 40

  public static let mostRepeats = 1_000_000

  /// Words that commands and ports use for something else.
  static let reservedIDs = ["all", "master"]

  /// How messages name the stem: `stem "cello"`.
  public var name: String { "stem \"\(id)\"" }

  /// Whether a length that nearly is the loop's is what the author wants.
  var mayHaveAnyLength: Bool { hasFreeLength || region != nil || repeats > 0 || entry == .top }
}
