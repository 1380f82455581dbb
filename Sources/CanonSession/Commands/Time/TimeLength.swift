import CanonEngine

/// A length of time, as people write it: `2 bars`, `1 loop`, `1.5 s`, `500 ms`, `4800 frames`.
public enum TimeLength: Hashable, Sendable {
  case loops(Int)
  case bars(Int)
  case beats(Int)
  case microseconds(Int64)
  case frames(FrameCount)

  /// The units, those of music first.
  public static let units = ["bars", "beats", "loops", "s", "ms", "frames"]
  /// The largest accepted number of bars, beats, loops or frames.
  public static let largestCount = 1_000_000_000

  /// - Parameter words: A number, 0 or more, and a unit; bars, beats and loops are whole.
  package init?(_ words: [String]) {
    guard words.count == 2 else { return nil }
    let (number, unit) = (words[0], words[1])
    switch unit {
    case "loop", "loops":
      guard let count = Self.whole(number) else { return nil }
      self = .loops(count)
    case "bar", "bars":
      guard let count = Self.whole(number) else { return nil }
      self = .bars(count)
    case "beat", "beats":
      guard let count = Self.whole(number) else { return nil }
      self = .beats(count)
    case "frame", "frames":
      guard let count = Self.whole(number) else { return nil }
      self = .frames(FrameCount(count))
    case "s", "ms":
      guard number.allSatisfy(Self.isDecimal), let value = Double(number) else { return nil }
      let microseconds = (value * (unit == "s" ? 1_000_000 : 1000)).rounded()
      guard (0...1e14).contains(microseconds) else { return nil }
      self = .microseconds(Int64(microseconds))
    default: return nil
    }
  }

  private static func whole(_ text: String) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
      number <= largestCount
    else { return nil }
    return number
  }

  private static func isDecimal(_ letter: Character) -> Bool {
    letter == "." || (letter.isASCII && letter.isNumber)
  }

  /// The frames it takes on this clock.
  /// - Parameter longest: By default the longest fade that the engine supports.
  /// - Returns: nil if it is longer, or the set has no bars or beats.
  public func frames(
    grid: Grid, sampleRate: SampleRate, longest: FrameCount = EngineHandle.longestFade
  ) -> FrameCount? {
    let frames: FrameCount?
    switch self {
    case .loops(let count): frames = grid.loop.frame(ofBoundary: Int64(count))
    case .bars(let count): frames = grid.barsPerLoop > 0 ? grid.bar.frame(ofBoundary: Int64(count)) : nil
    case .beats(let count): frames = grid.beatsPerLoop > 0 ? grid.beat.frame(ofBoundary: Int64(count)) : nil
    case .microseconds(let count):
      frames = FrameCount((Int128(count) * Int128(sampleRate.hertz) + 500_000) / 1_000_000)
    case .frames(let count): frames = count
    }
    return frames.flatMap { $0 <= longest ? $0 : nil }
  }
}

extension TimeLength: CustomStringConvertible {
  public var description: String {
    switch self {
    case .loops(let count): count == 1 ? "1 loop" : "\(count) loops"
    case .bars(let count): count == 1 ? "1 bar" : "\(count) bars"
    case .beats(let count): count == 1 ? "1 beat" : "\(count) beats"
    case .frames(let count): count == 1 ? "1 frame" : "\(count) frames"
    case .microseconds(let count):
      count % 1_000_000 == 0
        ? "\(count / 1_000_000) s" : count % 1000 == 0 ? "\(count / 1000) ms" : "\(Double(count) / 1000) ms"
    }
  }
}

/// When a change of the mixer begins, and how long it takes.
public struct Fade: Hashable, Sendable {
  /// nil: immediately.
  public var quantum: Quantum?
  /// nil: as short as possible without a click.
  public var length: TimeLength?

  public init(quantum: Quantum? = nil, length: TimeLength? = nil) {
    self.quantum = quantum
    self.length = length
  }

  public static let immediate = Fade()

  /// The text after a command, with a leading space; empty for ``immediate``.
  var suffix: String {
    (quantum.map { " \($0)" } ?? "") + (length.map { " over \($0)" } ?? "")
  }
}
