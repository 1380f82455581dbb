import CanonEngine

/// What people and doors ask.
extension SlowDoors {
  /// What is asked of one stem.
  public struct Ask: Sendable {
    public let stem: Int
    public let action: RandomPerformance.Action
    /// What must play for it to be allowed.
    let needed: [Int]

    public init(_ stem: Int, _ action: RandomPerformance.Action, _ needed: [Int] = []) {
      (self.stem, self.action, self.needed) = (stem, action, needed)
    }
  }

  /// What people ask on one frame: all of it is judged, then all of it is received.
  public mutating func ask(_ asked: [Ask]) {
    for ask in asked.compactMap(judged) { receive(ask, isDoors: false) }
    look()
  }

  /// Nil for what a door refuses.
  private func judged(_ ask: Ask) -> Ask? {
    if case .fade(let direction, _, _) = ask.action { return judgedFade(ask, direction) }
    guard case .ask(let request, let quantum, _) = ask.action else { return ask }
    let stem = music.stems[ask.stem], permit = permit(ask.stem)
    let isDoorsStop = stem.pending?.next == .stop && stem.pending?.isDoors == true
    // What a shut door has asked to stop may end sooner, and not later.
    let isSooner = quantum == .now && (request == .stop || request == .mute)
    if isDoorsStop, permit == nil, !isSooner { return nil }
    switch request {
    case .start, .unmute: return permit.map { Ask(ask.stem, ask.action, $0) }
    case .press:
      if let permit { return Ask(ask.stem, ask.action, permit) }
      return Ask(ask.stem, .ask(.press, quantum, permitted: false))
    case .stop, .mute, .cancel: return ask
    }
  }

  /// A fade in is a start; a fade out comes later than a shut door's stop may.
  private func judgedFade(_ ask: Ask, _ direction: RandomPerformance.Direction) -> Ask? {
    let permit = permit(ask.stem), stem = music.stems[ask.stem]
    let isDoorsStop = stem.pending?.next == .stop && stem.pending?.isDoors == true
    switch direction {
    case .out: return isDoorsStop && permit == nil ? nil : ask
    case .in: return permit.map { Ask(ask.stem, ask.action, $0) }
    }
  }

  mutating func receive(_ ask: Ask, isDoors: Bool) {
    let isAllowed = ask.needed.allSatisfy { plays($0) }
    switch ask.action {
    case .ask(.press, let quantum, let permitted):
      music.receive(.ask(.press, quantum, permitted: permitted && isAllowed), ask.stem, isDoors: isDoors)
    case let action where isAllowed: music.receive(action, ask.stem, isDoors: isDoors)
    default: break
    }
    if isDoors, case .ask(.stop, _, _) = ask.action { stopped[ask.stem] = Doing(music.stems[ask.stem]) }
  }
}

extension SlowDoors: CustomStringConvertible {
  public var description: String {
    music.stems.map { stem in
      stem.state.word + (stem.pending.map { " (\($0.next.word) at \($0.at))" } ?? "")
    }.joined(separator: ", ")
  }
}
