/// Reads the text byte by byte: all syntax of TOML is ASCII.
extension TOMLParser {
  var isAtEnd: Bool { index >= bytes.count }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  /// Consumes three quotes, as around a string of several lines.
  mutating func consumeThree(_ mark: UInt8) -> Bool {
    guard bytes[index...].prefix(3).elementsEqual([mark, mark, mark]) else { return false }
    index += 3
    return true
  }

  mutating func skipSpace() {
    while peek == UInt8(ascii: " ") || peek == UInt8(ascii: "\t") { index += 1 }
  }

  /// Consumes the end of a line, which is LF or CR LF.
  mutating func consumeNewline() -> Bool {
    if bytes[index...].prefix(2).elementsEqual([13, 10]) {
      index += 2
    } else if peek == 10 {
      index += 1
    } else {
      return false
    }
    line += 1
    lineStart = index
    return true
  }

  /// Moves to the start of the next line, or to the end of the text.
  mutating func skipLine() {
    while !isAtEnd && !consumeNewline() { index += 1 }
  }

  mutating func skipComment() throws(Problem) {
    guard peek == UInt8(ascii: "#") else { return }
    while let byte = peek, byte != 10, !bytes[index...].prefix(2).elementsEqual([13, 10]) {
      if Self.isControl(byte) { throw problem(TOMLAdvice.control) }
      index += 1
    }
  }

  /// Skips space, comments and ends of lines, as between the values of an array.
  mutating func skipBlank() throws(Problem) {
    repeat {
      skipSpace()
      try skipComment()
    } while consumeNewline()
  }

  /// Reads what may follow a statement: space, a comment, the end of the line.
  mutating func endLine() throws(Problem) {
    skipSpace()
    try skipComment()
    if isAtEnd || consumeNewline() { return }
    throw problem(found: rest, TOMLAdvice.endOfLine)
  }

  /// Whether a byte is a control character other than TAB.
  static func isControl(_ byte: UInt8) -> Bool { byte < 32 && byte != 9 || byte == 127 }

  // MARK: - Problems

  /// The problem with the current character.
  func problem(_ advice: TOMLAdvice) -> Problem { problem(found: character, advice) }

  /// - Parameter start: Its place in this line; nil: the current place.
  func problem(found: String, at start: Int? = nil, _ advice: TOMLAdvice) -> Problem {
    let before = bytes[lineStart..<max(lineStart, min(start ?? index, bytes.count))]
    return Problem(
      line: line, column: 1 + before.count { $0 & 0xc0 != 0x80 }, found: found, advice: advice)
  }

  /// The current character, or the end of the text, for a message.
  private var character: String {
    guard let first = peek else { return FoundKind.endOfFile.rawValue }
    if first == 10 || bytes[index...].prefix(2).elementsEqual([13, 10]) {
      return FoundKind.endOfLine.rawValue
    }
    return Self.shown(
      bytes[index...].prefix(1 + bytes[index...].dropFirst().prefix { $0 & 0xc0 == 0x80 }.count))
  }

  /// The rest of the line without its comment, or its end, for a message.
  var rest: String {
    let text = Self.trimmed(bytes[index...].prefix { $0 != 10 && $0 != UInt8(ascii: "#") })
    return text.isEmpty ? character : Self.shown(text)
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.lastIndex { $0 != 32 && $0 != 9 && $0 != 13 }
    return end.map { text[...$0] } ?? text.prefix(0)
  }

  /// A piece of the file as messages show it.
  static func shown(_ text: ArraySlice<UInt8>) -> String {
    // A character takes at most four bytes; only 60 characters are shown.
    CleanText.clean(String(String(decoding: trimmed(text.prefix(1000)), as: UTF8.self).prefix(60)))
  }
}
