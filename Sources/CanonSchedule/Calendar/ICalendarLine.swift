import CanonFiles

/// The lines of an iCalendar: how text is escaped and long lines are folded (RFC 5545, 3.1, 3.3.11).
enum ICalendarLine {
  /// The greatest number of octets in a line, without its end.
  static let longest = 75

  /// A line with a text as its value: `SUMMARY:Violin A\, the first`.
  static func text(_ name: String, _ text: String) -> String { name + ":" + escaped(text) }

  /// Line breaks of every kind become `\n`; other control characters are cleaned as everywhere.
  static func escaped(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { escapedLine(CleanText.clean(String($0))) }
      .joined(separator: "\\n")
  }

  private static func escapedLine(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == ";" || scalar == "," { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// The line with its end, in pieces of at most ``longest`` octets.
  ///
  /// A letter stays together with its combining marks, because a reader might combine a mark with the fold's space. Only a
  /// cluster that is too long for any line is split, between scalars.
  static func folded(_ line: String) -> String {
    var result = ""
    var room = longest
    for letter in line {
      let pieces = letter.utf8.count < longest ? [String(letter)] : letter.unicodeScalars.map { String($0) }
      for piece in pieces {
        if piece.utf8.count > room {
          result += "\r\n "
          room = longest - 1  // the space counts
        }
        result += piece
        room -= piece.utf8.count
      }
    }
    return result + "\r\n"
  }
}
