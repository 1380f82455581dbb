import CanonEngine

/// What a set file says about the length of its loop: `"8 bars"`, `"32 beats"`, `"1152000 frames"`, `"24 s"`.
public enum LoopSpecification: Hashable, Sendable {
  /// 1...100,000; needs a tempo.
  case bars(Int)
  /// 1...100,000; needs a tempo.
  case beats(Int)
  /// Frames of the base stem's file; at least 1.
  case frames(FrameCount)
  /// Above 0, at most one day; written with up to six decimals.
  case microseconds(Int64)

  /// Whether the length can be told only with the base stem's file at hand.
  var needsBase: Bool { if case .frames = self { true } else { false } }

  /// Whether the length can be told only with a tempo.
  var needsTempo: Bool {
    switch self {
    case .bars, .beats: true
    case .frames, .microseconds: false
    }
  }
}

extension LoopSpecification: LosslessStringConvertible {
  /// Reads a number and a unit with one space between; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[1] {
    case "s":
      guard let value = Self.microseconds(parts[0]) else { return nil }
      self = .microseconds(value)
    case "bar", "bars":
      guard let count = wholeNumber(parts[0]), (1...100_000).contains(count) else { return nil }
      self = .bars(Int(count))
    case "beat", "beats":
      guard let count = wholeNumber(parts[0]), (1...100_000).contains(count) else { return nil }
      self = .beats(Int(count))
    case "frame", "frames":
      guard let count = wholeNumber(parts[0]), (1...1 << 35).contains(count) else { return nil }
      self = .frames(count)
    default: return nil
    }
  }

  private static func microseconds(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = wholeNumber(parts[0]) else { return nil }
    var value = whole.multipliedReportingOverflow(by: 1_000_000)
    if parts.count == 2 {
      let digits = String(parts[1])
      guard digits.count <= 6,
        let fraction = wholeNumber(digits + String(repeating: "0", count: 6 - digits.count)),
        !digits.isEmpty
      else { return nil }
      value = value.partialValue.addingReportingOverflow(fraction)
    }
    guard !value.overflow, (1...LoopLength.longest * 1_000_000).contains(value.partialValue) else {
      return nil
    }
    return value.partialValue
  }

  public var description: String {
    switch self {
    case .bars(let count): count == 1 ? "1 bar" : "\(count) bars"
    case .beats(let count): count == 1 ? "1 beat" : "\(count) beats"
    case .frames(let count): count == 1 ? "1 frame" : "\(count) frames"
    case .microseconds(let value): decimal(value, places: 6) + " s"
    }
  }
}
