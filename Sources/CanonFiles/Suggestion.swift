/// "Did you mean …?": the known word nearest to a mistyped one.
public enum Suggestion {
  /// Returns the shortest candidate that begins with `word` (at least three letters), else the one
  /// nearest by edit distance. Returns nil if more than a third of the letters
  /// differ in every candidate. If several are equally near, the first one wins.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let (word, candidates) = (word.lowercased(), Array(candidates))
    if word.count > 2,
      let whole = candidates.filter({ $0.lowercased().hasPrefix(word) }).min(by: { $0.count < $1.count })
    {
      return whole
    }
    let limit = max(1, word.count / 3)
    var best: (distance: Int, word: String)?
    // The distance is at least the difference in length. This check also spares comparing a megabyte of letters.
    for candidate in candidates where abs(candidate.count - word.count) <= limit {
      let distance = editDistance(word, candidate.lowercased())
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.word
  }

  /// Returns ` Did you mean "x"?`, or an empty text when nothing is near.
  public static func sentence(for word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { " Did you mean \"\($0)\"?" } ?? ""
  }

  /// The names in a list; a very long list ends with the number of the remaining names.
  public static func list(_ names: [String]) -> String {
    let most = 40
    if names.count <= most { return names.joined(separator: ", ") }
    return names.prefix(most / 2).joined(separator: ", ") + " and \(names.count - most / 2) more"
  }

  /// Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and
  /// swaps of neighbours each count one.
  static func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a), b = Array(b)
    var beforeLast = [Int](), last = Array(0...b.count)
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
