/// Who requested a change; reported with every pending change. The engine knows only a number; control knows the names.
public struct Asker: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  public let rawValue: UInt8
  @_noLocks public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another stem of the same exclusive group, which was asked to play.
  public static var group: Asker { @_noLocks get { Asker(rawValue: 0) } }
  /// A follow action: the stem's own, or that of the stem it follows.
  public static var follow: Asker { @_noLocks get { Asker(rawValue: 1) } }
  /// The stem itself: its run has ended after the configured number of repeats.
  public static var end: Asker { @_noLocks get { Asker(rawValue: 2) } }

  /// The start of the clock, which starts the base.
  public static let clock = Asker(rawValue: 3)
  /// A door that opened or shut.
  public static let door = Asker(rawValue: 4)
  /// canon itself, which restores a performance after the server's sample rate changed.
  public static let recovery = Asker(rawValue: 5)
  /// A score or journal being played.
  public static let score = Asker(rawValue: 6)
  /// canon itself, when the output device has gone or is back.
  public static let device = Asker(rawValue: 7)
  /// canon itself, when a file in the door folder has become a stem.
  public static let folder = Asker(rawValue: 8)
  /// A person or program at standard input; higher numbers belong to other people and programs.
  public static let input = Asker(rawValue: 9)

  /// Whether the asker is a person or program that expects an answer.
  public var isSomebody: Bool { rawValue >= Asker.input.rawValue }
  /// Whether the engine itself is the asker: a group, a follow action, the end of a run, or the beginning of the music.
  var isTheEngine: Bool { @_noLocks get { rawValue <= 3 } }
  /// ``clock``, for the engine.
  static var beginning: Asker { @_noLocks get { Asker(rawValue: 3) } }
  /// ``door``, for the engine.
  static var shutDoor: Asker { @_noLocks get { Asker(rawValue: 4) } }
  /// Whether a shut door is the asker.
  var isDoor: Bool { @_noLocks get { rawValue == 4 } }
  var isGroup: Bool { @_noLocks get { rawValue == 0 } }
}
