import CanonEngine
import CanonSchedule
import CanonStems

/// Queries of views. They do not change the performance.
extension Performance {
  /// The engine's clock, readable at any time; nil before the first engine.
  public var clock: EngineClock? { deck.clock }

  /// The number of commands that the engine has not answered yet.
  var unanswered: Int { deck.sent.count }

  public func snapshot() -> Snapshot {
    deck.reach()
    let (moment, program) = (deck.moment, program)
    let set = program.set
    let (context, expected) = (keeper.context(at: moment), expected)
    var snapshot = Snapshot(
      title: program.shownTitle, zone: program.schedule?.zone, isAway: deck.isAway,
      position: moment.position,
      sampleRate: deck.sampleRate, grid: moment.grid, cycle: deck.cycle,
      master: deck.masterLevel(at: moment.reached),
      nextMaster: deck.masterSetting.next(asked: expected?.master ?? deck.master)
        ?? deck.masterSetting.fadeEnd(at: moment.reached).map {
          Snapshot.Next(value: deck.masterSetting.value, at: $0)
        },
      stems: set.stems.indices.map { index in
        let (spec, stem) = (set.stems[index], StemIndex(index))
        return Snapshot.Stem(
          spec, moment.stems[index], expected: expected?[stem], at: moment.reached,
          door: keeper.status(of: stem, in: context),
          isUnreadable: isUnreadable(stem))
      },
      now: context.now)
    (snapshot.health, snapshot.ports) = (health, ports)
    (snapshot.recording, snapshot.capture) = (recorder.status, capture?.status)
    snapshot.loading = loadingWatch.shown(at: .now)
    snapshot.program = program.number
    snapshot.playback = set.playback
    snapshot.piece = pieceStatus
    snapshot.origins = deck.origins
    snapshot.hasStarted = moment.position > 0 || deck.clock?.isRolling ?? false
    (snapshot.isFrozen, snapshot.reached) = (moment.isStanding, moment.reached)
    (snapshot.section, snapshot.marks) = (deck.section, marks.all)
    snapshot.namedSection = sectionMap?.named(at: moment.reached - deck.origins[moment.reached], deck.section)
    snapshot.cue = deck.cue
    snapshot.waiting = waiting.entries.map(\.waiting)
    return snapshot
  }

  /// Whether a stem is audible now, or would be without a pause.
  public var isSounding: Bool {
    deck.reach()
    return deck.stems.contains { $0.status.soundsNow }
  }

  /// What the pause key means: a pause, a freeze if the set or the programme says so, or that the music goes on. What was requested before
  /// counts, also without an answer.
  public var pauseKey: ControlCommand { isToBePaused ? pausing : .pause(nil, isOn: false, .now) }

  /// The pause of the programme, or else of the set.
  public var pausing: ControlCommand {
    switch program.piece?.list.pause ?? self.set.pause {
    case .silence: .pause(nil, isOn: true, .now)
    case .freeze: .freeze(nil)
    }
  }

  /// Whether the pause key pauses; if not, it resumes.
  var isToBePaused: Bool {
    deck.reach()
    // What waits for an engine has been said last.
    let asked = again.map(\.command) + early.map(\.command)
    switch asked.last(where: { $0.isOfTheClock || $0.isResumeOfAll }) {
    case nil: if deck.isToStand { return false }
    case .freeze: return false
    default: break
    }
    let expected = expected ?? Expected(deck)
    let stems = expected.stems.map { (isHeld: $0.isHeld, status: $0.status) }
    return stems.contains { !$0.isHeld && $0.status.soundsNow } || !stems.isPaused
  }

  // MARK: - Levels

  /// The data for a picture, all from one moment.
  ///
  /// - Parameter seconds: The time since the last picture, over which the stems' levels are computed.
  /// - Returns: The snapshot, the stems' levels, and the master's levels since the last call; the latter are nil before the
  ///   first engine, and while there is no server.
  public func moment(
    over seconds: Double, at now: ContinuousClock.Instant = .now
  ) -> (snapshot: Snapshot, stems: [StemLevel], master: MasterLevels?) {
    (snapshot(), stemLevels(over: seconds), masterReadings.next(masterClock, at: now))
  }

  /// What a page shows, all from one moment.
  ///
  /// What changes without an event (a date that passes) is seen only without a mark.
  /// - Parameters:
  ///   - seconds: The time since the last glance, over which the stems' levels are computed.
  ///   - mark: That of the last glance; nil to see everything.
  public func glance(over seconds: Double, since mark: Glance.Mark?) -> Glance {
    // This reads the engine's events.
    let levels = stemLevels(over: seconds)
    let now = Glance.Mark(
      events: publish.count, unanswered: deck.sent.count + early.count + again.count)
    let reached = deck.reached
    return Glance(
      place: reached - deck.origins[reached], levels: levels,
      rest: now == mark ? nil : Glance.Rest(snapshot(), pauseKey), mark: now)
  }

