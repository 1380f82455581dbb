/// What must hold for a door to be open.
public indirect enum DoorCondition: Hashable, Sendable {
  /// From a moment on, and optionally until another one; computed days open again each season.
  case opens(OpeningRule, until: OpeningRule?)
  /// On some days of the week, at some times of the day.
  case window(TimeWindow)
  /// After a delay from the first time the schedule was played.
  case after(Delay)
  /// While all of these stems play.
  case needs([String])
  /// While all of these hold; never empty.
  case all([DoorCondition])
  /// While at least one of these holds; never empty.
  case any([DoorCondition])

  /// Every rule in it that names a moment or a day.
  public var openings: [(opens: OpeningRule, until: OpeningRule?)] {
    switch self {
    case .opens(let rule, let until): [(rule, until)]
    case .window, .after, .needs: []
    case .all(let parts), .any(let parts): parts.flatMap(\.openings)
    }
  }

  /// Every stem that it needs, each once, in their order.
  public var needed: [String] {
    switch self {
    case .needs(let ids): ids
    case .opens, .window, .after: []
    case .all(let parts), .any(let parts):
      parts.flatMap(\.needed).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  /// The stems that it needs in every case.
  public var surelyNeeded: Set<String> {
    switch self {
    case .needs(let ids): Set(ids)
    case .opens, .window, .after: []
    case .all(let parts): parts.reduce(into: []) { $0.formUnion($1.surelyNeeded) }
    case .any(let parts):
      parts.dropFirst().reduce(parts.first?.surelyNeeded ?? []) { $0.intersection($1.surelyNeeded) }
    }
  }

  /// The first delay in it that counts from the first start; nil without any.
  package var delay: Delay? {
    switch self {
    case .after(let delay): delay
    case .opens, .window, .needs: nil
    case .all(let parts), .any(let parts): parts.compactMap(\.delay).first
    }
  }
}
