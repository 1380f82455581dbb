import CanonEngine
import CanonSchedule
import CanonStems

/// What views ask. Nothing of it changes anything.
extension Performance {
  /// The engine's clock, readable at any time; nil before the first engine.
  public var clock: EngineClock? { deck.clock }

  /// Whether the engine is about to say something: a command is on its way, or a change is due within half a second.
  /// Else it is enough to ask it now and then.
  public var expectsNews: Bool { !again.isEmpty || deck.expectsNews }

  /// How many commands the engine has not answered yet.
  var unanswered: Int { deck.sent.count }

  public func snapshot() -> Snapshot {
    deck.reach()
    let moment = deck.moment
    let (context, asked) = (keeper.context(at: moment), deck.askedHolds)
    var snapshot = Snapshot(
      title: schedule?.title ?? set.title, zone: schedule?.zone, isAway: deck.isAway,
      position: moment.position,
      sampleRate: deck.sampleRate, grid: moment.grid, cycle: deck.cycle, master: deck.masterSetting.value,
      nextMaster: deck.masterSetting.next(asked: deck.master),
      stems: set.stems.indices.map { index in
        Snapshot.Stem(
          set.stems[index], moment.stems[index], isAskedToBeHeld: asked[index], at: moment.position,
          door: keeper.status(of: StemIndex(index), in: context))
      },
      now: context.now)
    snapshot.health = health
    return snapshot
  }

  // MARK: - How loud everything is

  /// What a picture is made from, all of one moment.
  ///
  /// - Parameter seconds: Since the last picture: over them the stems' levels are taken.
  /// - Returns: Of the master, what it delivered since the last call; nil before the first engine, and while there is
  ///   no server.
  public func moment(over seconds: Double) -> (snapshot: Snapshot, stems: [StemLevel], master: MasterLevels?)
  {
    (snapshot(), stemLevels(over: seconds), deck.isAway ? nil : deck.clock?.takeLevels())
  }

  /// The level of every stem over the last `seconds`.
  func stemLevels(over seconds: Double) -> [StemLevel] { meters.levels(of: deck, over: seconds) }

  /// Looks through the samples of a stem that was not looked through yet, for levels and pictures; off the actor,
  /// which goes on meanwhile.
  /// - Returns: Whether there was one.
  public func makeProfile() async -> Bool {
    guard let (stem, buffer) = meters.missing(of: deck) else { return false }
    let profile = await Task.detached(priority: .utility) { StemProfile(buffer) }.value
    if deck.buffer(of: stem) === buffer { meters.add(profile, of: stem) }
    return true
  }

  /// The loop of each stem as peaks of equal parts; empty while unknown.
  public func pictures() -> [[Float]] { meters.pictures(set.stems.count) }

  /// Tells people once if the stems that are in memory can clip together. Takes its time, beside the music.
  /// - Thread: to be called on a task of low priority
  public func noteLoudness() async {
    guard let configuration = deck.configuration, let rate = deck.sampleRate else { return }
    let parts = set.stems.indices.compactMap { index in
      deck.buffer(of: StemIndex(index)).map { MixPeak.Part($0, configuration.stems[index]) }
    }
    let peak = await MixPeak(parts, loop: configuration.grid.loop, rate: rate)
    if !Task.isCancelled, let sentence = LoudnessWording.note(on: peak) { note(sentence) }
  }
}

extension Snapshot.Stem {
  fileprivate init(
    _ spec: StemSpec, _ mirror: StemMirror, isAskedToBeHeld asked: Bool?, at position: FramePosition,
    door: DoorStatus
  ) {
    self.init(
      id: spec.id, title: spec.title, isBase: spec.isBase, status: mirror.status, gain: mirror.gain.value,
      pan: mirror.pan.value, solo: mirror.solo.value, end: mirror.end,
      follow: mirror.follow.flatMap { $0 > position ? $0 : nil }, door: door, isHeld: mirror.hold.isHeld)
    let mix = mirror.mix
    (nextGain, nextPan) = (mirror.gain.next(asked: mix.gain), mirror.pan.next(asked: mix.pan))
    (nextSolo, nextFile) = (mirror.solo.next(asked: mix.solo), mirror.file.next(asked: mix.file))
    nextHeld = mirror.nextHold.map { Snapshot.Next(value: $0.isHeld, at: $0.at) }
    if let asked, asked != heldGoal { nextHeld = Snapshot.Next(value: asked, at: nil) }
    if let end = mirror.gain.fadeEnd(at: position) {
      if nextGain == nil { nextGain = Snapshot.Next(value: gain, at: end) }
      gain = mirror.motion.gain(at: position)
    }
  }
}

extension Setting where Value: Hashable {
  /// What is to come: what waits for its frame, or was asked for and has no answer yet.
  fileprivate func next(asked: Value) -> Snapshot.Next<Value>? {
    if asked != goal { return Snapshot.Next(value: asked, at: nil) }
    return next.map { Snapshot.Next(value: $0.value, at: $0.at) }
  }
}
