import CanonEngine

/// When a line of a score is received.
public enum ScoreTime: Hashable, Sendable {
  case frame(FramePosition)
  /// Counted from 1.
  case loop(Int64)
  /// Counted from 1 through the whole performance, not within a loop.
  case bar(Int64)
  /// From the first downbeat.
  case seconds(Double)

  /// The frame on this clock.
  public func position(grid: Grid, sampleRate: SampleRate) -> FramePosition {
    switch self {
    case .frame(let frame): frame
    case .loop(let number): grid.loop.position(of: number - 1)
    case .bar(let number): grid.bar.position(of: number - 1)
    case .seconds(let seconds): FramePosition((seconds * Double(sampleRate.hertz)).rounded())
    }
  }

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

  /// A hundred years at the highest rate, which is less than half of the clock's range; a larger number is a typing error.
  static let largestFrame: FramePosition = 1 << 51
  static let largestSeconds: Double = 3_200_000_000
}
