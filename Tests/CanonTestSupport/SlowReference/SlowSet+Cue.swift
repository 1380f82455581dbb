import CanonEngine

/// The cue bus: what the player alone hears.
extension SlowSet {
  struct Cue: Sendable {
    var isClickOn = false
    var click = SlowLine(0)
    /// The frame from which beats are heard.
    var since: Int64 = 0
    var countInBars: Int64 = 0
    var countIn: (from: Int64, until: Int64)?
  }

  mutating func cue(_ isOn: Bool, _ k: Int) -> EngineEvent.Answer {
    if isOn, !stems[k].isOpen { return .notPermitted }
    guard stems[k].isCued != isOn else { return .unchanged }
    stems[k].isCued = isOn
    return .accepted
  }

  mutating func click(_ isOn: Bool) -> EngineEvent.Answer {
    guard cue.isClickOn != isOn else { return .unchanged }
    cue.isClickOn = isOn
    return .accepted
  }

  mutating func countIn(_ bars: Int) -> EngineEvent.Answer {
    guard cue.countInBars != Int64(bars) else { return .unchanged }
    cue.countInBars = Int64(bars)
    return .accepted
  }

  mutating func send(_ bus: Int, _ gain: Gain, _ k: Int) -> EngineEvent.Answer {
    guard bus < configuration.busCount else { return .outdated }
    guard stems[k].sends[bus].to != gain.linear else { return .unchanged }
    stems[k].sends[bus] = SlowLine(
      from: stems[k].sends[bus][frame], to: gain.linear, start: frame, length: isSounding ? usual : 0)
    return .accepted
  }

  // MARK: - Count-ins

  var isCountInAhead: Bool {
    guard let countIn = cue.countIn, frame < countIn.until else { return false }
    return stems.contains { $0.pending?.next == .play }
  }

  /// The frame from which the boundary of a start is sought that is requested now; nil if it is not counted in.
  var countedFrame: Int64? {
    if isCountInAhead { return cue.countIn?.until }
    let grid = configuration.grid
    guard cue.countInBars > 0, grid.barsPerLoop > 0, !stems.contains(where: \.sounds) else { return nil }
    return origin + grid.bar.position(of: grid.bar.index(atOrAfter: frame - origin) + cue.countInBars)
  }

  mutating func countIn(until start: Int64) {
    let bar = configuration.grid.bar
    let first = origin + bar.position(of: bar.index(atOrAfter: start - origin) - cue.countInBars)
    cue.countIn = (max(frame, first), start)
  }

  // MARK: - What is heard

  /// Whether an edition has other beats, or other sounds for them.
  func changesClick(_ edition: TestEdition) -> Bool {
    let (old, new) = (configuration, edition.configuration)
    return old.grid != new.grid || old.cueBus != new.cueBus || old.click?.accent !== new.click?.accent
      || old.click?.beat !== new.click?.beat
  }

  /// Decides on a frame that is delivered what is heard from there on.
  mutating func settleCue() {
    for k in stems.indices {
      let isUpbeat = stems[k].state == .stop && stems[k].isRunning
      let isHeard =
        stems[k].isCued && !isMuted && !stems[k].isHushed && !stems[k].isStarved && !stems[k].sounds
        && !isUpbeat
      let target: Float = isHeard ? 1 : 0
      guard stems[k].cue.to != target else { continue }
      stems[k].cue = SlowLine(from: stems[k].cue.before(frame), to: target, start: frame, length: usual)
    }
    let isCountedIn = isCountInAhead && frame >= cue.countIn?.from ?? .max
    let isHushed = nextEdition.map { $0.isHushed && changesClick(editions[$0.number]) } ?? false
    if (cue.isClickOn || isCountedIn) && !isMuted && !isHushed {
      if cue.click.to == 0 { (cue.click, cue.since) = (SlowLine(1), frame) }
    } else if cue.click.to != 0 {
      cue.click = SlowLine(from: 1, to: 0, start: frame, length: usual)
    }
  }

  /// Adds the frame to the cue bus.
  func addCue(to buses: inout [Float]) {
    guard let bus = configuration.cueBus, bus < configuration.busCount, 2 * bus < buses.count else { return }
    func add(_ sample: (left: Float, right: Float)) {
      buses[2 * bus] += sample.left
      buses[2 * bus + 1] += sample.right
    }
    for stem in stems where !stem.cue.isSilent(at: frame) { add(stem.cueSignal(at: frame)) }
    let grid = configuration.grid
    guard let sounds = configuration.click, grid.beatsPerLoop > 0, !cue.click.isSilent(at: frame) else {
      return
    }
    let number = grid.beat.index(containing: frame - origin)
    let start = origin + grid.beat.position(of: number), place = Int(frame - start)
    let isFirst = number * Int64(max(1, grid.barsPerLoop)) % Int64(grid.beatsPerLoop) == 0
    let sound = isFirst ? sounds.accent : sounds.beat
    guard start >= cue.since, place < Int(sound.layout.frameCount) else { return }
    let level = cue.click[frame]
    add((sound.sample(place, channel: 0) * level, sound.sample(place, channel: 1) * level))
  }

  // MARK: - What the music does

  mutating func panicCue(over length: Int64) {
    cue.isClickOn = false
    cue.click = SlowLine(from: cue.click.before(frame), to: 0, start: frame, length: length)
    cue.countIn = nil
    for k in stems.indices {
      stems[k].isCued = false
      stems[k].cue = SlowLine(from: stems[k].cue.before(frame), to: 0, start: frame, length: length)
      for bus in stems[k].sends.indices { stems[k].sends[bus] = SlowLine(stems[k].sends[bus][frame]) }
    }
  }

  /// The count-in stays at its place in the music.
  mutating func moveCountIn(_ place: (Int64) -> Int64) {
    cue.countIn = cue.countIn.map { (place($0.from), max(frame, place($0.until))) }
  }

  /// The sends of a stem that goes on: those that the edition has edited are other ones.
  func sends(of k: Int, in new: StemConfiguration, oldBuses: Int) -> [SlowLine] {
    let old = stems[k].traits.sends.prefix(oldBuses)
    return (0..<configuration.busCount).map { bus in
      let gain = bus < new.sends.count ? new.sends[bus].linear : 0
      let before = bus < old.count ? old[bus].linear : 0
      return bus < oldBuses && gain == before ? stems[k].sends[bus] : SlowLine(gain)
    }
  }
}

extension SlowStem {
  /// What is heard of the stem on the cue bus: its loop, in phase.
  fileprivate func cueSignal(at frame: Int64) -> (left: Float, right: Float) {
    guard let sound else { return (0, 0) }
    let sample = sound[sound.intro + frame - top(atOrBefore: frame)]
    let level = cue[frame] * dip[frame]
    return (
      sample.left * (level * (gain[frame] * left[frame])),
      sample.right * (level * (gain[frame] * right[frame]))
    )
  }
}
