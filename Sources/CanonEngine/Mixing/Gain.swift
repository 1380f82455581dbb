/// A linear factor for samples: 1 leaves them unchanged, 0 silences them. Never negative, infinite or NaN.
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

/// A gain in decibels: `20 * log10(linear)`. The conversion is in CanonStems, which has libm.
public struct Decibels: Hashable, Sendable {
  /// The range that set files and commands accept; the lower end is inaudible.
  public static let range: ClosedRange<Double> = -120...24

  public let value: Double

  /// Exactly silent: minus infinity, below ``range``. Only commands ask for it.
  public static let silence = Decibels(unchecked: -.infinity)

  /// - Returns: nil outside ``range`` (and for NaN).
  public init?(_ value: Double) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }

  private init(unchecked value: Double) { self.value = value }

  /// Whether nothing can be heard: silence, or the lower end of the range.
  public var isInaudible: Bool { value <= Self.range.lowerBound }
}

/// The stereo position of a stem: -1 left, 0 centre, +1 right.
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

/// The factors by which a pan multiplies a stem's two channels.
public struct PanFactors: Hashable, BitwiseCopyable, Sendable {
  public let left: Float
  public let right: Float

  public static let centre = PanFactors(left: .unity, right: .unity)

  public init(left: Gain, right: Gain) {
    self.left = left.linear
    self.right = right.linear
  }
}
