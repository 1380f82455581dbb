import CanonFiles

/// The tempo at which a set is played: its own, or another one.
public enum PlayedTempo: Hashable, Sendable {
  case original
  /// Thousandths of a percent of its own tempo.
  case percent(Int64)
  /// Needs a set that names its own.
  case beats(Tempo)

  var isInBeats: Bool { if case .beats = self { true } else { false } }

  /// How fast that is.
  /// - Parameter own: The set's own tempo; nil if it names none.
  /// - Returns: nil if it needs one, and below 25 and beyond 400 percent.
  public func speed(of own: Tempo?) -> Speed? {
    switch self {
    case .original: .own
    case .percent(let thousandths): Speed(thousandths, over: 100_000)
    case .beats(let tempo): own.flatMap { Speed(tempo.thousandths, over: $0.thousandths) }
    }
  }
}

extension PlayedTempo: LosslessStringConvertible {
  /// Reads `original`, `92` and `115 %`, numbers rounded to three decimals; nil for anything else.
  public init?(_ text: String) {
    if text == "original" {
      self = .original
    } else if text.hasSuffix("%") {
      let number = text.dropLast().hasSuffix(" ") ? text.dropLast(2) : text.dropLast()
      guard let thousandths = roundedNumber(number, places: 3) else { return nil }
      self = .percent(thousandths)
    } else {
      guard let thousandths = roundedNumber(text, places: 3), let tempo = Tempo(Double(thousandths) / 1000)
      else { return nil }
      self = .beats(tempo)
    }
  }

  public var description: String {
    switch self {
    case .original: "original"
    case .percent(let thousandths): decimal(thousandths, places: 3) + " %"
    case .beats(let tempo): tempo.description
    }
  }
}
