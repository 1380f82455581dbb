import CanonTerminal

extension KeyTable {
  /// The stem that a key presses, from 0, as `2` or `2 now`; nil if it presses none.
  func pressed(_ key: Key, count: Int = 4000) -> String? {
    stem(for: key, count: count).map { "\($0.index)" + ($0.now ? " now" : "") }
  }
}
