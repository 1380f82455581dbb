/// Strings: `"basic"` ones with escapes, `'literal'` ones without, both also in several lines.
extension TOMLParser {
  /// - Returns: The string, and whether part of it could not be read (and was reported).
  mutating func string() throws(Problem) -> (text: String, isBroken: Bool) {
    let quote = bytes[index]
    let start = (index: index, line: line, lineStart: lineStart)
    guard consumeThree(quote) else { return try quoted() }
    _ = consumeNewline()
    var text: [UInt8] = []
    var isBroken = false
    while let byte = peek {
      if consumeThree(quote) {
        // One or two quotes may stand before the closing ones.
        for _ in 0..<2 where peek == quote {
          text.append(quote)
          index += 1
        }
        return (String(decoding: text, as: UTF8.self), isBroken)
      }
      if consumeNewline() {
        text.append(10)
      } else if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") {
        if try !skipLineEnding() { isBroken = try !escape(&text) || isBroken }
      } else {
        if Self.isControl(byte) { throw problem(TOMLAdvice.control) }
        text.append(byte)
        index += 1
      }
    }
    // It is unknown where the string was meant to end, so the following text may or may not belong to it.
    (isCut, index, line, lineStart) = (true, start.index, start.line, start.lineStart)
    throw problem(found: rest, TOMLAdvice.unclosedText)
  }

  /// A string on one line, as a value or a key.
  mutating func quoted() throws(Problem) -> (text: String, isBroken: Bool) {
    let quote = bytes[index]
    let start = index
    index += 1
    var text: [UInt8] = []
    var isBroken = false
    while let byte = peek, byte != 10, byte != 13 {
      if byte == quote {
        index += 1
        return (String(decoding: text, as: UTF8.self), isBroken)
      }
      if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") {
        isBroken = try !escape(&text) || isBroken
        continue
      }
      if Self.isControl(byte) { throw problem(TOMLAdvice.control) }
      text.append(byte)
      index += 1
    }
    throw problem(found: Self.shown(bytes[start..<index]), at: start, TOMLAdvice.closingQuote)
  }

  /// A backslash at the end of a line: it and the following white space are not part of the string.
  private mutating func skipLineEnding() throws(Problem) -> Bool {
    let (start, isLast) = (index, bytes[(index + 1)...].prefix { $0 == 32 || $0 == 9 })
    index = isLast.endIndex
    guard consumeNewline() else {
      index = start
      return false
    }
    repeat { skipSpace() } while consumeNewline()
    return true
  }

  /// - Returns: Whether it is an escape of TOML; any other escape is reported and omitted.
  private mutating func escape(_ text: inout [UInt8]) throws(Problem) -> Bool {
    let start = index
    index += 1
    let digits: Int
    switch peek.map(Unicode.Scalar.init) {
    case "b": return append(8)
    case "t": return append(9)
    case "n": return append(10)
    case "f": return append(12)
    case "r": return append(13)
    case "\"": return append(UInt8(ascii: "\""))
    case "\\": return append(UInt8(ascii: "\\"))
    case "u": digits = 4
    case "U": digits = 8
    default: return wrong()
    }
    let hexadecimal = bytes[(index + 1)...].prefix(digits)
    guard hexadecimal.count == digits, hexadecimal.allSatisfy({ Self.isHexadecimal($0) }),
      let code = UInt32(String(decoding: hexadecimal, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { return wrong() }
    text += Array(String(scalar).utf8)
    index += 1 + digits
    return true

    func append(_ byte: UInt8) -> Bool {
      text.append(byte)
      index += 1
      return true
    }
    func wrong() -> Bool {
      note(problem(found: Self.shown(bytes[start...].prefix(2)), at: start, TOMLAdvice.escape))
      return false
    }
  }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    "0123456789abcdefABCDEF".utf8.contains(byte)
  }
}
