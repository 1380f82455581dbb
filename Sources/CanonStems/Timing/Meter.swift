/// How beats make bars: `3/4` is three beats of a quarter note.
public struct Meter: Hashable, Sendable {
  /// The upper number: 1...64.
  public let beatsPerBar: Int
  /// The lower number, the note that is one beat: 1, 2, 4, 8, 16 or 32.
  public let beatUnit: Int

  /// What holds when a set names none.
  public static let common = Meter(checked: 4, 4)

  /// - Returns: nil outside the ranges of ``beatsPerBar`` and ``beatUnit``.
  public init?(beatsPerBar: Int, beatUnit: Int) {
    guard (1...64).contains(beatsPerBar), [1, 2, 4, 8, 16, 32].contains(beatUnit) else { return nil }
    self.init(checked: beatsPerBar, beatUnit)
  }

  private init(checked beatsPerBar: Int, _ beatUnit: Int) {
    self.beatsPerBar = beatsPerBar
    self.beatUnit = beatUnit
  }
}

extension Meter: LosslessStringConvertible {
  /// Reads `4/4` and the like; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let upper = wholeNumber(parts[0]), let lower = wholeNumber(parts[1]) else {
      return nil
    }
    self.init(beatsPerBar: Int(upper), beatUnit: Int(lower))
  }

  public var description: String { "\(beatsPerBar)/\(beatUnit)" }
}
