/// One thing that is wrong with one of the user's files: which file, line and field, what was found there,
/// what was expected, and what to do about it.
///
/// The parts are data (for `canon check --json`); ``message`` is the one place that joins them to a sentence.
public struct FileProblem: Error, Hashable, Sendable {
  /// The path as the user named it, cleaned.
  public var file: String
  /// Counted from 1; nil when the problem is the file as a whole.
  public var line: Int?
  /// The field in words a musician can find in the file, as `stem "cello": gain`.
  public var field: String?
  /// The value found, as it should be shown (quoted and cleaned when it is text).
  public var found: String?
  /// What was expected, without a final stop.
  public var expected: String
  /// What to do, as one or more whole sentences.
  public var remedy: String
  public var severity: Severity

  public enum Severity: String, Sendable {
    /// Keeps the file from being used.
    case error
    /// Will be regretted.
    case warning
    /// Good to know.
    case note
  }

  public init(
    file: String, line: Int? = nil, field: String? = nil, found: String? = nil, expected: String,
    remedy: String, severity: Severity = .error
  ) {
    self.file = CleanText.clean(file)
    self.line = line
    self.field = field
    self.found = found
    self.expected = expected
    self.remedy = remedy
    self.severity = severity
  }

  /// `FILE:LINE: SEVERITY: FIELD: found FOUND, expected EXPECTED. REMEDY`, without the parts that are not known; of an error
  /// without its severity.
  public var message: String {
    var text = file
    if let line { text += ":\(line)" }
    text += ": "
    if severity != .error { text += severity.rawValue + ": " }
    if let field { text += field + ": " }
    if let found { text += "found \(found), " }
    return text + "expected \(expected). \(remedy)"
  }
}

/// Everything that is wrong with a file, in the order of its lines; never empty.
public struct FileProblems: Error, Hashable, Sendable {
  public let problems: [FileProblem]

  /// - Precondition: `problems` is not empty.
  public init(_ problems: [FileProblem]) {
    precondition(!problems.isEmpty)
    self.problems = problems.enumerated()
      .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
      .map(\.element)
  }

  /// The messages, one a line.
  public var message: String { problems.map(\.message).joined(separator: "\n") }
}
