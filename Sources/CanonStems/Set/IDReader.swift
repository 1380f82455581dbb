import CanonFiles

/// Reads the key `id` of the tables of one kind, which must be unique.
struct IDReader {
  /// The kind of the tables, in one word: "stem".
  let kind: String
  /// An example for the remedy: "violin-a".
  let example: String
  /// The line of each id, in lower case.
  private(set) var lines: [String: Int?] = [:]

  init(kind: String, example: String) {
    self.kind = kind
    self.example = example
  }

  /// Reads the id, and names the table after it for the messages that follow.
  /// - Parameter number: The number of the table, counted from 1.
  mutating func read(_ table: TableReader, number: Int) -> String? {
    table.title = "\(kind) \(number)"
    let words = SetWording.id(example: example)
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
      let place = earlier.map { " (line \($0) has it too)" } ?? ""
      table.report("id", found: CleanText.quote(id) + place, SetWording.uniqueID(kind: kind))
      return nil
    }
    lines[key] = table.line(of: "id")
    if StemSpec.reservedIDs.contains(key) {
      table.report("id", found: CleanText.quote(id), SetWording.freeID)
      return nil
    }
    table.title = "\(kind) \"\(id)\""
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
