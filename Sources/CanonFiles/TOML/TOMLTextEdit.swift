/// Changes keys in the text of a TOML file, and leaves everything else as its author wrote it.
///
/// It knows the usual form: tables with a line for each key. Whoever uses it reads the result, which shows whether that was the form.
package struct TOMLTextEdit {
  private var lines: [String]
  /// Between the lines: as in the text.
  private let separator: String

  package init(_ text: String) {
    // A line feed is what ends a line in TOML, also behind a carriage return.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let hasReturns = lines.count > 1 && lines.dropLast().allSatisfy { $0.last == "\r" }
    separator = hasReturns ? "\r\n" : "\n"
    self.lines = lines.enumerated().map { place, line in
      String(hasReturns && place < lines.count - 1 ? line.dropLast() : line)
    }
  }

  package var text: String { lines.joined(separator: separator) }

  /// Changes the keys of one table. Later tables must be changed before: their lines move.
  /// - Parameters:
  ///   - values: What stands behind `=`; nil for a key that is taken out.
  ///   - line: A line of the table, counted from 1.
  package mutating func set(_ values: [(key: String, value: String?)], at line: Int) {
    guard lines.indices.contains(line - 1) else { return }
    for (key, value) in values {
      let end = lines[line...].firstIndex(where: Self.isHeader) ?? lines.count
      let start = lines[..<line].lastIndex(where: Self.isHeader) ?? 0
      let place = (start..<end).first { Self.key(of: lines[$0]) == key }
      switch (place, value) {
      case (let place?, let value?): lines[place] = Self.replaced(lines[place], value)
      case (let place?, nil): lines.remove(at: place)
      case (nil, let value?): lines.insert("\(Self.written(key)) = \(value)", at: line)
      case (nil, nil): break
      }
    }
  }

  /// Whether a line, counted from 1, is the header of the table with this name.
  package func isHeader(of name: String, at line: Int) -> Bool {
    lines.indices.contains(line - 1) && Self.isHeader(lines[line - 1], of: name)
  }

  private static func isHeader(_ line: String, of name: String) -> Bool {
    line.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\t" } == "[\(name)]"
  }

  /// Changes a key of the table with a name, which comes to the end of the text if it is not there.
  /// - Parameter value: What stands behind `=`.
  package mutating func set(_ key: String, _ value: String, inTable name: String) {
    let header = lines.firstIndex { Self.isHeader($0, of: name) }
    if let header { return set([(key, value)], at: header + 1) }
    let isEmpty = lines.allSatisfy(\.isEmpty)
    if lines.last?.isEmpty == true { lines.removeLast() }
    lines += (isEmpty ? [] : [""]) + ["[\(name)]", "\(Self.written(key)) = \(value)", ""]
  }

  private static func isHeader(_ line: String) -> Bool {
    line.drop { $0 == " " || $0 == "\t" }.hasPrefix("[")
  }

  /// A key as it stands in a file.
  private static func written(_ key: String) -> String {
    let isBare = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return isBare && !key.isEmpty ? key : TOMLText.quote(key)
  }

  /// The key of a line, without its quotes; nil without one.
  private static func key(of line: String) -> String? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let key = line[..<equals].filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" }
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
