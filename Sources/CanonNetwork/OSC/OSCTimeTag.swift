/// A moment as NTP counts: seconds since 1900-01-01T00:00Z in the upper 32 bits, their 2^32nd parts in the lower ones.
package struct OSCTimeTag: Hashable, Sendable {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  /// "Immediately".
  package static let immediately = OSCTimeTag(bits: 1)

  /// Between 1900 and 1970.
  private static let offset = 2_208_988_800.0

  /// Also for the tags of senders that leave the time out.
  package var isImmediate: Bool { bits >> 32 == 0 }

  /// Seconds since 1970-01-01T00:00Z. A tag with the highest bit unset is one of the era that begins in 2036 (RFC 4330, section 3).
  package var secondsSince1970: Double {
    let seconds = Double(bits >> 32) + Double(bits & 0xFFFF_FFFF) / 4_294_967_296
    return seconds - Self.offset + (bits >> 63 == 0 ? 4_294_967_296 : 0)
  }
}

extension OSCTimeTag {
  /// - Parameter seconds: From 1968 to 2104.
  package init(secondsSince1970 seconds: Double) {
    let sinceStart = seconds + Self.offset
    let whole = sinceStart.rounded(.down)
    let part = UInt64((sinceStart - whole) * 4_294_967_296)
    bits = (UInt64(whole) & 0xFFFF_FFFF) << 32 | min(part, 0xFFFF_FFFF)
  }
}
