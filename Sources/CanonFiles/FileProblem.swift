/// One problem of one of the user's files: the file, line and field, the value that was found,
/// what was expected, and the remedy.
///
/// The parts are data (for `canon check --json`); ``message`` alone joins them into a sentence.
public struct FileProblem: Error, Hashable, Sendable {
  /// The path as the user named it, cleaned.
  public var file: String
  /// Counted from 1; nil if the problem concerns the whole file.
  public var line: Int?
  /// The field in words a musician can find in the file, as `stem "cello": gain`.
  public var field: String?
  /// The value found, as it should be shown (quoted and cleaned when it is text).
  public var found: String?
  /// What was expected, without a full stop.
  public var expected: String
  /// The remedy, as one or more whole sentences.
  public var remedy: String
  public var severity: Severity

  public enum Severity: String, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but will cause trouble.
    case warning
    /// Information.
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

  /// `FILE:LINE: SEVERITY: FIELD: found FOUND, expected EXPECTED. REMEDY`, without the parts that are not known. An error
  /// is shown without its severity.
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
