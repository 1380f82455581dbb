/// A sequence of period lengths: always the same length, or a seeded mixture.
public struct Periods: Sendable, CustomStringConvertible {
  private var generator: SplitMix64?
  private let length: Int
  private let seed: UInt64?

  public static func constant(_ length: Int) -> Periods { Periods(generator: nil, length: length, seed: nil) }
  public static func mixed(seed: UInt64, longest: Int = 1024) -> Periods {
    Periods(generator: SplitMix64(seed: seed), length: longest, seed: seed)
  }

  /// The lengths that every period-independence test goes through.
  public static let all: [Periods] =
    [1, 2, 3, 4, 63, 64, 1024].map(constant) + (1...5).map { .mixed(seed: $0) }

  public mutating func next() -> Int {
    guard var generator else { return length }
    // Small periods find errors at boundaries, so at least half of the periods are shorter than 9 frames.
    let longest: Int64 = generator.one(in: 2) ? 8 : Int64(length)
    let length = Int(generator.number(1...longest))
    self.generator = generator
    return length
  }

  public var description: String { seed.map { "mixed, seed \($0)" } ?? "\(length)" }
}
