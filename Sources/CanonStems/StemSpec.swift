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
  /// Where the set file says so, for problems that are found later; counted from 1.
  public let idLine: Int?
  public let fileLine: Int?

  /// Characters.
  public static let longestID = 40

  /// Words that commands and ports use for something else.
  static let reservedIDs = ["all", "master"]

  /// How messages name the stem: `stem "cello"`.
  public var name: String { "stem \"\(id)\"" }

  /// The factors that gain and pan put on the stem's two channels.
  public var level: Level { Level(gain: gain, pan: pan) }
}
