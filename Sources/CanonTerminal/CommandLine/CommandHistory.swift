import CanonFiles

/// The typed commands, oldest first: the last ``mostLines`` of them, without consecutive duplicates.
public struct CommandHistory: Hashable, Sendable {
  public static let mostLines = 500

  public private(set) var lines: [String] = []

  /// - Parameter lines: Lines from outside; invalid ones are omitted.
  public init(_ lines: some Sequence<String> = []) { for line in lines { add(line) } }

  /// Adds a line, without white space around it.
  /// - Returns: Whether it was added: not if it is empty, the same as the last, too long, or contains characters that
  ///   could move a cursor.
  @discardableResult
  public mutating func add(_ line: String) -> Bool {
    let line = Self.trimmed(line)
    guard Self.isLine(line), line != lines.last else { return false }
    lines.append(line)
    if lines.count > Self.mostLines { lines.removeFirst() }
    return true
  }

  /// The nearest line before `index` that begins with `prefix` and is not `shown`.
  func older(than index: Int, startingWith prefix: String, butNot shown: String) -> Int? {
    lines[..<index].lastIndex { $0.hasPrefix(prefix) && $0 != shown }
  }

  /// The nearest line after `index` that begins with `prefix` and is not `shown`.
  func newer(than index: Int, startingWith prefix: String, butNot shown: String) -> Int? {
    lines[(index + 1)...].firstIndex { $0.hasPrefix(prefix) && $0 != shown }
  }

  static func trimmed(_ line: String) -> String {
    var rest = line[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Whether a line of a file or of the editor is a possible input.
  static func isLine(_ line: String) -> Bool {
    !line.isEmpty && line.utf8.count <= EditedLine.longest && CleanText.clean(line) == line
      && !line.unicodeScalars.contains("\u{fffd}")
  }
}
