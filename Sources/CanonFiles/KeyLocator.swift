/// Finds the line on which a key of a TOML text is written, since the parser does not tell.
///
/// Understands what people write in set and schedule files: `[table]`, `[[array of tables]]`, bare, quoted
/// and dotted keys. When it cannot find a key (an inline table over several lines, say) it answers with the
/// line of the table instead of guessing.
struct KeyLocator {
  private struct Table: Hashable {
    var section: String
    var occurrence: Int
  }
  private struct Line {
    var number: Int
    /// Nil: the table's header.
    var key: String?
  }
  /// By table: a set of a thousand stems is asked for each of its keys.
  private var lines: [Table: [Line]] = [:]

  init(_ text: String) {
    var section = ""
    var table = Table(section: section, occurrence: 0)
    var counts: [String: Int] = [:]
    var multiline: String?
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = raw.drop { $0 == " " || $0 == "\t" }
      if let quotes = multiline {
        if line.contains(quotes) { multiline = nil }
        continue
      }
      if line.hasPrefix("[") {
        let isArray = line.hasPrefix("[[")
        let name = line.drop { $0 == "[" }.prefix { $0 != "]" }
        section = name.filter { $0 != " " && $0 != "\"" && $0 != "'" }
        if isArray { counts[section, default: -1] += 1 }
        table = Table(section: section, occurrence: Self.occurrence(of: section, counts))
        lines[table, default: []].append(Line(number: index + 1, key: nil))
      } else if let key = Self.key(of: line) {
        lines[table, default: []].append(Line(number: index + 1, key: key))
        for quotes in ["\"\"\"", "'''"]
        where line.split(separator: quotes, omittingEmptySubsequences: false).count == 2 {
          multiline = quotes
        }
      }
    }
  }

  /// The line of `key` in the given table (`occurrence` counts from 0 in arrays of tables) or of its own header
  /// `[table.key]`, else the line of the table's header, else nil.
  func line(of key: String?, section: String, occurrence: Int) -> Int? {
    let inside = lines[Table(section: section, occurrence: occurrence)] ?? []
    if let key, let hit = inside.first(where: { $0.key == key || $0.key?.hasPrefix(key + ".") == true }) {
      return hit.number
    }
    if let key {
      let header = Table(section: section.isEmpty ? key : section + "." + key, occurrence: occurrence)
      if let hit = lines[header]?.first(where: { $0.key == nil }) { return hit.number }
    }
    return inside.first { $0.key == nil }?.number
  }

  /// The table `[stem.quantum]` belongs to the `[[stem]]` above it.
  private static func occurrence(of section: String, _ counts: [String: Int]) -> Int {
    var name = Substring(section)
    while counts[String(name)] == nil, let dot = name.lastIndex(of: ".") { name = name[..<dot] }
    return counts[String(name)] ?? 0
  }

  private static func key(of line: Substring) -> String? {
    guard let first = line.first, first != "#" else { return nil }
    if first == "\"" || first == "'" {
      let rest = line.dropFirst()
      guard let end = rest.firstIndex(of: first) else { return nil }
      let tail = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
      return tail.hasPrefix("=") ? String(rest[..<end]) : nil
    }
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let key = line[..<equals].filter { $0 != " " && $0 != "\t" }
    return key.isEmpty ? nil : key
  }
}
