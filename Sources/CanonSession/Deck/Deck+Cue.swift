import CanonEngine
import CanonStems

/// What the player alone hears, and what stems send to buses.
extension Deck {
  /// The stems of a request; nil for one that is for no stem.
  func targets(of request: CueRequest) throws(CommandProblem) -> [StemIndex?] {
    guard let selection = request.selection else { return [nil] }
    return try selection.indices(in: set)
  }

  /// Gives a request to the engine. A stem is let be heard only with a permit of the gate.
  func carryOut(
    _ request: CueRequest, on stem: StemIndex?, by source: Asker, past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    switch request {
    case .listen(_, let isOn):
      guard let stem else { return }
      let command = ControlCommand.cue(.listen(StemSelection([set[stem].id]), isOn))
      if isOn {
        let permit = try keeper.permit(for: stem, at: moment)
        remember(handle?.cue(permit, by: source), command, of: stem, by: source)
      } else {
        remember(handle?.endCue(stem, by: source), command, of: stem, by: source)
      }
    case .click(let isOn):
      if isOn, let grid, grid.beatsPerLoop == 0 { throw .noClick(isCountIn: false) }
      remember(handle?.click(isOn, by: source), .cue(request), by: source)
    case .countIn(let bars):
      if bars != nil, let grid, grid.barsPerLoop == 0 { throw .noClick(isCountIn: true) }
      remember(handle?.countIn(bars: bars ?? 0, by: source), .cue(request), by: source)
    case .send(_, let bus, let gain):
      guard let stem else { return }
      guard let place = place(ofBus: bus) else {
        throw .unknownBus(bus, known: set.buses.map(\.id) + [StemSet.cue])
      }
      remember(
        handle?.send(stem, to: place, gain: Gain(gain), by: source),
        .cue(.send(StemSelection([set[stem].id]), bus: bus, gain)), of: stem, by: source)
    }
  }

  private func place(ofBus id: String) -> Int? {
    id == StemSet.cue ? StemSet.cuePlace : buses.firstIndex(of: id)
  }

  /// The engine has accepted a request.
  func accept(_ request: CueRequest, of stem: StemIndex) {
    switch request {
    case .listen(_, let isOn): stems[stem.int].isCued = isOn
    case .click(let isOn): cue.isClickOn = isOn
    case .countIn(let bars): cue.countInBars = bars ?? 0
    case .send(_, let bus, let gain): stems[stem.int].sends[bus] = gain
    }
  }

  func event(_ request: CueRequest, of stem: StemIndex, at frame: FramePosition, by asker: Asker)
    -> PerformanceEvent
  {
    let change: CueChange =
      switch request {
      case .listen(_, let isOn): .listens(stem, isOn)
      case .click(let isOn): .click(isOn)
      case .countIn(let bars): .countIn(bars: bars)
      case .send(_, let bus, let gain): .sends(stem, bus: bus, gain)
      }
    return .cue(change, at: frame, by: asker)
  }

  /// The engine has received that a stem is no longer open: it is not heard on the cue bus either.
  func endCue(of stem: StemIndex, at frame: FramePosition) -> [Action] {
    guard stems[stem.int].isCued else { return [] }
    stems[stem.int].isCued = false
    return [.tell(.cue(.listens(stem, false), at: frame, by: .door))]
  }

  /// The requests that bring about the same in another engine.
  static func requests(_ set: StemSet, _ stems: [StemMirror], _ cue: CueSettings) -> [Restoration.Again] {
    var requests: [CueRequest] = []
    if cue.countInBars > 0 { requests.append(.countIn(bars: cue.countInBars)) }
    if cue.isClickOn { requests.append(.click(true)) }
    for (spec, stem) in zip(set.stems, stems) {
      let selection = StemSelection([spec.id])
      requests += stem.sends.sorted { $0.key < $1.key }.map { .send(selection, bus: $0.key, $0.value) }
      if stem.isCued { requests.append(.listen(selection, true)) }
    }
    return requests.map { Restoration.Again(command: .cue($0), by: .recovery) }
  }
}
