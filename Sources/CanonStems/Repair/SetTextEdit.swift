import CanonEngine
import CanonFiles

/// Changes keys of stems in the text of a set file, and leaves everything else as its author wrote it.
///
/// It knows the usual form of a set: tables `[[stem]]` with a line for each key. Whoever uses it reads the result, which shows whether that
/// was the form.
struct SetTextEdit {
  private var lines: [String]
  /// Between the lines: as in the text.
  private let separator: String

  init(_ text: String) {
    // A line feed is what ends a line in TOML, also behind a carriage return.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let hasReturns = lines.count > 1 && lines.dropLast().allSatisfy { $0.last == "\r" }
    separator = hasReturns ? "\r\n" : "\n"
    self.lines = lines.enumerated().map { place, line in
      String(hasReturns && place < lines.count - 1 ? line.dropLast() : line)
    }
  }

  var text: String { lines.joined(separator: separator) }

  /// Changes the keys of one stem. Later stems must be changed before: their lines move.
  /// - Parameters:
  ///   - values: What stands behind `=`; nil for a key that is taken out.
  ///   - line: A line of the stem's table, counted from 1.
  mutating func set(_ values: [(key: String, value: String?)], at line: Int) {
    guard lines.indices.contains(line - 1) else { return }
    for (key, value) in values {
      let end = lines[line...].firstIndex { $0.drop { $0 == " " }.hasPrefix("[") } ?? lines.count
      let start = lines[..<line].lastIndex { $0.drop { $0 == " " }.hasPrefix("[") } ?? 0
      let place = (start..<end).first { Self.key(of: lines[$0]) == key }
      switch (place, value) {
      case (let place?, let value?): lines[place] = Self.replaced(lines[place], value)
      case (let place?, nil): lines.remove(at: place)
      case (nil, let value?): lines.insert("\(key) = \(value)", at: line)
      case (nil, nil): break
      }
    }
  }

  /// The key of a line; nil without one.
  private static func key(of line: String) -> String? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let key = line[..<equals].filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    return key.hasPrefix("#") ? nil : key
  }

  /// The line with another value, and with its comment.
  private static func replaced(_ line: String, _ value: String) -> String {
    guard let equals = line.firstIndex(of: "=") else { return line }
    var quote: Character?
    var comment: Substring = ""
    for place in line[equals...].indices {
      let character = line[place]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        comment = line[place...]
        break
      }
    }
    return line[...equals] + " " + value + (comment.isEmpty ? "" : "   " + comment)
  }
}
