/// The keys of the stems: for each stem one that presses it, and a shifted one that acts immediately.
struct StemKeys: Sendable {
  struct Pair: Hashable, Sendable {
    var key: Character
    /// nil if the stem has none (Alt with the key does the same).
    var now: Character?
  }

  /// In the order of the stems; nil for a stem without a key. All characters in it are different.
  let pairs: [Pair?]

  /// Digits first, then letters in the order of the keyboard.
  static let candidates = "1234567890" + "qwertyuiopasdfghjklzxcvbnm"

  /// - Parameters:
  ///   - keys: The keys in the order of the stems, all different; nil for the usual ones that no action has.
  ///   - now: The character of each key with Shift, place by place; a space for none. Missing ones are those of
  ///     ``usualNow(of:)``.
  ///   - isTaken: Whether an action has the key.
  init(keys: String? = nil, now: String = "", isTaken: (Character) -> Bool) {
    let listed = Array(keys ?? Self.candidates), shifted = Array(now)
    let all = listed.enumerated().map { index, key in
      let asked = index < shifted.count ? shifted[index] : Self.usualNow(of: key)
      return Pair(key: key, now: asked == " " ? nil : asked)
    }
    let free = all.filter { pair in
      if isTaken(pair.key) { return false }
      // A letter is offered only if its small and capital forms are both free. A list of keys may have only one of them.
      return keys != nil || !pair.key.isLetter || pair.now.map { !isTaken($0) } ?? true
    }
    self.init(free, isTaken: isTaken)
  }

  /// Removes shifted keys that belong to an action or to another stem.
  private init(_ pairs: [Pair?], isTaken: (Character) -> Bool) {
    var used = Set(pairs.compactMap { $0?.key })
    self.pairs = pairs.map { pair in
      pair.map { pair in
        let now = pair.now.flatMap { !isTaken($0) && used.insert($0).inserted ? $0 : nil }
        return Pair(key: pair.key, now: now)
      }
    }
  }

  /// The keys if some stems have their own, which belong to no action; the other stems get the remaining ones.
  func assigned(to own: [Character?], isTaken: (Character) -> Bool) -> StemKeys {
    let taken = Set(own.compactMap(\.self))
    var left = pairs.compactMap(\.self).filter { !taken.contains($0.key) }[...]
    let all = own.map { key in
      guard let key else { return left.popFirst() }
      return pairs.compactMap(\.self).first { $0.key == key } ?? Pair(key: key, now: Self.usualNow(of: key))
    }
    return StemKeys(all, isTaken: isTaken)
  }

  /// The capital letter, or the symbol above a digit on a US keyboard, because a terminal does not report
  /// the keyboard's layout; nil for anything else.
  static func usualNow(of key: Character) -> Character? {
    if let digit = Array("1234567890").firstIndex(of: key) { return Array("!@#$%^&*()")[digit] }
    let large = key.uppercased()
    return large.count == 1 && large != String(key) ? large.first : nil
  }
}
