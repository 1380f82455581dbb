import CanonFiles

/// Strict reading of the rules in quotes in a schedule: `"advent 1"`, `"12-24"`.
enum RuleText {
  /// Returns the rule, or throws what was expected instead.
  static func parse(_ text: String) throws(ScheduleAdvice) -> OpeningRule {
    if text.hasPrefix("advent "), let number = Int(text.dropFirst(7)), text == "advent \(number)" {
      guard (1...4).contains(number) else { throw ScheduleAdvice.noSuchSunday }
      return .advent(number)
    }
    if looksLikeDayOfYear(text) { return .dayOfYear(try dayOfYear(text)) }
    throw advice(for: text)
  }

  /// Reads `12-24`.
  static func dayOfYear(_ text: String) throws(ScheduleAdvice) -> DayOfYear {
    var digits = DigitReader(text)
    guard let month = digits.number(2), digits.consume("-"), let day = digits.number(2), digits.isAtEnd else {
      throw ScheduleAdvice.dayOfYearForm
    }
    guard let found = DayOfYear(month: month, day: day) else {
      throw ScheduleAdvice.noSuchDayOfYear(month: month, day: day)
    }
    return found
  }

  private static func looksLikeDayOfYear(_ text: String) -> Bool {
    var digits = DigitReader(text)
    return digits.number(2) != nil && digits.consume("-") && digits.number(2) != nil && digits.isAtEnd
  }

  /// The probable meaning of a text that is not a rule.
  private static func advice(for text: String) -> ScheduleAdvice {
    do {
      _ = try DateText.parse(text)
      return ScheduleAdvice.quotedDate(text)
    } catch .form {
    } catch {
      return ScheduleAdvice.noDate(error)
    }
    let words = text.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }
    if let number = words.last.flatMap({ Int($0) }), words.first == "advent", (1...4).contains(number) {
      return ScheduleAdvice.advent(meant: number)
    }
    return ScheduleAdvice.opening
  }
}
