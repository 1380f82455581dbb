/// Headers, keys and their tables.
extension TOMLParser {
  /// `[name]` or `[[name]]`.
  mutating func header() throws(Problem) {
    index += 1
    var isArray = consume("[")
    // Until the header is understood, its lines belong to no other table: they are read, and their syntax is checked.
    table = TOMLTable(line: line, origin: .header)
    (tableDepth, sections) = (1, sections + 1)
    section = sections
    let start = index
    let path: [String]
    do throws(Problem) {
      path = try keyPath()
    } catch {
      (root.isIncomplete, table.isIncomplete) = (true, true)
      throw error
    }
    let name = Self.shown(Self.trimmed(bytes[start..<index]))
    if !consume("]") {
      note(problem(found: rest, TOMLAdvice.header(name, isArray: isArray)))
    } else if consume("]") != isArray {
      note(problem(found: rest, TOMLAdvice.header(name, isArray: true)))
      isArray = true
    }
    try open(path, isArray: isArray)
  }

  private mutating func open(_ path: [String], isArray: Bool) throws(Problem) {
    var place = root
    for name in path.dropLast() {
      guard let value = place[name] else {
        place = add(name, to: place, origin: .implicit)
        continue
      }
      switch value.content {
      case .table(let inner) where inner.origin != .inline: place = inner
      case .array(let array) where !array.isStatic:
        guard let last = array.values.last?.table else { return }
        place = last
      case .broken: return
      default: throw twice(name, value)
      }
    }
    guard let name = path.last else { return }
    if let present = place[name] {
      switch present.content {
      case .array(let array) where isArray && !array.isStatic:
        array.values.append(TOMLValue(content: .table(table), line: line))
      case .table(let inner) where !isArray && inner.origin == .implicit:
        (inner.origin, inner.line) = (.header, line)
        place[name]?.line = line
        table = inner
      case .broken: return
      default: throw twice(name, present)
      }
    } else {
      let inner = TOMLValue(content: .table(table), line: line)
      let tables = TOMLValue.Content.array(TOMLArray([inner], isStatic: false))
      place[name] = isArray ? TOMLValue(content: tables, line: line) : inner
    }
    tableDepth = path.count
  }

  private func add(_ name: String, to place: TOMLTable, origin: TOMLTable.Origin) -> TOMLTable {
    let table = TOMLTable(line: line, origin: origin)
    place[name] = TOMLValue(content: .table(table), line: line)
    return table
  }

  // MARK: - Keys

  mutating func keyAndValue() throws(Problem) {
    try keyAndValue(of: table, section: section, depth: tableDepth)
  }

  /// `key = value`, in a line or in an inline table.
  mutating func keyAndValue(of table: TOMLTable, section: Int, depth: Int) throws(Problem) {
    let (keyLine, start) = (line, index)
    let path: [String]
    do throws(Problem) {
      path = try keyPath()
    } catch {
      table.isIncomplete = true
      throw error
    }
    var value = TOMLValue(content: .broken, line: keyLine)
    var failure: Problem?
    do throws(Problem) {
      guard consume("=") else { throw problem(found: rest, TOMLAdvice.equals) }
      skipSpace()
      value = try self.value(depth: depth + path.count)
      value.line = keyLine
    } catch {
      failure = error
    }
    // A duplicate key is reported at its place, unless its value is wrong too.
    do throws(Problem) {
      try insert(value, path, into: table, section: section, at: (keyLine, start))
    } catch {
      // The value has been read, so the text after it is checked as usual.
      if failure == nil { note(error) }
    }
    if let failure { throw failure }
  }

  private mutating func insert(
    _ value: TOMLValue, _ path: [String], into table: TOMLTable, section: Int,
    at start: (line: Int, index: Int)
  ) throws(Problem) {
    var place = table
    for name in path.dropLast() {
      guard let present = place[name] else {
        place = add(name, to: place, origin: .dotted(section: section))
        continue
      }
      switch present.content {
      case .table(let inner) where inner.origin == .implicit || inner.origin == .dotted(section: section):
        inner.origin = .dotted(section: section)
        place = inner
      case .broken: return
      default: throw twice(name, present, at: start)
      }
    }
    guard let name = path.last else { return }
    guard let present = place[name] else { return place[name] = value }
    if !present.isBroken { throw twice(name, present, at: start) }
  }

  /// - Parameter start: The place of the name; nil if only the line is known.
  private func twice(
    _ name: String, _ first: TOMLValue, at start: (line: Int, index: Int)? = nil
  ) -> Problem {
    var problem = problem(
      found: CleanText.quote(name) + " a second time",
      at: start.map { $0.line == line ? $0.index : lineStart },
      TOMLAdvice.twice(first: first.line))
    if let start { problem.line = start.line }
    return problem
  }

  /// One key, or several keys with dots between them, and the space after it.
  mutating func keyPath() throws(Problem) -> [String] {
    var path: [String] = []
    repeat {
      skipSpace()
      guard path.count < Self.mostDepth else { throw problem(TOMLAdvice.tooDeep(most: TOMLParser.mostDepth)) }
      path.append(try key())
      skipSpace()
    } while consume(".")
    return path
  }

  private mutating func key() throws(Problem) -> String {
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") { return try quoted().text }
    let bare = bytes[index...].prefix(while: Self.isBare)
    let next = bare.endIndex < bytes.count ? bytes[bare.endIndex] : 10
    guard !bare.isEmpty, next < 128 else {
      let isEnd: (UInt8) -> Bool = { $0 <= 32 || "=].[#".utf8.contains($0) }
      let word = bytes[index...].prefix { !isEnd($0) }
      throw word.isEmpty
        ? problem(TOMLAdvice.key) : problem(found: Self.shown(word), TOMLAdvice.key)
    }
    index = bare.endIndex
    return String(decoding: bare, as: UTF8.self)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
