import CanonFiles

/// Reads the key `id` of the tables of one kind, which must be unique.
struct IDReader {
  let kind: SetTableKind
  /// The line of each id, in lower case.
  private(set) var lines: [String: Int?] = [:]

  init(_ kind: SetTableKind) { self.kind = kind }

  /// Reads the id, and names the table after it for the messages that follow.
  /// - Parameter number: The number of the table, counted from 1.
  mutating func read(_ table: TableReader, number: Int) -> String? {
    table.title = "\(kind.rawValue) \(number)"
    let words = SetAdvice.id(kind)
    guard table.value("id") != nil else {
      table.report("id", found: nil, words)
      return nil
    }
    guard let id = table.text("id", words) else { return nil }
    guard Self.isWord(id) else {
      table.report("id", found: CleanText.quote(id), words)
      return nil
    }
    let key = id.lowercased()
    if let earlier = lines[key] {
      table.report("id", found: nil, SetAdvice.sameID(kind, id, line: earlier))
      return nil
    }
    lines[key] = table.line(of: "id")
    if StemSpec.reservedIDs.contains(key) {
      table.report("id", found: CleanText.quote(id), SetAdvice.reservedID)
      return nil
    }
    table.title = "\(kind.rawValue) \"\(id)\""
    return id
  }

  /// Whether `text` has the form of an id: ASCII letters, digits and hyphens, the first not a hyphen.
  static func isWord(_ text: String) -> Bool {
    let isWord = text.utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 45
    }
    return isWord && !text.isEmpty && !text.hasPrefix("-") && text.utf8.count <= StemSpec.longestID
  }
}
