import CanonEngine

/// Named sections: the engine plays one section at a time, and control tells it which. So a journal has the places themselves.
extension Performance {
  /// Whether sections are the highest level there is.
  var goesBySections: Bool { program.piece == nil && sectionMap != nil }
  var sectionMap: SectionMap? { SectionMap(of: set, on: deck.grid) }

  /// Where the music is; before the first downbeat, where it begins.
  private var musicPlace: FramePosition { max(0, placeNow) }

  private var placeNow: FramePosition {
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
    case .next(let quantum) where goesBySections: try step(.next, quantum, by: asker)
    case .previous(let quantum) where goesBySections: try step(.previous, quantum, by: asker)
    case .section(.goTo(let destination, let quantum)): try go(to: destination, quantum, by: asker)
    case .section(.vamp): try vamp(by: asker)
    case .section(.go): try leave()
    case .section(.play(nil)) where !keeper.watchWanted.isReplay: (try? leave()) ?? command
    case .section(.play(let span?)): noting(span)
    default: command
    }
  }

  /// Places that somebody names are left alone by the set's sections.
  private func noting(_ span: SectionSpan) -> ControlCommand {
    (sections.asked, sections.isManual) = (nil, true)
    return .section(.play(span))
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
    case .mark(let number): return .seek(.to(.frame(try marks.mark(number).place)))
    case .named(let name):
      let number = Int(name)
      let mark = marks.all.first { $0.number == number }
      let piece = number.flatMap { (1...(program.piece?.count ?? 1)).contains($0) ? $0 : nil }
      let isSection = set.sections.contains { $0.id == name }
      let ways = [
        isSection ? "section \(name)" : nil, mark.map { "mark \($0.number)" },
        program.piece == nil ? nil : piece.map { "piece \($0)" },
      ].compactMap(\.self)
      if ways.count > 1 { throw .severalDestinations(name, ways) }
      if isSection { return try go(to: .section(name), quantum, by: asker) }
      guard let number else { throw .unknownSection(name, known: set.sections.map(\.id)) }
      if program.piece != nil, mark == nil { return .piece(number, quantum) }
      return try go(to: .mark(number), quantum, by: asker)
    }
  }

  private func go(
    to section: SectionMap.Place, _ quantum: Quantum?, by asker: Asker
  ) throws(CommandProblem) -> ControlCommand? {
    let place = musicPlace
    (sections.asked, sections.isManual) = ((.goTo(section.id), asker), false)
    guard let current = sectionMap?.section(at: place) else {
      return course(to: section.from, on: quantum ?? .bar).map { .section(.play(SectionSpan($0))) }
    }
    // Nobody knows whether the engine has the command before that. It is given when the music has come to the next section.
    if quantum == nil, leaves(current, before: place + margin) { return nil }
    guard let course = course(to: section.from, on: quantum, in: current) else {
      return .section(.play(nil))
    }
    return .section(.play(SectionSpan(course)))
  }

  /// Whether the engine moves the music from the section's end before a place.
  private func leaves(_ current: SectionMap.Place, before place: FramePosition) -> Bool {
    deck.section?.takesMusic == false && deck.section?.until == current.until && current.until < place
  }

  /// What leads from where the music is to a place, on the boundary of a quantum, or at the end of the section that it is in if that is
  /// earlier. If that is too near, the music goes there as soon as it can, and comes as much later into what is there.
  private func course(
    to place: FramePosition, on quantum: Quantum?, in current: SectionMap.Place? = nil
  ) -> Section? {
    guard let grid = deck.grid else { return nil }
    let here = musicPlace
    let boundary = quantum.map { grid.boundary(atOrAfter: here, quantum: $0) } ?? .max
    let meant = min(boundary, current?.until ?? .max)
    let until = max(meant, here + margin)
    return Section(from: current?.from ?? min(here, until - 1), until: until, then: place + (until - meant))
  }

  private func vamp(by asker: Asker) throws(CommandProblem) -> ControlCommand? {
    let place = musicPlace
    guard let current = sectionMap?.section(at: place) else { throw .noSectionHere }
    if leaves(current, before: place + margin) {
      sections.asked = (.vamp, asker)
      return nil
    }
    (sections.asked, sections.isManual) = (nil, false)
    return current.vamp.map { .section(.play(SectionSpan($0))) }
  }

  /// The music goes on as the set says.
  private func leave() throws(CommandProblem) -> ControlCommand? {
    let current = sectionMap?.section(at: musicPlace)
    guard current != nil || deck.section != nil else { throw .noSectionHere }
    (sections.asked, sections.isManual) = (nil, false)
    let course = current.flatMap { sectionMap?.course(of: $0) }
    // A section that names itself is left, too.
    return .section(.play(course.flatMap { $0.repeats ? nil : SectionSpan($0) }))
  }

  // MARK: - The course of the music

  /// The frame on which the music comes to a section, or leaves one, if nothing moves it before; `.max` for none.
  var nextSectionFrame: FramePosition {
    guard !keeper.watchWanted.isReplay, !deck.isStanding, let map = sectionMap else { return .max }
    let place = placeNow
    return deck.reached + (map.nextChange(after: place) - place)
  }

  /// Looks whether the music has come to another section, and tells the engine what comes at its end.
  /// - Parameter frame: From before the engine's events were read, so that they tell where the music was on it.
  func lookAtSections(on frame: FramePosition) {
    guard !keeper.watchWanted.isReplay, !deck.isAway, !deck.isStanding, deck.clock?.isRolling == true,
      let map = sectionMap
    else { return }
    let place = frame - deck.origins[frame]
    let look = sections.look(place, move: deck.lastMove.take(), map)
    if case .entered(let section) = look { publish.yield(.entered(set.sections[section.index], at: frame)) }
    // What people repeat, or lead elsewhere, by its places is left alone.
    let played = deck.section
    if played != nil, played?.takesMusic == true || sections.isManual { return }
    switch look {
    case .nothing: return
    case .left(let end):
      guard let asked = sections.asked else {
        if played != nil { play(nil, by: .clock) }
        return
      }
      if played?.contains(place) != true { goLate(asked, since: end, at: place, map) }
    case .entered(let section):
      // What was restored, or leads to where somebody has asked for, stays.
      if sections.asked == nil, sections.keepsCourse, played?.contains(place) == true { return }
      guard let asked = sections.asked else { return play(map.course(of: section), by: .clock) }
      sections.asked = nil
      switch asked.course {
      case .goTo(section.id): play(map.course(of: section), by: .clock)
      case .goTo: goLate(asked, since: section.from, at: place, map)
      case .vamp: play(section.vamp, by: asked.by)
      }
    }
  }

  /// The music has come elsewhere, because the request was late: it goes there at once, as far into the section as it is here.
  private func goLate(
    _ asked: (course: SectionKeeper.Course, by: Asker), since start: FramePosition, at place: FramePosition,
    _ map: SectionMap
  ) {
    guard case .goTo(let id) = asked.course, let target = try? map.section(named: id, at: place) else {
      sections.asked = nil
      return sections.renew()
    }
    sections.asked = asked
    let until = place + margin
    play(Section(from: start, until: until, then: target.from + (until - start)), by: asked.by)
  }

  private func play(_ course: Section?, by asker: Asker) {
    if course != deck.section {
      performAtOnce([.section(.play(course.map(SectionSpan.init)))], by: asker)
    }
  }

  // MARK: - In another engine, and in another edition

  /// A section that repeated the music is given to another engine with the place at which the music would be in it.
  func rejoining(_ again: Restoration.Again) -> [ControlCommand] {
    guard again.by == .recovery, case .section(.play(let span?)) = again.command, let section = Section(span),
      section.takesMusic, !section.contains(musicPlace)
    else { return [again.command] }
    let length = section.until - section.from, gone = (musicPlace - section.from) % length
    return [.seek(.to(.frame(section.from + (gone < 0 ? gone + length : gone)))), again.command]
  }

  /// The sections of the set are others: the music goes on as the new set says.
  func sectionsChanged() {
    guard !keeper.watchWanted.isReplay else { return }
    if case .goTo(let id)? = sections.asked?.course, !set.sections.contains(where: { $0.id == id }) {
      sections.asked = nil
    }
    if sections.asked == nil { sections.renew() }
    if set.sections.isEmpty, deck.section?.takesMusic == false, !sections.isManual { play(nil, by: .clock) }
  }
}
