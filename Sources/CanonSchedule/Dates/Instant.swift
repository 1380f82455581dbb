import Foundation

/// A moment, the same in every zone.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted; fractions are allowed.
  public let secondsSince1970: Double

  /// Values outside the years 1...9999 become the nearest moment inside, so that every instant has a text;
  /// "not a number" becomes the earliest, at which every door is shut.
  public init(secondsSince1970: Double) {
    let earliest = -62_135_596_800.0
    let latest = 253_402_300_799.0
    self.secondsSince1970 = min(max(earliest, secondsSince1970.isNaN ? earliest : secondsSince1970), latest)
  }

  init(second: Int) { self.init(secondsSince1970: Double(second)) }

  /// Reads the wall clock. No other code of this module does: everything else takes the time as a parameter.
  /// - Thread: any control thread
  public static func now() -> Instant { Instant(secondsSince1970: Date().timeIntervalSince1970) }

  public static func < (a: Instant, b: Instant) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

  public static func + (instant: Instant, seconds: Double) -> Instant {
    Instant(secondsSince1970: instant.secondsSince1970 + seconds)
  }

  /// Seconds from here to `other`, negative when `other` is earlier.
  public func seconds(to other: Instant) -> Double { other.secondsSince1970 - secondsSince1970 }

  /// The whole second that this instant is in.
  var second: Int { Int(secondsSince1970.rounded(.down)) }
}
