/// Damaged files, made from valid ones, as typing errors, broken copies and malice produce them.
public struct TextMutants: Sendable {
  /// Valid texts.
  let originals: [[Unicode.Scalar]]
  var random: SplitMix64

  /// - Parameter seed: The same seed gives the same mutants.
  public init(_ originals: [String], seed: UInt64) {
    self.originals = originals.map { Array($0.unicodeScalars) }
    random = SplitMix64(seed: seed)
  }

  /// One of the texts, damaged in one to four places.
  public mutating func next() -> String {
    var text = random.pick(originals)
    for _ in 0..<random.number(1...4) { damage(&text) }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text)
    return String(result)
  }

  private mutating func damage(_ text: inout [Unicode.Scalar]) {
    let (start, end) = (place(in: text), place(in: text))
    let piece = min(start, end)..<max(start, end)
    let short = start..<min(text.count, start + Int(random.number(1...6)))
    switch random.number(0...9) {
    case 0: text.removeSubrange(short)
    case 1: text.removeSubrange(piece)
    case 2: text.removeSubrange(start...)
    case 3: text.insert(contentsOf: text[piece].prefix(300), at: place(in: text))
    case 4 where text.count > 1: text.swapAt(start % text.count, end % text.count)
    case 5: text.replaceSubrange(short, with: random.pick(originals).suffix(40))
    case 6: text.replaceSubrange(short, with: random.pick(Self.words).unicodeScalars)
    case 7:
      let word = random.pick(Self.words).unicodeScalars
      for _ in 0..<random.number(2...300) { text.insert(contentsOf: word, at: start) }
    default: text.insert(contentsOf: random.pick(Self.words).unicodeScalars, at: start)
    }
  }

  private mutating func place(in text: [Unicode.Scalar]) -> Int { Int(random.number(0...Int64(text.count))) }

  private static let words = [
    "[", "]", "[[", "]]", "[=]", "[.a]", "[ä]", "[ドア]", "=", "==", ".", "..", "a.", "a.b.c = 1\n", "\"",
    "\"\"\"", "'",
    "'''", "{", "}", "{ a = 1 }", ",", "#", " ", "\n", "\r", "\r\n", "\t", "\\", "\\u12", "\\ud800",
    "\\U0010ffff", "ä",
    "ドア", "２０２６", "👩‍👩‍👧", "e\u{301}", "\u{0}", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{2028}", "\u{feff}",
    "\u{10ffff}",
    "2026-12-06", "2026-02-30", "T", ":", "-", "+", "_", "0", "00", "9999999999999999999", "-1", "1e999",
    "0x", "0xfF_f",
    "1_000", "1__0", "inf", "-nan", "true", "yes", "no", "2026-12-06T:00", "2026-12-06T18:00:00+99:99",
    "18:00:00", "x",
  ]
}
