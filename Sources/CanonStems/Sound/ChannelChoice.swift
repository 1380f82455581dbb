/// The channels of a sound file that a stem plays: one for both sides, or two for left and right.
public struct ChannelChoice: Hashable, Sendable {
  /// Counted from 1; one or two different ones.
  public let numbers: [Int]

  /// The most channels that a file may have.
  public static let most = 32

  /// - Returns: nil unless there are one or two different numbers in 1...``most``.
  public init?(_ numbers: [Int]) {
    guard (1...2).contains(numbers.count), Set(numbers).count == numbers.count,
      numbers.allSatisfy((1...Self.most).contains)
    else { return nil }
    self.numbers = numbers
  }

  /// The greatest number.
  var last: Int { numbers.max() ?? 0 }
}

extension StemSpec {
  /// Whether two stems with one file may play the same samples of a frame.
  public func sharesChannels(with other: StemSpec) -> Bool {
    guard let mine = channels, let others = other.channels else { return true }
    return !Set(mine.numbers).isDisjoint(with: others.numbers)
  }
}
