import CanonEngine

/// A stretch of time as set files write it: `"8 bars"`, `"32 beats"`, `"1152000 frames"`, `"24 s"`.
///
/// Never negative but as the offset of a stem.
public enum TimeSpan: Hashable, Sendable {
  /// At most 100,000; needs a tempo.
  case bars(Int)
  /// At most 100,000; needs a tempo.
  case beats(Int)
  /// Frames of a sound file (of the base stem's for the loop of a set); at most 2^35.
  case frames(FrameCount)
  /// At most one day; written in seconds with up to six decimals.
  case microseconds(Int64)

  /// Whether it can be computed only with a sound file.
  var needsFile: Bool { if case .frames = self { true } else { false } }

  /// Whether it can be computed only with a tempo.
  var needsTempo: Bool {
    switch self {
    case .bars, .beats: true
    case .frames, .microseconds: false
    }
  }

  /// How many units it has.
  var count: Int64 {
    switch self {
    case .bars(let count), .beats(let count): Int64(count)
    case .frames(let count), .microseconds(let count): count
    }
  }

  /// Backwards instead of forwards.
  static prefix func - (span: TimeSpan) -> TimeSpan {
    switch span {
    case .bars(let count): .bars(-count)
    case .beats(let count): .beats(-count)
    case .frames(let count): .frames(-count)
    case .microseconds(let count): .microseconds(-count)
    }
  }

  /// - Parameter rate: The rate of the file whose frames are meant.
  /// - Returns: nil when it needs a tempo and there is none.
  func exact(tempo: Tempo?, meter: Meter, rate: SampleRate) -> ExactSeconds? {
    func beats(_ count: Int) -> ExactSeconds? {
      tempo.map { ExactSeconds(Int128(count) * 60_000, over: Int128($0.thousandths)) }
    }
    return switch self {
    case .bars(let count): beats(count * meter.beatsPerBar)
    case .beats(let count): beats(count)
    case .frames(let count): ExactSeconds(Int128(count), over: Int128(rate.hertz))
    case .microseconds(let count): ExactSeconds(Int128(count), over: 1_000_000)
    }
  }
}

extension TimeSpan: LosslessStringConvertible {
  /// Reads a number and a unit with one space between; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] == "s" {
      guard let value = decimalNumber(parts[0], places: 6), value <= LoopLength.longest * 1_000_000 else {
        return nil
      }
      self = .microseconds(value)
      return
    }
    guard let count = wholeNumber(parts[0]) else { return nil }
    switch parts[1] {
    case "bar" where count <= 100_000, "bars" where count <= 100_000: self = .bars(Int(count))
    case "beat" where count <= 100_000, "beats" where count <= 100_000: self = .beats(Int(count))
    case "frame" where count <= 1 << 35, "frames" where count <= 1 << 35: self = .frames(count)
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .bars(let count): abs(count) == 1 ? "\(count) bar" : "\(count) bars"
    case .beats(let count): abs(count) == 1 ? "\(count) beat" : "\(count) beats"
    case .frames(let count): abs(count) == 1 ? "\(count) frame" : "\(count) frames"
    case .microseconds(let value): (value < 0 ? "-" : "") + decimal(abs(value), places: 6) + " s"
    }
  }

  /// A length that is something: what the loop of a set may be.
  static func positive(_ text: String) -> TimeSpan? {
    TimeSpan(text).flatMap { $0.count > 0 ? $0 : nil }
  }

  /// Also with a minus before it: what an offset may be.
  static func signed(_ text: String) -> TimeSpan? {
    text.hasPrefix("-") ? TimeSpan(String(text.dropFirst())).map { -$0 } : TimeSpan(text)
  }
}
