/// Reads TOML 1.0, and continues after errors, so that it can report all of them at once.
///
/// canon has its own parser because a hand-written file must never end a performance. The C++ parser used before
/// asserts on a key such as `[ä]`, overflows the stack on 200,000 dots, stops at the first error, and does not record
/// the place of a value. This parser never recurses deeper than ``mostDepth``, and checks every index. The tests compare
/// it with Python's `tomllib`, and run it on thousands of damaged files.
struct TOMLParser {
  /// The greatest nesting depth of tables and arrays.
  static let mostDepth = 64
  /// The number of errors after which parsing stops: the text is probably not TOML.
  static let mostProblems = 50

  /// An error and its place.
  struct Problem: Error, Hashable {
    var line: Int
    /// In characters (Unicode scalars), counted from 1.
    var column: Int
    var found: String
    var advice: TOMLAdvice
  }

  let bytes: [UInt8]
  var index = 0
  var line = 1
  var lineStart = 0

  let root = TOMLTable(line: nil, origin: .header)
  private(set) var problems: [Problem] = []
  /// Whether the meaning of the text after the last error is unknown.
  var isCut = false

  /// The table to which the lines belong, its depth, and its number.
  var table: TOMLTable
  var tableDepth = 0
  var section = 0
  /// The number of sections and inline tables so far.
  var sections = 0
  /// The number of open brackets and braces of this statement.
  var brackets = 0
  private var isReported = false

  init(_ text: String) {
    bytes = Array(text.utf8)
    table = root
  }

  /// Reads everything. Call once.
  mutating func parse() {
    while !isAtEnd && !isCut {
      if problems.count == Self.mostProblems { return isCut = true }
      let start = (line, index, lineStart)
      (brackets, isReported) = (0, false)
      do throws(Problem) {
        try statement()
      } catch {
        recover(from: error, start)
      }
    }
  }

  /// Reports an error; only the first one of each statement counts.
  mutating func note(_ problem: Problem) {
    if !isReported { problems.append(problem) }
    isReported = true
  }

  private mutating func statement() throws(Problem) {
    skipSpace()
    switch peek {
    case UInt8(ascii: "["): try header()
    case nil, UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
    default: try keyAndValue()
    }
    try endLine()
  }

  // MARK: - Recovery

  /// Continues with the next statement. Inside brackets that is the next line that looks like a statement.
  private mutating func recover(from problem: Problem, _ start: (line: Int, index: Int, lineStart: Int)) {
    if isCut { return note(problem) }
    if case .tooDeep = problem.advice {
      // What follows may belong to the tables that were not entered.
      isCut = true
      return note(problem)
    }
    let isInside = brackets > 0 && !closesInLine
    if line > start.line, isInside || brackets == 0 { index = lineStart } else { skipLine() }
    if isInside, line > start.line, problem.line > start.line, isAtEnd || beginsStatement {
      note(unclosed(start))
    } else {
      note(problem)
    }
    while isInside, !isAtEnd, !beginsStatement { skipLine() }
  }

  /// Whether the rest of the line closes all open brackets, so that the next line is another statement.
  private var closesInLine: Bool {
    var open = brackets
    var quote: UInt8?
    for byte in bytes[index...].prefix(while: { $0 != UInt8(ascii: "\n") }) {
      if quote != nil {
        if byte == quote { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "#"): return false
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      default: continue
      }
      if open == 0 { return true }
    }
    return false
  }

  /// The brackets that are open at the start of the next statement.
  private func unclosed(_ start: (line: Int, index: Int, lineStart: Int)) -> Problem {
    let line = bytes[start.index...].prefix { $0 != UInt8(ascii: "\n") }
    return Problem(
      line: start.line, column: 1 + start.index - start.lineStart, found: Self.shown(line),
      advice: TOMLAdvice.unclosed)
  }

  /// Whether the current line begins with a header or `key =`.
  private var beginsStatement: Bool {
    var probe = self
    probe.skipSpace()
    do throws(Problem) {
      guard probe.peek == UInt8(ascii: "[") else {
        _ = try probe.keyPath()
        return probe.peek == UInt8(ascii: "=")
      }
      let count = probe.bytes[probe.index...].prefix(2).count { $0 == UInt8(ascii: "[") }
      probe.index += count
      _ = try probe.keyPath()
      for _ in 0..<count where !probe.consume("]") { return false }
      try probe.endLine()
      return true
    } catch {
      return false
    }
  }
}
