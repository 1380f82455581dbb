import CanonFiles

/// The memory of a schedule as TOML text, which people can read and correct.
package enum StateText {
  /// The version of the format; this program writes and reads 1.
  package static let version = 1

  /// - Parameter schedule: Its real path.
  static func text(_ memory: DoorMemory, of schedule: String) -> String {
    var text = """
      # What canon remembers of a schedule: when it was first played, from which some doors count,
      # and the latest time seen, so that a clock set back shuts no door that was open.
      # If this file is missing, canon starts a new one.
      version = \(version)
      schedule = \(quoted(schedule))

      """
    if let first = memory.firstStart { text += "first_start = \(timeText(first))\n" }
    if let latest = memory.latest { text += "latest = \(timeText(latest))\n" }
    return text
  }

  /// `2026-12-06T18:00:00Z`
  private static func timeText(_ instant: Instant) -> String {
    let local = LocalDateTime(wallSeconds: instant.second)
    return "\(local.date)T\(digits(local.hour, 2)):\(digits(local.minute, 2)):\(digits(local.second, 2))Z"
  }

  /// A basic string of TOML in which nothing can move a cursor.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        result += "\\" + String(scalar)
      } else if CleanText.clean(String(scalar)) != String(scalar) {
        let hex = String(scalar.value, radix: 16)  // four digits hold all that are unsafe
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
