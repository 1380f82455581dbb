import Foundation

/// The identifier of an event for programs: never displayed, and permanent.
extension ICalendar {
  /// `advent.violin-a.2026@canon`: ASCII, at most 255 octets, as RFC 7986 advises.
  ///
  /// Different ids, stems and occurrences give different UIDs (for very long ones a collision is only extremely
  /// improbable).
  static func uid(of event: Event, in calendarID: String) -> String {
    [calendarID, event.stemID, event.occurrence].map(plain).joined(separator: ".") + "@canon"
  }

  /// Letters, digits, `-` and `_` stay as they are; all other octets of UTF-8 become `~` and two hexadecimal digits.
  ///
  /// `%2C` is not used, because some readers decode it themselves.
  private static func plain(_ text: String) -> String {
    let composed = text.precomposedStringWithCanonicalMapping  // some file systems take names apart
    var result = ""
    for octet in composed.utf8 {
      if plainOctets.contains(octet) {
        result.unicodeScalars.append(Unicode.Scalar(octet))
      } else {
        result += "~" + hexadecimal(UInt64(octet), digits: 2)
      }
    }
    if result.utf8.count <= 80 { return result }
    return result.prefix(62) + "~~" + hexadecimal(hash(composed), digits: 16)
  }

  private static let plainOctets = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// 64 bits of FNV-1a: Swift's own hashes differ from run to run.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
