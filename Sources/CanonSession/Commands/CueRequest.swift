import CanonEngine
import CanonStems

/// A request for what the player alone hears, or for what a stem sends to a bus.
public enum CueRequest: Hashable, Sendable {
  /// Lets stems be heard on the cue bus while they are silent in the music.
  case listen(StemSelection, Bool)
  case click(Bool)
  /// The bars before a start from silence; nil for none.
  case countIn(bars: Int?)
  /// The gain with which a stem is sent to a bus, by its id, or to ``StemSet/cue``.
  case send(StemSelection, bus: String, Decibels)

  var selection: StemSelection? {
    switch self {
    case .listen(let selection, _), .send(let selection, _, _): selection
    case .click, .countIn: nil
    }
  }

  /// Whether something is heard on the cue bus by it.
  var needsCueBus: Bool {
    switch self {
    case .listen(_, let isOn), .click(let isOn): isOn
    case .countIn(let bars): bars != nil
    case .send(_, let bus, _): bus == StemSet.cue
    }
  }
}

extension CueRequest {
  /// Whether the click is heard by it.
  var needsClick: Bool {
    switch self {
    case .click(let isOn): isOn
    case .countIn(let bars): bars != nil
    case .listen, .send: false
    }
  }
}

extension CueRequest: CustomStringConvertible {
  /// The command as text.
  public var description: String {
    switch self {
    case .listen(let stems, let isOn): "cue \(stems.text) \(Self.word(isOn))"
    case .click(let isOn): "click \(Self.word(isOn))"
    case .countIn(let bars?): "count-in \(bars) \(bars == 1 ? "bar" : "bars")"
    case .countIn(nil): "count-in off"
    case .send(let stems, let bus, let gain):
      "send \(stems.text) \(CommandWords.quote(bus)) \(gain == .silence ? "off" : "\(gain.value)")"
    }
  }

  private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

/// What has changed of what the player alone hears, or of what a stem sends to a bus.
public enum CueChange: Hashable, Sendable {
  case listens(StemIndex, Bool)
  case click(Bool)
  /// The bars before a start from silence; nil for none.
  case countIn(bars: Int?)
  case sends(StemIndex, bus: String, Decibels)
}

/// What the player alone hears, but for the stems.
public struct CueSettings: Hashable, Sendable {
  public package(set) var isClickOn = false
  /// 0 for no count-in.
  public package(set) var countInBars = 0
}
