import CanonControl

/// A line of text with a cursor, never longer than a command.
struct EditedLine: Hashable, Sendable {
  /// Bytes of UTF-8.
  static let longest = CommandParser.longestLine

  private(set) var before = ""
  private(set) var after = ""

  init(_ text: String = "") { before = text }

  var text: String { before + after }
  /// In characters as people count them, from 0 to the text's count.
  var cursor: Int { before.count }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// - Returns: Whether there was room; if not, nothing changed.
  mutating func insert(_ piece: some StringProtocol) -> Bool {
    guard before.utf8.count + after.utf8.count + piece.utf8.count <= Self.longest else { return false }
    before += piece
    join()
    return true
  }

  /// Replaces everything before the cursor with `piece`.
  /// - Returns: Whether there was room; if not, nothing changed.
  mutating func replaceBefore(_ piece: String) -> Bool {
    guard piece.utf8.count + after.utf8.count <= Self.longest else { return false }
    before = piece
    join()
    return true
  }

  // MARK: - Moving

  mutating func moveLeft() { if let last = before.popLast() { after = String(last) + after } }

  mutating func moveRight() { if !after.isEmpty { before.append(after.removeFirst()) } }

  mutating func moveToStart() { (before, after) = ("", text) }

  mutating func moveToEnd() { (before, after) = (text, "") }

  // MARK: - Deleting

  mutating func deleteLeft() {
    _ = before.popLast()
    join()
  }

  mutating func deleteRight() {
    if !after.isEmpty { after.removeFirst() }
    join()
  }

  mutating func deleteToStart() { before = "" }

  mutating func deleteToEnd() { after = "" }

  /// Deletes the word before the cursor and the white space after it.
  mutating func deleteWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while before.last.map({ !$0.isWhitespace }) ?? false { before.removeLast() }
    join()
  }

  /// An accent after the cursor belongs to the letter before it: the cursor moves after both.
  private mutating func join() {
    guard let last = before.last, let first = after.first, (String(last) + String(first)).count == 1 else {
      return
    }
    before.append(after.removeFirst())
  }
}
