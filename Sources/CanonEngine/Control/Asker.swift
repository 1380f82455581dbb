/// Who asked for a change; told with every pending change. To the engine it is a number: names live with control.
public struct Asker: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  public let rawValue: UInt8
  @_noLocks public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another stem of the same exclusive group, which was asked to sound.
  public static var group: Asker { @_noLocks get { Asker(rawValue: 0) } }
  /// A follow action: the stem's own, or that of the stem before it.
  public static var follow: Asker { @_noLocks get { Asker(rawValue: 1) } }
  /// The stem itself: it has been played as often as it is to be repeated.
  public static var end: Asker { @_noLocks get { Asker(rawValue: 2) } }

  /// The start of the clock, which starts the base.
  public static let clock = Asker(rawValue: 3)
  /// A door that opened or shut.
  public static let door = Asker(rawValue: 4)
  /// canon itself, bringing a performance back after the server's sample rate changed.
  public static let recovery = Asker(rawValue: 5)
  /// A score or journal being played.
  public static let score = Asker(rawValue: 6)
  /// A person or program at standard input; the numbers above are those of other people and programs.
  public static let input = Asker(rawValue: 7)

  /// Whether somebody has asked who waits for an answer.
  public var isSomebody: Bool { rawValue >= Asker.input.rawValue }
  /// Whether the engine does by itself what it asks for.
  var isTheEngine: Bool { @_noLocks get { rawValue <= 2 } }
  var isGroup: Bool { @_noLocks get { rawValue == 0 } }
}
