import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// One performance: a set behind its gate, and the engine that plays it. Commands go in by stem id; events and
/// snapshots come out. Drivers and views know only this; nothing reaches the engine but through it, and so
/// through the gate.
///
/// - Thread: an actor; any control thread may call it, never the audio thread.
public actor Performance {
  public nonisolated let set: StemSet
  public nonisolated let schedule: Schedule?
  /// What is played, without the name by which a person has asked for it.
  public nonisolated var source: Source { Source(name: "", set: set, schedule: schedule) }
  public nonisolated let timing: SetTiming
  nonisolated let scenes: [Scene]
  /// What the set's scenes are called.
  public nonisolated var sceneNames: [String] { scenes.map(\.id) }
  /// Everything that happens, in order, from the start; to be read by one consumer.
  public nonisolated let events: AsyncStream<PerformanceEvent>

  let publish: AsyncStream<PerformanceEvent>.Continuation
  let deck: Deck
  var keeper: Doorkeeper
  var scribe: Scribe
  var meters = Meters()
  var receipts = Receipts()
  /// As the driver has reported it last; nil without a server.
  var health: ServerHealth?
  /// How many panics there were: a command whose files are still being read does not start anything after one.
  var panics = 0
  /// The scene that was run last, by its place in the set.
  var lastScene: Int?
  /// What to ask for again once a new engine's clock is in place (``Restoration``).
  var again: [Restoration.Again] = []
  var isAskingAgain = false
  /// What was started because of a door and has not come to its end.
  var entrances: [Task<Void, Never>] = []
  /// Whether a task looks for answers.
  var readsAnswers = false
  private var hasSaidUnlocked = false
  private var waitsForRoll = true
  private(set) var waiters: [CheckedContinuation<Void, Never>] = []
  /// Whether the clock has not started yet, or what was given before is still being carried out.
  var isBeginning = true
  /// What was given meanwhile.
  var early: [(ControlCommand, Asker)] = []

  /// - Parameters:
  ///   - schedule: nil leaves every stem open.
  ///   - journal: Where to write the performance; nil for nowhere.
  ///   - source: The path of what is played, for the journal's header.
  ///   - doors: The time by which doors are judged.
  /// - Throws: What keeps the set from having a loop, or a scene from being understood.
  public init(
    set: StemSet, schedule: Schedule?, journal: String? = nil, source: String = "",
    doors: DoorClock
  ) throws(FileProblems) {
    self.set = set
    self.schedule = schedule
    do { timing = try SetTiming(of: set) } catch { throw FileProblems([error]) }
    scenes = try Scene.all(of: set, timing: timing)
    deck = Deck(set)
    keeper = Doorkeeper(schedule, of: set, by: doors)
    scribe = Scribe(path: journal, source: source)
    (events, publish) = AsyncStream.makeStream(of: PerformanceEvent.self, bufferingPolicy: .unbounded)
    doors.tellProblems { [publish] in publish.yield(.note(.text($0))) }
  }

  /// A performance whose doors are judged by a time that is believed.
  /// - Parameter now: Asked at each decision.
  public init(
    set: StemSet, schedule: Schedule?, journal: String? = nil, source: String = "",
    now: @escaping @Sendable () -> Instant
  ) throws(FileProblems) {
    try self.init(set: set, schedule: schedule, journal: journal, source: source, doors: .asOf(now))
  }

  // MARK: - The engine

  /// Makes the engine for a driver: loads every stem whose door is open, and lets the base start with the clock.
  ///
  /// Called again (the server came back at another rate) it makes a new engine that brings back what was
  /// playing, all of it at frame 0: the driver then moves the clock to where it has to be. The old engine must not
  /// run any more; it stays in place where this throws. A stem that cannot be read again then plays on with
  /// the samples it had, or falls silent alone.
  /// - Parameter rate: Of the server, or of the file that is rendered.
  public func makeEngine(at rate: SampleRate) async throws -> Engine {
    let configuration = try set.engineConfiguration(timing: timing, at: rate, after: deck.configuration)
    beginWatching()
    let loaded = try await loadAll(at: rate, configuration)
    let exchanged = await loadExchanged(at: rate, configuration)
    // The old engine's last words, while its journal is open; nothing is awaited from here on, so that no command comes
    // in between.
    readEvents()
    carryOut(deck.panicUnanswered())
    try scribe.begin(
      at: rate, loop: configuration.grid.loop, played: keeper.now(at: deck.position),
      memory: keeper.clock.memory,
      after: deck.clock?.position)
    tellOfJournal()

    let parts = EngineParts(configuration)
    let engine = parts.engine
    let (oldRate, master, position) = (deck.sampleRate, deck.master, deck.position)
    let (stems, unanswered) = deck.begin(parts.handle, configuration, at: rate, loaded)
    receipts.putOffAll()
    if loaded.contains(where: { !$0.isLocked }) && !hasSaidUnlocked {
      hasSaidUnlocked = true
      note(Self.unlocked)
    }
    for stem in set.stems.indices { keeper.giveFile(nil, to: StemIndex(stem), at: deck.moment) }
    for stem in loaded { deck.openForFollowing(stem.index, past: &keeper) }
    startBases()
    for (stem, other) in exchanged where stems.isEmpty || stems[stem.int].mix.file == other.name {
      try? deck.replace(stem, other, .now, by: .recovery, past: &keeper)
    }
    keeper.moveRituals(from: oldRate, to: rate)
    if let oldRate {
      restore(
        Restoration.Before(
          stems: stems, unanswered: unanswered, master: master, rate: oldRate, position: position),
        at: rate)
    }
    return engine
  }

  private static let unlocked =
    "The stems' memory could not be locked (see \"ulimit -l\"); a busy machine may cause dropouts."

  /// Brings a performance back in a new engine.
  private func restore(_ before: Restoration.Before, at rate: SampleRate) {
    let plan = Restoration(
      of: before, in: set, needs: keeper.needs, at: rate)
    var refused: Set<StemIndex> = []
    for step in plan.steps where step.stem.map({ !refused.contains($0) }) ?? true {
      let problems = step.command.map { deck.carryOut($0, by: .recovery, past: &keeper) } ?? []
      guard let stem = step.stem else { continue }
      for problem in problems { publish.yield(.refused(problem, by: .recovery)) }
      if problems.isEmpty {
        deck.show(step, of: stem)
      } else {
        refused.insert(stem)
      }
    }
    again += plan.again
  }

  private func startBases() {
    for stem in set.bases {
      do throws(CommandProblem) {
        try deck.startBase(stem, past: &keeper)
      } catch {
        publish.yield(.refused(error, by: .clock))
      }
    }
  }

  /// Starts the clock: the next period delivers the first downbeat.
  public func roll() async {
    guard deck.roll() else { return }
    publish.yield(.rolling)
    pump()
    stopWaiting()
    await performEarly()
  }

  /// Returns once the clock was started: before, there is no engine that could receive a command.
  public func waitUntilRolling() async {
    if waitsForRoll { await withCheckedContinuation { waiters.append($0) } }
  }

  /// Lets go whoever waits, though the clock may never start.
  public func stopWaiting() {
    waitsForRoll = false
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Passes on what a driver reports.
  public func report(_ event: DriverEvent) {
    switch event {
    case .lost:
      deck.isAway = true
      health = nil
      receipts.putOffAll()
    case .connected: deck.isAway = false
    case .xruns, .clock, .periodChanged: break
    }
    publish.yield(.driver(event))
  }

  /// Says why a command was not carried out that did not get as far as ``perform(_:by:)``.
  public func refuse(_ problem: CommandProblem, by source: Asker) {
    publish.yield(.refused(problem, by: source))
  }

  /// Says something to the people, as a whole sentence.
  public func note(_ sentence: String) { publish.yield(.note(.text(sentence))) }

  /// Ends the performance: the last line of the journal is written, what was seen of the doors is kept, the stream of
  /// events ends.
  /// - Parameter patience: How long to wait for the disk that keeps what was seen of the doors.
  public func finish(patience: Duration = .seconds(1)) async {
    pump()
    scribe.end(at: deck.clock?.position)
    tellOfJournal()
    if schedule != nil, deck.clock != nil, let memory = keeper.clock.keeper {
      keeper.clock.keepLatest()
      if await !memory.settle(patience: patience) { publish.yield(.note(.notKeptInTime)) }
    }
    publish.finish()
  }
}
