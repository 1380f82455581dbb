/// Reads one TOML table key by key, reporting each wrong value with its place instead of stopping at the first.
///
/// Every accessor answers nil when the key is absent or its value was wrong (and reported), so a reader can go
/// on and collect everything that is wrong in one pass. A key that was never asked for is unknown:
/// ``finish()`` reports it with the nearest known key.
public final class TableReader {
  final class Context {
    let path: String
    var problems: [FileProblem] = []
    init(path: String) { self.path = path }
  }

  private let table: TOMLTable
  let context: Context
  /// Of the table; nil for the file as a whole.
  private let line: Int?
  /// What stands before a field's name in messages, as `stem "cello"`. Set it once the id is known.
  public var title: String?
  /// In the order of asking.
  private var asked: [String] = []
  private var isAsked: Set<String> = []

  init(table: TOMLTable, context: Context, line: Int?, title: String?) {
    (self.table, self.context, self.line, self.title) = (table, context, line, title)
  }

  /// The keys present, in the order of their lines.
  public var keys: [String] {
    table.keys.enumerated()
      .sorted { (line(of: $0.element) ?? 0, $0.offset) < (line(of: $1.element) ?? 0, $1.offset) }
      .map(\.element)
  }

  /// The line of `key`, or of the table when nil or not found.
  public func line(of key: String?) -> Int? { key.flatMap { table[$0]?.line } ?? line }

  /// How many problems of the file have been reported so far.
  public var problemCount: Int { context.problems.count }

  /// Reports that `key` (nil: the table itself) is not what it should be.
  ///
  /// Says nothing of a value that is not TOML, since that was said; nor that something is missing where a line
  /// could not be read at all.
  /// - Parameter found: The value as it should be shown; nil when it is missing.
  public func report(_ key: String?, found: String?, expected: String, remedy: String) {
    if let key, table[key]?.isBroken == true { return }
    if found == nil && table.isIncomplete { return }
    let name = key.map { $0.isEmpty ? "\"\"" : CleanText.clean($0) }
    let field = [title, name].compactMap(\.self).joined(separator: ": ")
    context.problems.append(
      FileProblem(
        file: context.path, line: line(of: key), field: field.isEmpty ? nil : field, found: found,
        expected: expected, remedy: remedy))
  }

  // MARK: - Values

  /// The raw value, for keys that may hold several types. Marks the key as known.
  public func value(_ key: String) -> TOMLValue? {
    if isAsked.insert(key).inserted { asked.append(key) }
    return table[key]
  }

  public func string(_ key: String, expected: String, remedy: String) -> String? {
    guard let value = value(key) else { return nil }
    if let text = value.string { return text }
    report(key, found: Self.show(value), expected: expected, remedy: remedy)
    return nil
  }

  /// An integer or a floating-point number; `inf` and `nan` are refused.
  public func number(_ key: String, in range: ClosedRange<Double>, expected: String, remedy: String)
    -> Double?
  {
    guard let value = value(key) else { return nil }
    if let number = value.number, range.contains(number) { return number }
    report(key, found: Self.show(value), expected: expected, remedy: remedy)
    return nil
  }

  /// A whole number; a floating-point number is refused, be it whole or not.
  public func integer(_ key: String, in range: ClosedRange<Int>, expected: String, remedy: String) -> Int? {
    guard let value = value(key) else { return nil }
    if let number = value.integer, range.contains(number) { return number }
    report(key, found: Self.show(value), expected: expected, remedy: remedy)
    return nil
  }

  /// An array of texts.
  /// - Parameter range: How many there may be.
  public func strings(
    _ key: String, count range: ClosedRange<Int>, expected: String, remedy: String
  ) -> [String]? {
    guard let value = value(key) else { return nil }
    guard let array = value.array else {
      report(key, found: Self.show(value), expected: expected, remedy: remedy)
      return nil
    }
    guard range.contains(array.count) else {
      report(key, found: "an array of \(array.count)", expected: expected, remedy: remedy)
      return nil
    }
    var texts: [String] = []
    for value in array {
      if let text = value.string {
        texts.append(text)
      } else if !value.isBroken {
        report(key, found: Self.show(value), expected: expected, remedy: remedy)
      }
    }
    return texts.count == array.count ? texts : nil
  }

  public func bool(_ key: String, expected: String = "true or false", remedy: String) -> Bool? {
    guard let value = value(key) else { return nil }
    if let bool = value.boolean { return bool }
    report(key, found: Self.show(value), expected: expected, remedy: remedy)
    return nil
  }

  // MARK: - Tables

  /// The table `[key]` or `key = { … }`.
  public func subtable(_ key: String, expected: String, remedy: String) -> TableReader? {
    guard let value = value(key) else { return nil }
    guard let inner = value.table else {
      report(key, found: Self.show(value), expected: expected, remedy: remedy)
      return nil
    }
    return reader(for: inner, at: value)
  }

  /// The tables `[[key]]`; empty when there are none.
  public func subtables(_ key: String, expected: String, remedy: String) -> [TableReader] {
    guard let value = value(key) else { return [] }
    guard let array = value.array else {
      report(key, found: Self.show(value), expected: expected, remedy: remedy)
      return []
    }
    var readers: [TableReader] = []
    for value in array {
      if let inner = value.table {
        readers.append(reader(for: inner, at: value))
      } else {
        report(key, found: Self.show(value), expected: expected, remedy: remedy)
      }
    }
    return readers
  }

  private func reader(for inner: TOMLTable, at value: TOMLValue) -> TableReader {
    TableReader(table: inner, context: context, line: value.line, title: nil)
  }

  /// Reports every key that was never asked for.
  /// - Parameter remedy: What to do about one of these keys, where that is plain; it may look at the value.
  public func finish(remedy: (_ key: String) -> String? = { _ in nil }) {
    let (asked, isAsked) = (asked, isAsked)
    for key in keys where !isAsked.contains(key) {
      let known = asked.map { "\"\($0)\"" }.joined(separator: ", ")
      let meant = Suggestion.sentence(for: key, among: asked)
      report(
        key, found: "an unknown key", expected: "one of \(known)",
        remedy: remedy(key)
          ?? (meant.isEmpty ? "Remove the line, or correct the key." : String(meant.dropFirst())))
    }
  }

  /// A value as messages show it: text quoted and cleaned, tables and arrays by their kind.
  public static func show(_ value: TOMLValue) -> String {
    switch value.content {
    case .string(let text): CleanText.quote(text)
    case .table: "a table"
    case .array: "an array"
    default: CleanText.clean(String(value.written.prefix(60)))
    }
  }
}
