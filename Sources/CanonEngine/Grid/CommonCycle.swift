extension GridLine {
  /// The least common multiple of the two distances, after which both lines meet again.
  ///
  /// For fractions in lowest terms it is `lcm(numerators) / gcd(denominators)`.
  /// - Returns: nil when a term of the result is outside a line's range (2^52 frames: 2900 years at 48 kHz).
  /// - Thread: any
  @_noLocks public func commonMultiple(with other: GridLine) -> GridLine? {
    // Usually one line fits into the other, and this check is cheap.
    if numerator % other.numerator == 0 && other.denominator % denominator == 0 { return self }
    if other.numerator % numerator == 0 && denominator % other.denominator == 0 { return other }
    let part = numerator / Self.greatestCommonDivisor(numerator, other.numerator)
    let (product, overflow) = part.multipliedReportingOverflow(by: other.numerator)
    guard !overflow, product < Self.largestTerm else { return nil }
    return GridLine(
      reducedNumerator: product,
      denominator: Self.greatestCommonDivisor(denominator, other.denominator))
  }

  @_noLocks private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var a = first
    var b = second
    while b != 0 {
      let rest = a % b
      a = b
      b = rest
    }
    return a
  }

  /// The common cycle of several loops: the least common multiple of all; nil when it is out of range.
  /// - Parameter first: The cycle if `lines` is empty.
  public static func commonCycle(_ lines: [GridLine], otherwise first: GridLine) -> GridLine? {
    guard var cycle = lines.first else { return first }
    for line in lines.dropFirst() {
      guard let next = cycle.commonMultiple(with: line) else { return nil }
      cycle = next
    }
    return cycle
  }
}
