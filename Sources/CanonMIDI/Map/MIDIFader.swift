import CanonEngine
import CanonSession

/// A gain or a pan that follows a knob.
struct MIDIFader: Hashable, Sendable {
  enum Parameter: Hashable, Sendable {
    /// Decibels between these; the lower end of the knob is silence if the range begins at -60 dB or below.
    case gain(ClosedRange<Double>)
    case pan
  }

  /// How an endless encoder writes a step down (a step up is 1 and more).
  enum Encoding: String, CaseIterable, Sendable {
    /// 127 is one step down, 65 as many as there are (two's complement).
    case complement
    /// 65 is one step down (sign and magnitude).
    case sign
    /// 63 is one step down, 65 one step up (offset binary).
    case offset

    /// - Parameter value: 0 to 127.
    /// - Returns: Steps up, or down if negative.
    func steps(_ value: Int) -> Int {
      switch self {
      case .complement: value < 64 ? value : value - 128
      case .sign: value < 64 ? value : 64 - value
      case .offset: value - 64
      }
    }
  }

  /// A stem's id, or `master`.
  let target: String
  let parameter: Parameter
  /// nil for a knob that has a position.
  let encoding: Encoding?

  static let usualGains = -60.0...6.0

  /// The value of a position, in hundredths of a decibel or of the way to a side.
  /// - Parameter position: 0 to 127.
  func value(at position: Int) -> Double {
    switch parameter {
    case .gain(let range):
      position == 0 && hasSilence
        ? -.infinity
        : Self.rounded(range.lowerBound + (range.upperBound - range.lowerBound) * Double(position) / 127)
    // 64 is the centre, as on every device: the left half has one position more.
    case .pan: Self.rounded(Double(position - 64) / (position <= 64 ? 64 : 63))
    }
  }

  /// The value of so many steps from another one: never further than an end of the range, and never back to it.
  func value(_ steps: Int, from old: Double) -> Double {
    switch parameter {
    case .gain(let range):
      let new = Self.rounded(max(old, range.lowerBound) + 0.5 * Double(steps))
      if steps > 0 { return max(old, min(new, range.upperBound)) }
      if steps == 0 || old < range.lowerBound { return old }
      if new >= range.lowerBound { return new }
      return hasSilence ? -.infinity : range.lowerBound
    case .pan: return min(1, max(-1, Self.rounded(old + Double(steps) / 50)))
    }
  }

  /// Whether the lower end is silence.
  private var hasSilence: Bool {
    if case .gain(let range) = parameter { range.lowerBound <= Self.usualGains.lowerBound } else { false }
  }

  private static func rounded(_ value: Double) -> Double { (100 * value).rounded() / 100 }

  func command(_ value: Double) -> ControlCommand {
    let stems = StemSelection([target])
    return switch parameter {
    case .gain: .gain(stems, Decibels(value) ?? .silence)
    case .pan: .pan(stems, Pan(value) ?? .centre)
    }
  }
}
