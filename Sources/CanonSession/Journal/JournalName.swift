import CanonSchedule

/// The names of journals.
public enum JournalName {
  /// Puts a moment into a name: `%Y` becomes the year, `%m` the month, `%d` the day, `%H` the hour, `%M` the minute,
  /// `%S` the second, `%%` a percent sign. Anything else stays as it is.
  public static func dated(_ name: String, at moment: LocalDateTime) -> String {
    var result = ""
    var rest = name[...]
    while let character = rest.popFirst() {
      guard character == "%", let letter = rest.first, let text = text(letter, moment) else {
        result.append(character)
        continue
      }
      result += text
      rest.removeFirst()
    }
    return result
  }

  private static func text(_ letter: Character, _ moment: LocalDateTime) -> String? {
    switch letter {
    case "Y": padded(moment.date.year, to: 4)
    case "m": padded(moment.date.month, to: 2)
    case "d": padded(moment.date.day, to: 2)
    case "H": padded(moment.hour, to: 2)
    case "M": padded(moment.minute, to: 2)
    case "S": padded(moment.second, to: 2)
    case "%": "%"
    default: nil
    }
  }

  private static func padded(_ number: Int, to count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
