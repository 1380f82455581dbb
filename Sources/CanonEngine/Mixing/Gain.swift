/// A linear factor on samples; 1 leaves them as they are, 0 silences. Never negative, infinite or NaN.
public struct Gain: Hashable, BitwiseCopyable, Sendable {
  public let linear: Float

  public static let unity = Gain(unchecked: 1)
  public static let silence = Gain(unchecked: 0)

  /// - Returns: nil unless 0 <= `linear` <= 16 (+24 dB).
  public init?(linear: Float) {
    guard linear >= 0, linear <= 16 else { return nil }
    self.linear = linear
  }

  private init(unchecked linear: Float) { self.linear = linear }
}

/// The logarithm of a gain: `20 * log10(linear)`. The conversion lives in CanonStems, which has libm.
public struct Decibels: Hashable, Sendable {
  /// What set files and commands may ask for; the lower end already is inaudible.
  public static let range: ClosedRange<Double> = -120...24

  public let value: Double

  /// - Returns: nil outside ``range`` (and for NaN).
  public init?(_ value: Double) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }
}

/// The place of a stem between the speakers: -1 left, 0 centre, +1 right.
public struct Pan: Hashable, Sendable {
  public static let range: ClosedRange<Double> = -1...1
  public static let centre = Pan(unchecked: 0)

  public let value: Double

  /// - Returns: nil outside ``range`` (and for NaN).
  public init?(_ value: Double) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }

  private init(unchecked value: Double) { self.value = value }
}

/// The factors that a pan puts on a stem's two channels.
public struct PanFactors: Hashable, BitwiseCopyable, Sendable {
  public let left: Float
  public let right: Float

  public static let centre = PanFactors(left: .unity, right: .unity)

  public init(left: Gain, right: Gain) {
    self.left = left.linear
    self.right = right.linear
  }
}
