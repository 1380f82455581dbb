import CanonEngine
import CanonSession

extension ScoreTime {
  /// Reads `12.5 s`, `bar 9`, `loop 3` or `@480000`; nil for anything else.
  init?(_ words: [String]) {
    if words.count == 1, words[0].first == "@" {
      guard let frame = FramePosition(words[0].dropFirst()), (0...Self.largestFrame).contains(frame) else {
        return nil
      }
      self = .frame(frame)
      return
    }
    guard words.count == 2 else { return nil }
    if words[1] == "s" {
      guard words[0].allSatisfy({ "0123456789.eE+-".contains($0) }), let seconds = Double(words[0]),
        (0...Self.largestSeconds).contains(seconds)
      else { return nil }
      self = .seconds(seconds)
      return
    }
    guard words[1].allSatisfy(\.isNumber), let number = Int64(words[1]),
      (1...Self.largestNumber).contains(number)
    else { return nil }
    switch words[0] {
    case "loop": self = .loop(number)
    case "bar": self = .bar(number)
    default: return nil
    }
  }

  /// Splits a line into its time and its command.
  static func split(_ line: Substring) throws(ScoreAdvice) -> (ScoreTime, Substring) {
    let first = line.prefix { !$0.isWhitespace }
    if line.first == "@" {
      guard let time = ScoreTime([String(first)]) else { throw .notATime(String(first)) }
      return (time, line.dropFirst(first.count))
    }
    guard let colon = line.firstIndex(where: { $0 == ":" }) else { throw .noTime(String(line)) }
    let words = line[..<colon].split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2, let time = ScoreTime(words) else { throw .notATime(String(line[...colon])) }
    return (time, line[line.index(after: colon)...])
  }
}
