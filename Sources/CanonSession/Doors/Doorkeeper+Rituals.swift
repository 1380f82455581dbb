import CanonEngine

/// The ritual of a door that opens live: its stem is heard alone with the base before the others are heard again.
struct Ritual {
  let stem: StemIndex
  /// 1...99 loops of the set.
  let loops: Int
  /// The boundary that ends it, as a position; nil until the stem has begun.
  var end: FramePosition?
}

/// Stems that join by themselves and are soloed at first.
extension Doorkeeper {
  /// The commands with which a stem joins by itself; nil if its door has shut meanwhile, or if it has none.
  mutating func entrance(of stem: StemIndex, at moment: Moment) -> [ControlCommand]? {
    guard let door = door(of: stem), isOpen(stem, at: moment) else { return nil }
    let selection = StemSelection([set[stem].id])
    let start = ControlCommand.request(.start, selection, nil)
    return door.soloLoops > 0 ? [start, .solo(selection, .on, set[stem].quanta.start)] : [start]
  }

  /// Notes that a stem was asked to join, and begins its ritual.
  mutating func hasEntered(_ stem: StemIndex, isRefused: Bool, at moment: Moment) -> [Action] {
    guard let door = door(of: stem), door.soloLoops > 0 else { return [] }
    past.rituals.append(Ritual(stem: stem, loops: door.soloLoops))
    return isRefused ? endRitual(of: stem, at: moment) : []
  }

  /// Notes a change of a stem's state. Once the stem plays, the loops of its ritual count from there.
  mutating func hasChanged(_ stem: StemIndex, on frame: FramePosition, at moment: Moment) {
    guard let grid = moment.grid, moment.stems[stem.int].status.soundsNow,
      let index = past.rituals.firstIndex(where: { $0.stem == stem && $0.end == nil })
    else { return }
    // A stem that begins within the grace counts for the boundary before it.
    let place = frame - moment.origin - moment.grace, first = grid.loop.index(atOrAfter: place)
    let loops = Int64(past.rituals[index].loops)
    // So does the end of a section, which counts as a boundary.
    if let section = moment.section, section.from <= place, place <= section.until,
      section.until < grid.loop.position(of: first)
    {
      past.rituals[index].end = section.until + grid.loop.position(of: loops)
    } else {
      past.rituals[index].end = grid.loop.position(of: first + loops)
    }
  }

  /// Ends the ritual of a stem that did not join or has stopped, because its solo would silence everything else.
  mutating func endRitual(of stem: StemIndex, at moment: Moment) -> [Action] {
    guard past.rituals.contains(where: { $0.stem == stem }) else { return [] }
    past.rituals.removeAll { $0.stem == stem }
    return moment.stems[stem.int].mix.solo == .off ? [] : [endSolo(of: stem, .now)]
  }

  private func endSolo(of stem: StemIndex, _ quantum: Quantum) -> Action {
    .perform([.solo(StemSelection([set[stem].id]), .off, quantum)], by: .door)
  }

  /// The first frame on which a command for the next loop boundary takes effect on `end`. It is after the previous boundary
  /// and its grace.
  private func lastLoop(before end: FramePosition, _ loop: GridLine, _ grace: FrameCount) -> FramePosition {
    min(loop.position(of: loop.index(atOrAfter: end) - 1) + 1 + grace, end)
  }

  /// The place from which the end of a ritual can be requested. The end of a section that the music is in counts as a boundary: if the loops
  /// of the ritual are not over by then, it is requested once the music has moved.
  private func request(of end: FramePosition, _ loop: GridLine, at moment: Moment) -> FramePosition {
    if let section = moment.section, section.contains(moment.reached - moment.origin), end > section.until {
      return section.until
    }
    return lastLoop(before: end, loop, moment.grace)
  }

  /// The frame on which the end of the next ritual must be requested; nil if there is none.
  func nextRitualEnd(at moment: Moment) -> FramePosition? {
    guard let loop = moment.grid?.loop, !moment.isStanding else { return nil }
    return past.rituals.compactMap { $0.end.map { request(of: $0, loop, at: moment) + moment.origin } }.min()
  }

  /// Requests the end of each ritual in its last loop, so that it takes effect on the boundary.
  mutating func endRituals(at moment: Moment) -> [Action] {
    guard !past.rituals.isEmpty, moment.isRunning, let loop = moment.grid?.loop else { return [] }
    var actions: [Action] = []
    for ritual in past.rituals
    where moment.stems[ritual.stem.int].status == .stop && !moment.isExpected(ritual.stem) {
      actions += endRitual(of: ritual.stem, at: moment)
    }
    for ritual in past.rituals {
      guard let end = ritual.end, moment.reached - moment.origin >= request(of: end, loop, at: moment)
      else {
        continue
      }
      past.rituals.removeAll { $0.stem == ritual.stem }
      // Somebody may have ended the solo already.
      if moment.stems[ritual.stem.int].mix.solo != .off { actions.append(endSolo(of: ritual.stem, .loop)) }
    }
    return actions
  }

  /// A section has moved the music.
  mutating func moveRituals(by frames: FrameCount) {
    for index in past.rituals.indices {
      past.rituals[index].end = past.rituals[index].end.map { $0 + frames }
    }
  }

  /// Converts the ends of rituals to a new clock with another rate.
  mutating func moveRituals(from old: SampleRate?, to new: SampleRate) {
    guard let old else { return }
    for index in past.rituals.indices {
      past.rituals[index].end = past.rituals[index].end?.scaled(from: old, to: new)
    }
  }
}

extension FramePosition {
  /// The same time on a clock with another rate.
  package func scaled(from old: SampleRate, to new: SampleRate) -> FramePosition {
    FramePosition(Int128(self) * Int128(new.hertz) / Int128(old.hertz))
  }
}
