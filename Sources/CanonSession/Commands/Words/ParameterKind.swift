/// What a parameter of a word is.
public enum ParameterKind: Hashable, Sendable {
  /// One or several stems; `orMaster`: alternatively the master alone.
  case stems(orMaster: Bool)
  /// One stem.
  case stem
  indirect case number(NumberRange)
  /// A position in frames.
  case frame
  /// One of these words.
  case choice([String])
  case scene
  /// The name of a file in the set's folder.
  case file
  /// The path of a file to record into.
  case recording
  /// A port, or a client, from which sound comes.
  case port
  /// A bus of the set, or the cue bus.
  case bus
  case quantum
  /// The length of a fade.
  case length
  /// A word of the vocabulary.
  case word
  /// When a command counts as received.
  case time
  /// A place in the music; with `orWay` also a way from where it is.
  case place(orWay: Bool)
  /// Two places in the music, with `..` between them, and perhaps a third after `then`.
  case span
  /// A named section of the set.
  case section
  /// A named section of the set, or the number of a mark.
  case destination
  /// A whole command, the rest of the line.
  case command
  /// The number of a command that waits, or `all`.
  case waiting
  /// A tempo, or a share of the set's own.
  case playedTempo
  /// Semitones or cents.
  case transposition
  /// A tempo and key of the set that have a name.
  case variant
}
