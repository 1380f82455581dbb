import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// One performance: a set behind its gate, and the engine that plays it. Commands go in by stem id; events and
/// snapshots come out. Drivers and views know only the session; nothing reaches the engine but through it, and so
/// through the gate.
///
/// - Thread: an actor; any control thread may call it, never the audio thread.
public actor Session {
  public nonisolated let set: StemSet
  public nonisolated let schedule: Schedule?
  /// What is played, without the name by which a person has asked for it.
  public nonisolated var source: Source { Source(name: "", set: set, schedule: schedule) }
  public nonisolated let timing: SetTiming
  nonisolated let scenes: [Scene]
  /// What the set's scenes are called.
  public nonisolated var sceneNames: [String] { scenes.map(\.id) }
  /// Everything that happens, in order, from the start; to be read by one consumer.
  public nonisolated let events: AsyncStream<SessionEvent>

  var gate: Gate
  var doorClock: DoorClock
  var doorWatch = DoorWatch()
  var doorWatching = DoorWatching.none
  var doorCache = DoorCache()
  /// Whose the files are that stems were given instead of their own, by their names.
  var fileOwners: [String: [StemIndex]] = [:]
  /// What is known of the stems' samples, for meters (``makeProfile()``).
  var profiles: [StemIndex: StemProfile] = [:]
  /// Those that some door needs.
  let neededStems: [StemIndex]
  let publish: AsyncStream<SessionEvent>.Continuation
  /// What is known of each stem, as the engine's events tell it.
  var stems: [StemMirror]
  var master = Decibels(0)!
  /// As the engine has accepted it.
  var acceptedMaster = Decibels(0)!
  var handle: EngineHandle?
  var sampleRate: SampleRate?
  /// What the engine was made from.
  var configuration: EngineConfiguration?
  var grid: Grid?
  var journal: Journal?
  /// Commands that the engine has not answered yet, oldest first.
  var sent: [SentCommand] = []
  /// What to ask for again once a new engine's clock is in place (``restore(_:unanswered:)``).
  var again: [Again] = []
  var isAskingAgain = false
  private var hasSaidUnlocked = false
  private var waitsForRoll = true
  /// Whether the server is gone, so that nobody receives commands now.
  var isAway = false
  /// Whether a task looks for answers (``readAnswersSoon()``).
  var readsAnswers = false
  private(set) var waiters: [CheckedContinuation<Void, Never>] = []
  /// Commands whose answers somebody waits for.
  var batches: [Int: Batch] = [:]
  var nextBatch = 0
  /// The batch that what is being sent belongs to.
  var claiming: Int?
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
    doorClock = doors
    neededStems = Set(schedule?.doors.flatMap(\.condition.needed) ?? []).compactMap { set.index(of: $0) }
    do { timing = try SetTiming(of: set) } catch { throw FileProblems([error]) }
    scenes = try Scene.all(of: set, timing: timing)
    gate = Gate(schedule: schedule, stems: set.stems.map(\.id), files: set.stems.map(\.path))
    stems = set.stems.map(StemMirror.init)
    self.journal = journal.map { Journal(path: $0, source: source) }
    (events, publish) = AsyncStream.makeStream(of: SessionEvent.self, bufferingPolicy: .unbounded)
    doorClock.tellProblems { [publish] in publish.yield(.note($0)) }
  }

  /// A session whose doors are judged by a time that is believed.
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
  /// run any more; it stays the session's own where this throws. A stem that cannot be read again then plays on with
  /// the samples it had, or falls silent alone.
  /// - Parameter rate: Of the server, or of the file that is rendered.
  public func makeEngine(at rate: SampleRate) async throws -> Engine {
    let configuration = try set.engineConfiguration(timing: timing, at: rate, after: self.configuration)
    let grid = configuration.grid
    if schedule != nil { doorClock.see(writes: false) }
    beginWatching()
    let open = set.stems.indices.map(StemIndex.init).filter { mayHoldSamples($0) }
    var problems: [FileProblem] = []
    var loaded: [LoadedStem] = []
    let results = await StemLoader.load(
      open, of: set, timing: timing, at: rate, configuration: configuration)
    for (index, result) in zip(open, results) {
      switch result {
      case .success(let stem): loaded.append(stem)
      case .failure(let problem) where handle == nil: problems.append(problem)
      case .failure(let problem): loaded += keep(index, since: problem, at: rate, configuration)
      }
    }
    if !problems.isEmpty { throw FileProblems(problems) }
    let exchanged = await loadExchanged(at: rate, configuration)
    // The old engine's last words, while its journal is open; nothing is awaited from here on, so that no command comes
    // in between.
    readEvents()
    try beginJournal(rate, grid)

    let parts = EngineParts(configuration)
    let engine = parts.engine
    var handle = parts.handle
    for stem in loaded { handle.setSamples(stem.buffer, of: stem.index, by: .clock) }
    let (before, unanswered) = self.handle == nil ? ([], []) : (stems, sent)
    self.handle = consume handle
    self.grid = grid
    let oldRate = sampleRate
    sampleRate = rate
    self.configuration = configuration
    sent = []
    settleAll()
    acceptedMaster = Decibels(0)!
    if loaded.contains(where: { !$0.isLocked }) && !hasSaidUnlocked {
      hasSaidUnlocked = true
      publish.yield(
        .note(
          "The stems' memory could not be locked (see \"ulimit -l\"); a busy machine may cause dropouts."))
    }
    stems = set.stems.map(StemMirror.init)
    for index in stems.indices { giveFile(nil, to: StemIndex(index)) }
    for stem in loaded { openForFollowing(stem.index) }
    startBases()
    for (stem, other) in exchanged { try? replace(stem, other, .now, by: .recovery) }
    moveRituals(from: oldRate)
    restore(before, unanswered: unanswered, from: oldRate)
    return engine
  }

  /// The first part must be writable, or nothing begins; the music does not end for a later one.
  private func beginJournal(_ rate: SampleRate, _ grid: Grid) throws(JournalProblem) {
    // A part that is superseded ends where its engine was.
    if let clock = handle?.clock { record(.quit, at: clock.position) }
    do throws(JournalProblem) {
      try journal?.begin(sampleRate: rate, loop: grid.loop, played: now(), memory: doorClock.memory)
    } catch {
      if handle == nil { throw error }
      endJournal(error)
    }
  }

  private func startBases() {
    for stem in set.bases {
      do throws(Refusal) {
        let permit = try gate.permit(for: stem, in: doorContext())
        if let ticket = handle?.start(permit, quantum: .loop, by: .clock) {
          remember(ticket, nil, by: .clock)
        }
      } catch {
        publish.yield(.refused(.locked(error), by: .clock))
      }
    }
  }

  /// Starts the clock: the next period delivers the first downbeat.
  public func roll() async {
    guard let ticket = handle?.roll(by: .clock) else { return }
    remember(ticket, nil, by: .clock)
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

  // MARK: - What views ask

  /// The engine's clock, readable at any time; nil before the first engine.
  public var clock: EngineClock? { handle?.clock }

  public func snapshot() -> Snapshot {
    let (context, position) = (doorContext(), position)
    return Snapshot(
      title: schedule?.title ?? set.title, zone: schedule?.zone, isAway: isAway, position: position,
      sampleRate: sampleRate, grid: grid, cycle: cycle, master: master,
      stems: set.stems.indices.map { index in
        let spec = set.stems[index], mirror = stems[index]
        return Snapshot.Stem(
          id: spec.id, title: spec.title, isBase: spec.isBase, status: mirror.status, gain: mirror.mix.gain,
          pan: mirror.mix.pan, solo: mirror.mix.solo, end: mirror.end,
          follow: mirror.follow.flatMap { $0 > position ? $0 : nil },
          door: doorStatus(of: StemIndex(index), in: context))
      },
      now: context.now)
  }

  /// The common cycle of what sounds; nil before the first engine, and when it is longer than the clock reaches.
  private var cycle: GridLine? {
    guard let grid, let lines = configuration?.stems.map(\.line) else { return nil }
    let sounding = stems.indices.filter { stems[$0].status.soundsNow }.map { lines[$0] ?? grid.loop }
    return GridLine.commonCycle(sounding, otherwise: grid.loop)
  }

  /// Passes on what a driver reports.
  public func report(_ event: DriverEvent) {
    switch event {
    case .lost:
      isAway = true
      settleAll()
    case .connected: isAway = false
    case .xruns, .clock, .periodChanged: break
    }
    publish.yield(.driver(event))
  }

  /// Says why a command was not carried out that did not get as far as ``perform(_:by:)``.
  public func refuse(_ problem: CommandProblem, by source: Asker) {
    publish.yield(.refused(problem, by: source))
  }

  /// Says something to the people, as a whole sentence.
  public func note(_ sentence: String) { publish.yield(.note(sentence)) }

  /// Ends the performance: the last line of the journal is written, what was seen of the doors is kept, the stream of
  /// events ends.
  /// - Parameter patience: How long to wait for the disk that keeps what was seen of the doors.
  public func finish(patience: Duration = .seconds(1)) async {
    pump()
    if let clock = handle?.clock { record(.quit, at: clock.position) }
    journal?.end()
    tellOfJournal()
    if schedule != nil, handle != nil, let keeper = doorClock.keeper {
      doorClock.keepLatest()
      if await !keeper.settle(patience: patience) { note(DoorWording.notKeptInTime) }
    }
    publish.finish()
  }
}
