import CanonEngine

/// What doors ask for at each look.
extension SlowDoors {
  /// Looks at the doors, and again at what follows from that, until nothing does.
  public mutating func look() {
    for _ in 0...(2 * stemCount + 1) {
      let asked = judge()
      // Where nothing is asked, nothing has changed.
      if asked.isEmpty { return }
      let before = music.summary
      for ask in asked { receive(ask, isDoors: true) }
      if music.summary == before { return }
    }
    problem = "@\(frame): doors answer each other for ever"
  }

  /// What the doors ask for.
  private mutating func judge() -> [Ask] {
    var asked = endsOfRituals()
    var opened: [Int] = []
    for k in doors.indices where doors[k] != nil {
      let isOpen = isOpen(k), wasOpen = wasOpen[k]
      self.wasOpen[k] = isOpen
      let stem = music.stems[k]
      let isDoorsStop = stem.pending?.next == .stop && stem.pending?.isDoors == true && !hasPassed(k)
      if isOpen, !wasOpen {
        opened.append(k)
        if isDoorsStop {
          // The stop of a stem that is not open stands.
          if !stem.isOpen { asked.append(Ask(k, .open(true), permit(k)!)) }
          asked.append(Ask(k, .ask(.cancel, .now)))
        }
      }
      if !isOpen, wasOpen {
        asked.append(Ask(k, .open(false)))
        asked += endOfRitual(k)
      }
      if !isOpen { stopping.insert(k) }
      if !isOpen, !isStopped(k), !isDoorsStop, stopped[k] != Doing(stem) {
        asked.append(Ask(k, .ask(.stop, stem.traits.quanta.stop)))
      }
    }
    stopping = []
    for k in doors.indices where doors[k] != nil {
      if let permit = permit(k), !music.stems[k].isOpen { asked.append(Ask(k, .open(true), permit)) }
    }
    for k in opened where isStopped(k) && doors[k]!.joins {
      let quantum = music.stems[k].traits.quanta.start
      asked.append(Ask(k, .ask(.start, quantum), permit(k)!))
      // What a pause holds comes in unheard, and without its ritual.
      if music.stems[k].isHeld {
        asked.append(Ask(k, .hold(true, .now)))
        continue
      }
      if doors[k]!.soloLoops > 0 {
        asked.append(Ask(k, .solo(.on, quantum)))
        rituals.append(Ritual(stem: k))
        music.stems[k].begun = []
      }
    }
    return asked
  }

  // MARK: - Rituals

  /// Whether it is soloed, or is to be.
  private func isSoloed(_ k: Int) -> Bool { (music.stems[k].nextSolo?.mode ?? music.stems[k].solo) != .off }

  private mutating func endOfRitual(_ k: Int) -> [Ask] {
    guard rituals.contains(where: { $0.stem == k }) else { return [] }
    rituals.removeAll { $0.stem == k }
    return isSoloed(k) ? [Ask(k, .solo(.off, .now))] : []
  }

  private mutating func endsOfRituals() -> [Ask] {
    var asked: [Ask] = []
    let loop = music.configuration.grid.loop
    for index in rituals.indices where rituals[index].end == nil {
      guard let begun = music.stems[rituals[index].stem].begun.first else { continue }
      rituals[index].end = loop.position(
        of: loop.index(atOrAfter: begun - music.grace) + Int64(doors[rituals[index].stem]!.soloLoops))
    }
    for ritual in rituals where isStopped(ritual.stem) { asked += endOfRitual(ritual.stem) }
    for ritual in rituals {
      // Its end is asked for as soon as that, on the next boundary, is not too soon.
      guard let end = ritual.end.map({ $0 + music.origin }),
        music.reached >= end
          || music.boundary(.loop, ritual.stem, from: music.reached - music.grace) ?? end >= end
      else {
        continue
      }
      rituals.removeAll { $0.stem == ritual.stem }
      if isSoloed(ritual.stem) { asked.append(Ask(ritual.stem, .solo(.off, .loop))) }
    }
    return asked
  }
}
