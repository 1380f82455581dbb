/// Evenly spaced boundaries on the clock, exact for ever.
///
/// Boundary `k` lies on frame `round(k * numerator / denominator)`, halves rounded up. The distance may include a
/// fraction of a frame (a tempo that does not divide the sample rate). Each boundary is rounded on its own, so
/// no error accumulates and the millionth loop is as exact as the first. All arithmetic is on integers; the products
/// are 128 bits wide and cannot overflow within the ranges that the initialiser accepts.
public struct GridLine: Hashable, BitwiseCopyable, Sendable {
  /// The distance between two boundaries is `numerator / denominator` frames, in lowest terms.
  public let numerator: Int64
  public let denominator: Int64

  /// The bound below which numerator and denominator stay, so that no product here overflows 128 bits.
  static var largestTerm: Int64 { @_noLocks get { 1 << 52 } }

  /// - Returns: nil unless the distance is at least one frame and both numbers are positive and below 2^52.
  public init?(numerator: Int64, denominator: Int64) {
    guard denominator > 0, numerator >= denominator else { return nil }
    var a = numerator, b = denominator
    while b != 0 { (a, b) = (b, a % b) }
    guard numerator / a < Self.largestTerm, denominator / a < Self.largestTerm else { return nil }
    self.init(reducedNumerator: numerator / a, denominator: denominator / a)
  }

  @_noLocks init(reducedNumerator: Int64, denominator: Int64) {
    numerator = reducedNumerator
    self.denominator = denominator
  }

  /// The frame of boundary `index`. Law: `index(atOrAfter: position(of: k)) == k`.
  /// - Thread: any
  @_noLocks public func position(of index: Int64) -> FramePosition {
    // Nearly all numbers have 64 bits, and their arithmetic costs a fraction.
    let (product, isTooLarge) = index.multipliedReportingOverflow(by: numerator)
    if !isTooLarge && product.magnitude < Self.short {
      if denominator == 1 { return product }
      let (twice, divisor) = (2 &* product &+ denominator, 2 &* denominator)
      let quotient = twice / divisor
      return quotient &* divisor > twice ? quotient &- 1 : quotient
    }
    let twice = 2 &* Int128(index) &* Int128(numerator) &+ Int128(denominator)
    let exact = floorDivide(twice, 2 &* Int128(denominator))
    return Int64(truncatingIfNeeded: max(0 &- Self.furthest, min(exact, Self.furthest)))
  }

  /// The magnitude below which twice a number, and a denominator more, has 64 bits.
  private static var short: UInt64 { @_noLocks get { 1 << 61 } }

  /// The largest position returned, in either direction: far beyond the reach of any clock, with room for an offset to be added.
  private static var furthest: Int128 { @_noLocks get { 1 << 62 } }

  /// The number of the first boundary at or after `position`.
  /// - Thread: any
  @_noLocks public func index(atOrAfter position: FramePosition) -> Int64 {
    // Where the music, or a run, begins.
    if position == 0 { return 0 }
    // The smallest k with round(k * n / d) >= p, that is k >= (2p - 1) * d / 2n.
    if position.magnitude < Self.short {
      let (short, isTooLarge) = (2 &* position &- 1).multipliedReportingOverflow(by: denominator)
      if !isTooLarge {
        let divisor = 2 &* numerator
        let quotient = short / divisor
        return quotient &* divisor < short ? quotient &+ 1 : quotient
      }
    }
    let dividend = (2 &* Int128(position) &- 1) &* Int128(denominator)
    return Int64(truncatingIfNeeded: 0 &- floorDivide(0 &- dividend, 2 &* Int128(numerator)))
  }

  /// The number of the last boundary at or before `position`, that is, of the loop (beat, bar) that contains the frame.
  /// - Thread: any
  @_noLocks public func index(containing position: FramePosition) -> Int64 {
    index(atOrAfter: position &+ 1) &- 1
  }

  /// The first boundary at or after `position` whose number is a multiple of `count`.
  /// - Thread: any
  @_noLocks public func boundary(atOrAfter position: FramePosition, every count: Int32) -> FramePosition {
    if count <= 1 { return self.position(of: index(atOrAfter: position)) }
    let number = Int128(index(atOrAfter: position))
    let step = Int128(max(1, count))
    let multiple = 0 &- floorDivide(0 &- number, step)
    return self.position(of: Int64(truncatingIfNeeded: multiple &* step))
  }

  /// The most frames between two neighbouring boundaries.
  public var longestDistance: FrameCount {
    @_noLocks get { (numerator &+ denominator &- 1) / denominator }
  }
}

/// Division rounded towards minus infinity; the divisor is positive.
@_noLocks private func floorDivide(_ dividend: Int128, _ divisor: Int128) -> Int128 {
  let quotient = dividend / divisor
  return dividend < 0 && quotient &* divisor != dividend ? quotient &- 1 : quotient
}