  /// Answers requests for glances until they end.
  ///
  /// The task waits within the performance, so that a request leads straight to its glance.
  /// - Parameter body: Receives each glance while nobody else has the performance, on any thread: it hands the glance on.
  public func glance(at requests: GlanceRequests, _ body: @Sendable (Glance) -> Void) async {
    while let request = await requests.next() { body(glance(over: request.seconds, since: request.mark)) }
  }

  /// The master's levels since an instant up to a second ago, and up to which; nil before the first engine, and while there is no server.
  /// Several surfaces can ask.
  package func masterLevels(
    since: ContinuousClock.Instant?, at now: ContinuousClock.Instant = .now
  ) -> (levels: MasterLevels, until: ContinuousClock.Instant)? {
    masterReadings.levels(masterClock, since: since, at: now)
  }

  /// What has the master's meter; nil before the first engine, and while there is no server.
  private var masterClock: EngineClock? { deck.isAway ? nil : deck.clock }

  /// Reads the master's meter from time to time.
  func keepMasterLevels(at now: ContinuousClock.Instant = .now) { masterReadings.keep(masterClock, at: now) }

  /// The level of every stem over the last `seconds`, by its id.
  package func levels(over seconds: Double) -> [(id: String, level: StemLevel)] {
    zip(set.stems.map(\.id), stemLevels(over: seconds)).map { (id: $0, level: $1) }
  }

  /// The level of every stem over the last `seconds`.
  func stemLevels(over seconds: Double) -> [StemLevel] {
    let position = deck.position
    readEvents()
    return meters.levels(of: deck, until: position, over: seconds)
  }

  /// Computes the profile of a stem that has none, for levels and pictures. The work runs outside the actor.
  /// - Returns: Whether there was such a stem.
  public func makeProfile() async -> Bool {
    guard let (stem, buffer) = meters.missing(of: deck, but: capture?.sound.buffer) else { return false }
    let profile = await ReadingThreads.run { StemProfile(buffer) }
    if deck.buffer(of: stem) === buffer { meters.add(profile, of: stem) }
    return true
  }

  /// The loop of each stem as peaks of equal parts; empty while unknown.
  public func pictures() -> [[Float]] { meters.pictures(of: deck) }

  /// Notes for people, once, whether the stems in memory can clip together. It can take long.
  /// - Thread: a task of low priority
  public func noteLoudness() async {
    await awaitAllRead()
    guard let configuration = deck.configuration, let rate = deck.sampleRate else { return }
    let parts = set.stems.indices.compactMap { index in
      deck.buffer(of: StemIndex(index)).map { MixPeak.Part($0, configuration.stems[index]) }
    }
    let peak = await MixPeak(parts, loop: configuration.grid.loop, rate: rate)
    if !Task.isCancelled, let loud = LoudnessAdvice(peak) {
      note(.loudness(peak: loud.worst, isBound: loud.isBound, excess: loud.excess))
    }
  }
}

extension Snapshot.Stem {
  fileprivate init(
    _ spec: StemSpec, _ mirror: StemMirror, expected: Expected.Stem?, at position: FramePosition,
    door: DoorStatus, isUnreadable: Bool
  ) {
    self.init(
      id: spec.id, title: spec.title, file: spec.file, isBase: spec.isBase, status: mirror.status,
      gain: mirror.gain.value, pan: mirror.pan.value, solo: mirror.solo.value, end: mirror.end,
      follow: mirror.follow.flatMap { $0 > position ? $0 : nil }, door: door, isHeld: mirror.hold.isHeld)
    self.isUnreadable = isUnreadable
    (isCued, sends) = (mirror.isCued, mirror.sends)
    otherFile = mirror.file.value.flatMap { $0 == spec.file ? nil : $0 }
    let mix = expected?.mix ?? mirror.mix
    if let state = expected?.state, state != status.next ?? status.state { requested = state }
    (nextGain, nextPan) = (mirror.gain.next(asked: mix.gain), mirror.pan.next(asked: mix.pan))
    (nextSolo, nextFile) = (mirror.solo.next(asked: mix.solo), mirror.file.next(asked: mix.file))
    nextHeld = mirror.nextHold.map { Snapshot.Next(value: $0.isHeld, at: $0.at) }
    if let expected, expected.isHeld != heldGoal { nextHeld = Snapshot.Next(value: expected.isHeld, at: nil) }
    if let end = mirror.gain.fadeEnd(at: position) {
      if nextGain == nil { nextGain = Snapshot.Next(value: gain, at: end) }
      gain = mirror.motion.gain(at: position)
    }
  }
}

extension Setting where Value: Hashable {
  /// The pending value: one that waits for its frame, or a request without an answer.
  fileprivate func next(asked: Value) -> Snapshot.Next<Value>? {
    if asked != goal { return Snapshot.Next(value: asked, at: nil) }
    return next.map { Snapshot.Next(value: $0.value, at: $0.at) }
  }
}
