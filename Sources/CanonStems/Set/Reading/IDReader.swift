import CanonFiles

/// Reads the key that names the tables of one kind, which must be unique.
struct IDReader {
  let kind: SetTableKind
  /// The line of each id, in lower case.
  private(set) var lines: [String: Int?] = [:]

  private var key: String { kind.key }

  init(_ kind: SetTableKind) { self.kind = kind }

  /// Reads the id, and names the table after it for the messages that follow.
  /// - Parameter number: The number of the table, counted from 1.
  mutating func read(_ table: TableReader, number: Int) -> String? {
    table.title = "\(kind.rawValue) \(number)"
    let words = SetAdvice.id(kind)
    guard table.value(key) != nil else {
      table.report(key, found: nil, words)
      return nil
    }
    guard let id = table.text(key, words) else { return nil }
    guard Self.isWord(id) else {
      table.report(key, found: CleanText.quote(id), words)
      return nil
    }
    let name = id.lowercased()
    if let earlier = lines[name] {
      table.report(key, found: nil, SetAdvice.sameID(kind, id, line: earlier))
      return nil
    }
    lines[name] = table.line(of: self.key)
    if StemSpec.reservedIDs.contains(name) {
      table.report(key, found: CleanText.quote(id), SetAdvice.reservedID)
      return nil
    }
    table.title = "\(kind.rawValue) \"\(id)\""
    return id
  }

  /// Whether an id may have this byte: an ASCII letter, a digit or a hyphen.
  static func isSign(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == 45
  }

  /// Whether `text` has the form of an id: ASCII letters, digits and hyphens, the first not a hyphen.
  static func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy(isSign) && !text.isEmpty && !text.hasPrefix("-")
      && text.utf8.count <= StemSpec.longestID
  }
}
