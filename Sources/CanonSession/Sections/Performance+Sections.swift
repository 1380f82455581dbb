import CanonEngine

/// Named sections: the engine plays one section at a time, and control tells it which. So a journal has the places themselves.
extension Performance {
  var sectionMap: SectionMap? { SectionMap(of: set, on: deck.grid) }

  private var musicPlace: FramePosition {
    deck.reach()
    return deck.reached - deck.origins[deck.reached]
  }

  /// How many frames a command may take to reach the engine. Offline it is received at once, and the music falls silent before it moves.
  private var margin: FrameCount {
    guard deck.isLive, let rate = deck.sampleRate else { return deck.configuration?.ramp ?? 0 }
    return FrameCount(rate.hertz / 10) + 2 * FrameCount(health?.period ?? 0)
  }

  // MARK: - Commands

  /// What the engine plays by a command about sections; every other command as it is.
  /// - Returns: nil if it is done later, when the music comes to the next section.
  func moving(_ command: ControlCommand, by asker: Asker) throws(CommandProblem) -> ControlCommand? {
    switch command {
    case .next(let quantum) where sectionMap != nil: try step(.next, quantum, by: asker)
    case .previous(let quantum) where sectionMap != nil: try step(.previous, quantum, by: asker)
    case .section(.goTo(let destination, let quantum)): try go(to: destination, quantum, by: asker)
    case .section(.vamp): try vamp(by: asker)
    case .section(.go): try leave()
    case .section(.play(nil)) where !keeper.watchWanted.isReplay: (try? leave()) ?? command
    default: command
    }
  }

  private func step(
    _ step: SectionStep, _ quantum: Quantum?, by asker: Asker
  ) throws(CommandProblem) -> ControlCommand? {
    guard let map = sectionMap else { return nil }
    let place = musicPlace
    var current = map.section(at: place)
    // Whoever asks twice goes two sections on.
    if case .goTo(let id)? = sections.asked?.course { current = try map.section(named: id, at: place) }
    return try go(to: map.section(step, from: current, at: place), quantum, by: asker)
  }

  private func go(
    to destination: Destination, _ quantum: Quantum?, by asker: Asker
  ) throws(CommandProblem) -> ControlCommand? {
    switch destination {
    case .section(let id):
      guard let map = sectionMap else { throw .unknownSection(id, known: []) }
      return try go(to: map.section(named: id, at: musicPlace), quantum, by: asker)
    case .mark(let number):
      let mark = try marks.mark(number)
      sections.asked = nil
      guard let quantum, let course = course(to: mark.place, on: quantum) else {
        return .seek(.to(.frame(mark.place)))
      }
      return .section(.play(SectionSpan(course)))
    case .named(let name):
      let number = Int(name)
      let isMark = number.map { number in marks.all.contains { $0.number == number } } ?? false
      let isSection = set.sections.contains { $0.id == name }
      if isMark && isSection { throw .severalDestinations(name) }
      if let number, !isSection { return try go(to: .mark(number), quantum, by: asker) }
      return try go(to: .section(name), quantum, by: asker)
    }
  }

  private func go(
    to section: SectionMap.Place, _ quantum: Quantum?, by asker: Asker
  ) throws(CommandProblem) -> ControlCommand? {
    let place = musicPlace
    sections.asked = (.goTo(section.id), asker)
    guard let current = sectionMap?.section(at: place) else {
      return course(to: section.from, on: quantum ?? .bar).map { .section(.play(SectionSpan($0))) }
    }
    // Nobody knows whether the engine has the command before that. It is given when the music has come to the next section.
    if quantum == nil, leaves(current, before: place + margin) { return nil }
    guard let course = course(to: section.from, on: quantum, end: current.until) else {
      return .section(.play(nil))
    }
    return .section(.play(SectionSpan(course)))
  }

  /// Whether the engine moves the music from the section's end before a place.
  private func leaves(_ current: SectionMap.Place, before place: FramePosition) -> Bool {
    deck.section?.until == current.until && current.until < place
  }

  /// What leads from where the music is to a place, on the boundary of a quantum, or on an end if that is earlier. If that is too near,
  /// the music goes there as soon as it can, and comes as much later into what is there.
  private func course(to place: FramePosition, on quantum: Quantum?, end: FramePosition = .max) -> Section? {
    guard let grid = deck.grid else { return nil }
    let here = musicPlace
    let boundary = quantum.map { grid.boundary(atOrAfter: here, quantum: $0) } ?? .max
    let meant = min(boundary, end)
    let until = max(meant, here + margin)
    return Section(from: min(here, until - 1), until: until, then: place + (until - meant))
  }

  private func vamp(by asker: Asker) throws(CommandProblem) -> ControlCommand? {
    let place = musicPlace
    guard let current = sectionMap?.section(at: place) else { throw .noSectionHere }
    if leaves(current, before: place + margin) {
      sections.asked = (.vamp, asker)
      return nil
    }
    sections.asked = nil
    return current.vamp.map { .section(.play(SectionSpan($0))) }
  }

  /// The music goes on as the set says.
  private func leave() throws(CommandProblem) -> ControlCommand? {
    let current = sectionMap?.section(at: musicPlace)
    guard current != nil || deck.section != nil else { throw .noSectionHere }
    sections.asked = nil
    return .section(.play(current.flatMap { sectionMap?.course(of: $0) }.map(SectionSpan.init)))
  }

  // MARK: - The course of the music

  /// The frame on which the music comes to a section, or leaves one, if nothing moves it before; `.max` for none.
  var nextSectionFrame: FramePosition {
    guard !keeper.watchWanted.isReplay, !deck.isStanding, let map = sectionMap else { return .max }
    let place = musicPlace
    return deck.reached + (map.nextChange(after: place) - place)
  }

  /// Looks whether the music has come to another section, and tells the engine what comes at its end.
  func lookAtSections() {
    guard !keeper.watchWanted.isReplay, !deck.isAway, deck.clock?.isRolling == true, let map = sectionMap
    else {
      return
    }
    // A part that repeats because somebody has said so is left alone.
    if deck.section?.takesMusic == true { return sections.forget() }
    let place = musicPlace, isFirst = sections.entered == nil
    guard case .entered(let section) = sections.look(place, map) else {
      return
    }
    guard let section else {
      if deck.section != nil { performAtOnce([.section(.play(nil))], by: .clock) }
      return
    }
    publish.yield(.entered(set.sections[section.index], at: deck.reached))
    let asked = sections.asked
    // What was restored, or leads to where somebody has asked for, stays.
    if asked == nil, isFirst, deck.section?.contains(place) == true { return }
    sections.asked = nil
    switch asked?.course {
    case .goTo(let id) where id != section.id:
      guard let target = try? map.section(named: id, at: place) else { return }
      sections.asked = asked
      // The music has come elsewhere, because the request was late: it goes there at once, as far into it as it is here.
      let until = place + margin
      let late = Section(from: section.from, until: until, then: target.from + (until - section.from))
      performAtOnce([.section(.play(late.map(SectionSpan.init)))], by: asked?.by ?? .clock)
    case .vamp: performAtOnce([.section(.play(section.vamp.map(SectionSpan.init)))], by: asked?.by ?? .clock)
    case .goTo, nil:
      let course = map.course(of: section)
      if course != deck.section { performAtOnce([.section(.play(course.map(SectionSpan.init)))], by: .clock) }
    }
  }
}
