/// Reads one TOML table key by key, reporting each wrong value with its place instead of stopping at the first.
///
/// Every accessor returns nil if the key is absent or its value is wrong (and was reported), so a reader can
/// continue and collect all problems in one pass. A key that is never requested is unknown:
/// ``finish()`` reports it with the nearest known key.
public final class TableReader {
  final class Context {
    let path: String
    var problems: [FileProblem] = []
    init(path: String) { self.path = path }
  }

  private let table: TOMLTable
  let context: Context
  /// The line of the table; nil for the whole file.
  private let line: Int?
  /// The text before a field's name in messages, as `stem "cello"`. Set it once the id is known.
  public var title: String?
  /// The requested keys, in the order of requests.
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

  /// The number of problems of the file reported so far.
  public var problemCount: Int { context.problems.count }

  /// Reports that `key` (nil: the table itself) is not what it should be.
  ///
  /// Does not report a value that is not TOML again; and does not report a missing key if a line
  /// could not be read at all.
  /// - Parameter found: The value as it should be shown; nil when it is missing.
  public func report(_ key: String?, found: String?, _ advice: some FileAdvice) {
    if let key, table[key]?.isBroken == true { return }
    if found == nil && table.isIncomplete && advice.words.found == nil { return }
    let name = key.map { $0.isEmpty ? "\"\"" : CleanText.clean($0) }
    let field = [title, name].compactMap(\.self).joined(separator: ": ")
    context.problems.append(
      FileProblem(
        file: context.path, line: line(of: key), field: field.isEmpty ? nil : field, found: found, advice))
  }

  // MARK: - Values

  /// The raw value, for keys that accept several types. Marks the key as known.
  public func value(_ key: String) -> TOMLValue? {
    if isAsked.insert(key).inserted { asked.append(key) }
    return table[key]
  }

  public func string(_ key: String, _ advice: some FileAdvice) -> String? {
    guard let value = value(key) else { return nil }
    if let text = value.string { return text }
    report(key, found: Self.show(value), advice)
    return nil
  }

  /// An integer or a floating-point number; `inf` and `nan` are rejected.
  public func number(_ key: String, in range: ClosedRange<Double>, _ advice: some FileAdvice)
    -> Double?
  {
    guard let value = value(key) else { return nil }
    if let number = value.number, range.contains(number) { return number }
    report(key, found: Self.show(value), advice)
    return nil
  }

  /// An integer; every floating-point number is rejected, even a whole one.
  public func integer(_ key: String, in range: ClosedRange<Int>, _ advice: some FileAdvice) -> Int? {
    guard let value = value(key) else { return nil }
    if let number = value.integer, range.contains(number) { return number }
    report(key, found: Self.show(value), advice)
    return nil
  }

  /// An array of strings.
  /// - Parameter range: The accepted number of strings.
  public func strings(
    _ key: String, count range: ClosedRange<Int>, _ advice: some FileAdvice
  ) -> [String]? {
    guard let value = value(key) else { return nil }
    guard let array = value.array else {
      report(key, found: Self.show(value), advice)
      return nil
    }
    guard range.contains(array.count) else {
      report(key, found: nil, TableAdvice.array(array.count, AnyAdvice(advice)))
      return nil
    }
    var texts: [String] = []
    for value in array {
      if let text = value.string {
        texts.append(text)
      } else if !value.isBroken {
        report(key, found: Self.show(value), advice)
      }
    }
    return texts.count == array.count ? texts : nil
  }

  public func bool(_ key: String, _ advice: some FileAdvice) -> Bool? {
    guard let value = value(key) else { return nil }
    if let bool = value.boolean { return bool }
    report(key, found: Self.show(value), advice)
    return nil
  }

  // MARK: - Tables

  /// The table `[key]` or `key = { … }`.
  public func subtable(_ key: String, _ advice: some FileAdvice) -> TableReader? {
    guard let value = value(key) else { return nil }
    guard let inner = value.table else {
      report(key, found: Self.show(value), advice)
      return nil
    }
    return reader(for: inner, at: value)
  }

  /// The tables `[[key]]`; empty when there are none.
  public func subtables(_ key: String, _ advice: some FileAdvice) -> [TableReader] {
    guard let value = value(key) else { return [] }
    guard let array = value.array else {
      report(key, found: Self.show(value), advice)
      return []
    }
    var readers: [TableReader] = []
    for value in array {
      if let inner = value.table {
        readers.append(reader(for: inner, at: value))
      } else {
        report(key, found: Self.show(value), advice)
      }
    }
    return readers
  }

  private func reader(for inner: TOMLTable, at value: TOMLValue) -> TableReader {
    TableReader(table: inner, context: context, line: value.line, title: nil)
  }

  /// Reports every key that was never requested.
  /// - Parameter advice: A specific advice for one of these keys, which can depend on its value, and the known ones.
  public func finish(advice: (_ key: String, _ known: [String]) -> (any FileAdvice)? = { _, _ in nil }) {
    let (asked, isAsked) = (asked, isAsked)
    for key in keys where !isAsked.contains(key) {
      let advice: any FileAdvice = advice(key, asked) ?? TableAdvice.unknownKey(key, known: asked)
      report(key, found: FoundKind.unknownKey.rawValue, advice)
    }
  }

  /// A value as messages show it: text quoted and cleaned, tables and arrays by their kind.
  public static func show(_ value: TOMLValue) -> String {
    switch value.content {
    case .string(let text): CleanText.quote(text)
    case .table: FoundKind.table.rawValue
    case .array: FoundKind.array.rawValue
    default: CleanText.clean(String(value.written.prefix(60)))
    }
  }
}
