/// The stems of a command.
public struct StemSelection: Hashable, Sendable {
  /// The words as written: ids, `all`, or globs with `*` and `?`.
  public let words: [String]

  public init(_ words: [String]) { self.words = words }

  /// The words as they stand in a command.
  var text: String { words.map(CommandWords.quote).joined(separator: " ") }

  /// Whether `word` means several stems: `all` or a glob.
  public static func isPattern(_ word: String) -> Bool {
    if word == "all" { return true }
    let mayBeGlob = word.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    return mayBeGlob && (word.contains("*") || word.contains("?"))
  }

  /// Whether the glob `pattern` (`*` any text, `?` any letter) matches the whole of `text`. It backtracks only to the last
  /// star, so that the time is at most proportional to the product of both lengths.
  static func glob(_ pattern: String, covers text: String) -> Bool {
    let pattern = Array(pattern), text = Array(text)
    var p = 0, t = 0
    var star: (p: Int, t: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.p, last.t + 1)
        (p, t) = (last.p + 1, last.t + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
