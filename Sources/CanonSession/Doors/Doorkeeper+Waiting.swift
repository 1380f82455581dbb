import CanonEngine
import CanonSchedule

/// The doors while the first server is awaited. Their changes are told, and a stem that joins waits for the engine.
extension Doorkeeper {
  /// Checks the doors before there is an engine. It records no first start: the delays of doors count from the first sound.
  mutating func lookWithoutEngine(at moment: Moment) -> [Action] {
    guard watching == .whole, !moment.isRunning else { return [] }
    past.hasWaited = true
    let context = context(at: moment)
    if isSettled(in: context) { return [] }
    refreshZone()
    var actions = tellOfClock(context)
    past.last = context
    past.lookedAt = .now
    let statuses = statuses(in: context)
    past.nextChange = statuses.compactMap(\.status.nextChange).min()
    if past.isOpen.isEmpty { record(statuses) }
    for (stem, status) in statuses where status.isOpen != past.isOpen[stem] {
      past.isOpen[stem] = status.isOpen
      actions.append(.tell(status.isOpen ? .opened(stem, status) : .shut(stem, status)))
      if status.isOpen { past.openedBefore.insert(stem) } else { past.openedBefore.remove(stem) }
    }
    return actions
  }

  /// Why a command that leads to sound would be refused for all its stems if the engine came now: their doors are shut by
  /// date. A door that needs other stems, or a first start, may open with the clock; it refuses nothing before there is one.
  mutating func refusalByDate(of stems: [StemIndex], at moment: Moment) -> Refusal? {
    if moment.isRunning { return nil }
    let context = context(at: moment)
    var first: Refusal?
    for stem in stems {
      switch status(of: stem, in: context) {
      case .none, .open, .waiting, .unstarted: return nil
      case .locked where clock.memory.firstStart == nil && door(of: stem)?.condition.delay != nil: return nil
      case .locked, .clockWrong, .over: first = first ?? refusal(of: stem, at: moment)
      }
    }
    return first
  }

  /// Records which doors are open now; later changes count as openings and closings.
  mutating func recordDoors(at moment: Moment) { record(statuses(in: context(at: moment))) }

  private mutating func record(_ statuses: [(stem: StemIndex, status: DoorStatus)]) {
    for (stem, status) in statuses { past.isOpen[stem] = status.isOpen }
  }

  /// The doors, in the order of the set.
  private mutating func statuses(in context: DoorContext) -> [(stem: StemIndex, status: DoorStatus)] {
    var statuses: [(StemIndex, DoorStatus)] = []
    for stem in set.stems.indices.map(StemIndex.init) {
      let status = status(of: stem, in: context)
      if status != .none { statuses.append((stem, status)) }
    }
    return statuses
  }
}
