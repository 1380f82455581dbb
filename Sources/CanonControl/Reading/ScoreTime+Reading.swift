import CanonEngine
import CanonSession

extension ScoreTime {
  /// Splits a line into its time and its command.
  static func split(_ line: Substring) throws(ScoreAdvice) -> (ScoreTime, Substring) {
    if line.first == "@" {
      let text = line.dropFirst().prefix { !$0.isWhitespace }
      guard let frame = FramePosition(text), (0...largestFrame).contains(frame) else {
        throw .notATime(String(line.prefix { !$0.isWhitespace }))
      }
      return (.frame(frame), line.dropFirst(1 + text.count))
    }
    guard let colon = line.firstIndex(where: { $0 == ":" }) else { throw .noTime(String(line)) }
    let words = line[..<colon].split(whereSeparator: \.isWhitespace)
    let rest = line[line.index(after: colon)...]
    guard words.count == 2 else { throw .notATime(String(line[...colon])) }
    if words[1] == "s", let seconds = Double(words[0]), (0...largestSeconds).contains(seconds) {
      return (.seconds(seconds), rest)
    }
    if let number = Int64(words[1]), (1...1_000_000_000).contains(number) {
      if words[0] == "loop" { return (.loop(number), rest) }
      if words[0] == "bar" { return (.bar(number), rest) }
    }
    throw .notATime(String(line[...colon]))
  }
}
