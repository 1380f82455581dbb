/// Values after `=`: strings, arrays, inline tables; ``TOMLScalar`` has the rest.
extension TOMLParser {
  /// - Parameter depth: The nesting depth of the value.
  mutating func value(depth: Int) throws(Problem) -> TOMLValue {
    guard depth <= Self.mostDepth else { throw problem(TOMLAdvice.tooDeep(most: TOMLParser.mostDepth)) }
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let line = line
      let (text, isBroken) = try string()
      return TOMLValue(content: isBroken ? .broken : .string(text), line: line)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "{"): return try inlineTable(depth: depth)
    default: return try scalar()
    }
  }

  private mutating func array(depth: Int) throws(Problem) -> TOMLValue {
    let start = line
    var values: [TOMLValue] = []
    index += 1
    brackets += 1
    try skipBlank()
    while !consume("]") {
      values.append(try value(depth: depth + 1))
      try skipBlank()
      if consume(",") {
        try skipBlank()
      } else if peek != UInt8(ascii: "]") {
        throw problem(found: rest, TOMLAdvice.comma("]"))
      }
    }
    brackets -= 1
    return TOMLValue(content: .array(TOMLArray(values, isStatic: true)), line: start)
  }

  private mutating func inlineTable(depth: Int) throws(Problem) -> TOMLValue {
    let table = TOMLTable(line: line, origin: .inline)
    sections += 1
    let section = sections
    index += 1
    brackets += 1
    try skipInOneLine()
    while !consume("}") {
      try keyAndValue(of: table, section: section, depth: depth)
      try skipInOneLine()
      if consume(",") {
        try skipInOneLine()
        if peek == UInt8(ascii: "}") { note(problem(TOMLAdvice.lastComma)) }
      } else if peek != UInt8(ascii: "}") {
        throw problem(found: rest, TOMLAdvice.comma("}"))
      }
    }
    brackets -= 1
    return TOMLValue(content: .table(table), line: table.line ?? line)
  }

  /// TOML 1.0 requires an inline table to be on one line. A table on several lines is an error, but the rest of it is read.
  private mutating func skipInOneLine() throws(Problem) {
    skipSpace()
    if isAtEnd || peek == UInt8(ascii: "#") || peek == 10 || peek == 13 {
      note(problem(TOMLAdvice.inlineTableInLines))
      try skipBlank()
    }
  }

  /// A number, a date or a Boolean. It extends to the end of the line, so that a message shows all of a wrong value; in
  /// brackets it extends to the next delimiter.
  private mutating func scalar() throws(Problem) -> TOMLValue {
    let isInside = brackets > 0
    let isEnd: (UInt8) -> Bool = {
      $0 == 10 || $0 == UInt8(ascii: "#") || isInside && ",]}".utf8.contains($0)
    }
    let text = Self.trimmed(bytes[index...].prefix { !isEnd($0) })
    if text.isEmpty { throw problem(TOMLAdvice.value) }
    let written = String(decoding: text, as: UTF8.self)
    guard let content = TOMLScalar.content(written) else {
      throw problem(found: Self.shown(text), TOMLScalar.advice(for: String(written.prefix(60))))
    }
    index = text.endIndex
    return TOMLValue(content: content, line: line, written: written)
  }
}
