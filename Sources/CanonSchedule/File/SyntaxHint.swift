import CanonFiles

/// The probable meaning of a line that is not TOML: the parser knows syntax, not calendars.
enum SyntaxHint {
  /// Returns the problem in a musician's words, or unchanged if no better wording is known.
  /// - Parameter text: The whole file.
  static func improve(_ problem: FileProblem, in text: String) -> FileProblem {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard let number = problem.line, lines.indices.contains(number - 1) else { return problem }
    let line = lines[number - 1]
    guard let equals = line.firstIndex(of: "=") else { return problem }
    let uncommented = line[line.index(after: equals)...].prefix { $0 != "#" }
    let value = String(
      uncommented.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard let advice = advice(for: value) else { return problem }
    var problem = problem
    problem.value = CleanText.clean(String(value.prefix(60)))
    problem.advice = AnyAdvice(advice)
    return problem
  }

  private static func advice(for value: String) -> ScheduleAdvice? {
    if value.contains(where: { "“”„‘’«»".contains($0) }) { return ScheduleAdvice.curlyQuotes }
    if value.hasPrefix("advent") || value == "every" { return ScheduleAdvice.ruleWithoutQuotes }
    do {
      if case .date = try DateText.parse(value) { return nil }
      // A date-time that can be read, and still is not TOML.
      return value.split(separator: ":").count == 2 ? ScheduleAdvice.secondsMissing : nil
    } catch .form {
      return advice(forDigits: value)
    } catch {
      return ScheduleAdvice.noDate(error)
    }
  }

  private static func advice(forDigits value: String) -> ScheduleAdvice? {
    let parts = value.split { "-./".contains($0) }
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
    return switch parts.count {
    case 2: ScheduleAdvice.ruleWithoutQuotes
    case 3: ScheduleAdvice.dateOtherwise
    default: nil
    }
  }
}
