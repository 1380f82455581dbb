/// One problem of one of the user's files: the file, line and field, the value that was found,
/// what was expected, and the remedy.
///
/// The parts are data (for `canon check --json`, and for other languages); ``message`` joins them into a sentence.
public struct FileProblem: Error, Hashable, Sendable {
  /// The path as the user named it, cleaned.
  public var file: String
  /// Counted from 1; nil if the problem concerns the whole file.
  public var line: Int?
  /// The field in words a musician can find in the file, as `stem "cello": gain`.
  public var field: String?
  /// The value found, as it should be shown (quoted and cleaned when it is text); nil if the advice has words for it.
  public var value: String?
  public var advice: AnyAdvice
  public var severity: Severity

  public enum Severity: String, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but will cause trouble.
    case warning
    /// Information.
    case note
  }

  /// - Parameter found: The value; nil if the advice has words for it.
  public init(
    file: String, line: Int? = nil, field: String? = nil, found: String? = nil, _ advice: some FileAdvice,
    severity: Severity = .error
  ) {
    self.file = CleanText.clean(file)
    self.line = line
    self.field = field
    value = found
    self.advice = AnyAdvice(advice)
    self.severity = severity
  }

  public init(
    file: String, line: Int? = nil, field: String? = nil, found: String? = nil, expected: String,
    remedy: String, severity: Severity = .error
  ) {
    self.init(
      file: file, line: line, field: field, found: found, Advice(expected: expected, remedy: remedy),
      severity: severity)
  }

  /// The same problem where the file is needed.
  package var asError: FileProblem {
    var problem = self
    problem.severity = .error
    return problem
  }

  /// The meaning as a stable word for programs, the same in every language; nil if there is none.
  public var code: String? { advice.code }
  /// What was found, in English.
  public var found: String? { value ?? advice.words.found }
  /// What was expected, in English, without a full stop.
  public var expected: String { advice.words.expected }
  /// The remedy, in English, as one or more whole sentences.
  public var remedy: String { advice.words.remedy }

  /// `FILE:LINE: SEVERITY: FIELD: found FOUND, expected EXPECTED. REMEDY`, without the parts that are not known. An error
  /// is shown without its severity.
  public var message: String {
    var text = file
    if let line { text += ":\(line)" }
    text += ": "
    if severity != .error { text += severity.rawValue + ": " }
    if let field { text += field + ": " }
    return text + advice.sentence(found: value)
  }
}

/// All problems of a file, in the order of its lines; never empty.
public struct FileProblems: Error, Hashable, Sendable {
  public let problems: [FileProblem]

  /// - Precondition: `problems` is not empty.
  public init(_ problems: [FileProblem]) {
    precondition(!problems.isEmpty)
    self.problems = problems.enumerated()
      .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
      .map(\.element)
  }

  /// The messages, one per line.
  public var message: String { problems.map(\.message).joined(separator: "\n") }
}
