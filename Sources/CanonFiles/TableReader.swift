import TOMLKit

/// Reads one TOML table key by key, reporting each wrong value with its place instead of stopping at the first.
///
/// Every accessor answers nil when the key is absent or its value was wrong (and reported), so a reader can go
/// on and collect everything that is wrong in one pass. A key that was never asked for is unknown:
/// ``finish()`` reports it with the nearest known key.
public final class TableReader {
  final class Context {
    let path: String
    let locator: KeyLocator
    var problems: [FileProblem] = []
    init(path: String, locator: KeyLocator) {
      self.path = path
      self.locator = locator
    }
  }

  private let table: TOMLTable
  let context: Context
  private let section: String
  private let occurrence: Int
  /// What stands before a field's name in messages, as `stem "cello"`. Set it once the id is known.
  public var title: String?
  private var asked: [String] = []
  /// The key of the inline table in its parent's table: its line stands for all its keys.
  private var inlineKey: String?

  init(table: TOMLTable, context: Context, section: String, occurrence: Int, title: String?) {
    self.table = table
    self.context = context
    self.section = section
    self.occurrence = occurrence
    self.title = title
  }

  /// The keys present, in the order of their lines (the parser sorts them by name).
  public var keys: [String] {
    table.keys.sorted { (line(of: $0) ?? 0, $0) < (line(of: $1) ?? 0, $1) }
  }

  /// The line of `key`, or of the table when nil or not found.
  public func line(of key: String?) -> Int? {
    context.locator.line(of: inlineKey ?? key, section: section, occurrence: occurrence)
  }

  /// How many problems of the file have been reported so far.
  public var problemCount: Int { context.problems.count }

  /// Reports that `key` (nil: the table itself) is not what it should be.
  /// - Parameter found: The value as it should be shown; nil when it is missing.
  public func report(_ key: String?, found: String?, expected: String, remedy: String) {
    let name = key.map(CleanText.clean)
    let field = [title, name].compactMap(\.self).joined(separator: ": ")
    context.problems.append(
      FileProblem(
        file: context.path, line: line(of: key), field: field.isEmpty ? nil : field, found: found,
        expected: expected, remedy: remedy))
  }

  // MARK: - Values

  /// The raw value, for keys that may hold several types. Marks the key as known.
  public func value(_ key: String) -> (any TOMLValueConvertible)? {
    if !asked.contains(key) { asked.append(key) }
    return table.first { $0.0 == key }?.1
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
    if let number = value.double ?? value.int.map(Double.init), range.contains(number) { return number }
    report(key, found: Self.show(value), expected: expected, remedy: remedy)
    return nil
  }

  /// A whole number; a floating-point number is refused, be it whole or not.
  public func integer(_ key: String, in range: ClosedRange<Int>, expected: String, remedy: String) -> Int? {
    guard let value = value(key) else { return nil }
    if let number = value.int, range.contains(number) { return number }
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
    for index in 0..<array.count {
      if let text = array[index].string {
        texts.append(text)
      } else {
        report(key, found: Self.show(array[index]), expected: expected, remedy: remedy)
      }
    }
    return texts.count == array.count ? texts : nil
  }

  public func bool(_ key: String, expected: String = "true or false", remedy: String) -> Bool? {
    guard let value = value(key) else { return nil }
    if let bool = value.bool { return bool }
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
    return reader(for: inner, key: key, occurrence: occurrence)
  }

  /// The tables `[[key]]`; empty when there are none.
  public func subtables(_ key: String, expected: String, remedy: String) -> [TableReader] {
    guard let value = value(key) else { return [] }
    guard let array = value.array else {
      report(key, found: Self.show(value), expected: expected, remedy: remedy)
      return []
    }
    var readers: [TableReader] = []
    for index in 0..<array.count {
      if let inner = array[index].table {
        readers.append(reader(for: inner, key: key, occurrence: index))
      } else {
        report(key, found: Self.show(array[index]), expected: expected, remedy: remedy)
      }
    }
    return readers
  }

  private func reader(for inner: TOMLTable, key: String, occurrence index: Int) -> TableReader {
    let path = section.isEmpty ? key : section + "." + key
    if context.locator.line(of: nil, section: path, occurrence: index) != nil {
      return TableReader(table: inner, context: context, section: path, occurrence: index, title: nil)
    }
    let reader = TableReader(
      table: inner, context: context, section: section, occurrence: occurrence, title: nil)
    reader.inlineKey = inlineKey ?? key
    return reader
  }

  /// Reports every key that was never asked for.
  /// - Parameter remedy: What to do about one of these keys, where that is plain; it may look at the value.
  public func finish(remedy: (_ key: String) -> String? = { _ in nil }) {
    let asked = asked
    for key in keys where !asked.contains(key) {
      let known = asked.map { "\"\($0)\"" }.joined(separator: ", ")
      let meant = Suggestion.sentence(for: key, among: asked)
      report(
        key, found: "an unknown key", expected: "one of \(known)",
        remedy: remedy(key)
          ?? (meant.isEmpty ? "Remove the line, or correct the key." : String(meant.dropFirst())))
    }
  }

  /// A value as messages show it: text quoted and cleaned, tables and arrays by their kind.
  public static func show(_ value: any TOMLValueConvertible) -> String {
    switch value.type {
    case .string: CleanText.quote(value.string ?? "")
    case .table: "a table"
    case .array: "an array"
    case .dateTime: show(value.dateTime)
    default: CleanText.clean(value.debugDescription)
    }
  }

  /// TOMLKit's own description gives a local date-time the `Z` of UTC.
  private static func show(_ dateTime: TOMLDateTime?) -> String {
    guard let dateTime else { return "a date-time" }
    let text = CleanText.clean(dateTime.debugDescription)
    return dateTime.offset == nil && text.hasSuffix("Z") ? String(text.dropLast()) : text
  }
}
