import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems
import Synchronization

/// One performance: a set behind its gate, and the engine that plays it. It takes commands by stem id, and provides events
/// and snapshots. Drivers and views know only this type. The engine is reached only through it, and therefore only
/// through the gate.
///
/// - Thread: an actor; any control thread may call it, never the audio thread.
public actor Performance {
  /// What is played now.
  private nonisolated let current: Mutex<Program>
  public nonisolated var program: Program { current.withLock { $0 } }
  public nonisolated var set: StemSet { program.set }
  public nonisolated var schedule: Schedule? { program.schedule }
  nonisolated var scenes: [Scene] { program.scenes }
  public nonisolated var timing: SetTiming { program.timing }
  /// The source of the performance, without the name given by the user.
  public nonisolated var source: Source { program.source }
  /// Records what the driver delivers.
  nonisolated let recorder: Recorder
  /// What is to be recorded from the clock's first frame on.
  var recordsFromStart: RecordRequest?
  /// Is told how far the files are read from which a new engine is made.
  var loading = LoadingReporter.none
  /// How far that is, for views.
  let loadingWatch = LoadingWatch()
  /// Reads later programs.
  nonisolated let reader: ProgramReader
  /// All events, in order, from the start. Only one consumer may read them.
  public nonisolated let events: AsyncStream<PerformanceEvent>

  let publish: EventPublisher
  let deck: Deck
  var keeper: Doorkeeper
  var scribe: Scribe
  var meters = Meters()
  var masterReadings = MasterReadings()
  var receipts = Receipts()
  /// The changes of every asker, for undo.
  var log = UndoLog()
  /// The health that the driver has reported last; nil without a server.
  public internal(set) var health: ServerHealth?
  /// What goes where, as the driver has reported last; nil without a server.
  public internal(set) var ports: PortMap?
  /// The panics and pauses so far.
  var interruptions = Interruptions()
  /// What is paused because the output device has gone.
  var devicePause = DevicePause()
  /// The commands that wait for their frames.
  var waiting = WaitingList()
  /// The files of the door folder that are no stems.
  var dropped = DroppedFiles()
  /// The programs with more stems than the one that plays, while they are read, by their numbers.
  var additions: [Int: Addition] = [:]
  /// The tempos and keys whose samples are being made, in the order in which they were asked for.
  var playbackRequests: [PlaybackRequest] = []
  /// What is known of the other pieces of the programme.
  var pieces = PieceBook()
  /// The number of the last program that was read.
  var lastProgram: Int
  /// What the sound files of the stems were when they were read, by the stems' ids.
  var stamps: [String: FileStamp] = [:]
  /// Why stems are silent, by their ids: their files could not be read when the engine was made. Only a reload reads them: it judges anew
  /// which stems own which files, and how long each loop is.
  var unreadable: [String: FileProblem] = [:]
  /// What stems play, for the journal, by their ids; empty without a journal.
  var playing: [String: PlayedSound] = [:]
  /// What the click has in the place of files, for the journal; empty without a journal.
  var playingClick: [PlayedClick] = []
  /// The sounds that are being recorded, and the last such work.
  var soundsUnderWay = 0
  var soundWork: Task<Void, Never>?
  /// The outputs that the driver is to offer.
  var outputs = OutputOrder(number: 0, plan: OutputPlan()) { didSet { driverBell.ring() } }
  /// Whether the cue bus is used, which then has outputs.
  var hasCue = false
  /// The last order that it has answered, and the first port that it could not have; nil if it offers none, or is not there.
  var offered: (number: Int, missing: String?)?
  /// How many commands wait for such an answer.
  var awaitedOffers = 0
  /// The port that people were told of as missing; nil for none.
  var missingPortTold: String?
  /// Commands that the engine has received for an edition that no longer plays.
  var outdated: [Restoration.Again] = []
  /// The inputs that the driver is to offer, and its last answer.
  var inputs: InputOrder? { didSet { driverBell.ring() } }
  var inputOffer: InputOffer?
  /// What is being captured; nil for nothing.
  var capture: ActiveCapture?
  /// The paths of the captured sounds that the set has got.
  var keptCaptures: Set<String> = []
  /// The last work that keeps a captured sound.
  var captureWork: Task<Void, Never>?
  /// Whether a capture is being prepared.
  var isPreparingCapture = false
  /// The longest wait of a capture for the driver's inputs, and for the engine to take its stem.
  var longestPreparation = Duration.seconds(5)
  /// The longest wait for one sound at the end, while it is hashed and kept.
  var longestSound = Duration.seconds(30)
  /// Where captured sounds are kept if there is no journal; nil for nowhere.
  var captureFolder: String?
  var marks = Marks()
  /// The named sections of the set that the music comes to.
  var sections = SectionKeeper()
  /// The scene that was run last, by its place in the set.
  var lastScene: Int?
  /// Whether the clock follows another machine's.
  var followsTransport = false
  /// Whether the first engine waits only for the stems that sound first.
  var readsBehind = false
  /// Asks the files what they are, from early on; nil if nothing does.
  var headers: Task<Void, Never>?
  /// The stems that are read while the music plays already.
  var late = LateStems()
  /// What the command waits for that was the last one to wait until all stems are read.
  var lastWait: Note?
  /// How many commands wait until all stems are read, by their askers.
  var awaitingRead: [Asker: Int] = [:]
  /// The commands to give again once a new engine's clock has its position (``Restoration``).
  var again: [Restoration.Again] = []
  var isAskingAgain = false
  /// The one of them whose file is being read.
  var asking: Restoration.Again?
  /// Whether the first engine goes on with an evening.
  var isResumed = false
  /// The evening with which the first engine goes on; nil for a fresh start.
  var resuming: Evening?
  /// The same from when that engine is there until its clock has the evening's position.
  var arriving: Evening?
  /// Writes the evening down; nil if it is not kept.
  var book: EveningBook?
  /// The last frame that the journal says was reached, when that was written, and when it was last brought onto the disk.
  var reached: (frame: FramePosition, at: ContinuousClock.Instant, syncedAt: ContinuousClock.Instant)?
  /// What time it was on a frame, as the driver has said last; nil if it is not known for this clock.
  var place: ClockPlace?
  /// What people have connected and cut.
  var wiring = KeptWiring()
  /// What the command line says of connections.
  var connections = ConnectionOptions.none
  /// Whether the performance has ended: nothing is received any more.
  var hasEnded = false
  /// The tasks that load and start stems whose doors have opened.
  var entrances: [Task<Void, Never>] = []
  /// Lets the heartbeat sleep, and wakes it.
  let bell = Bell()
  /// Wakes the driver: it has something to offer.
  nonisolated let driverBell = Bell()
  /// Wake those who do something for a program beside what is played: another one plays.
  let (piecesBell, variantsBell, folderBell) = (Bell(), Bell(), Bell())
  /// How long they sleep if there is nothing to do for the one that plays.
  static let longestIdleness = Duration.seconds(600)
  /// Whether the heartbeat sleeps until something is due.
  var isResting = false
  /// When something has happened last from which more may follow; nil before.
  var stirredAt: ContinuousClock.Instant?
  /// Whether a task is reading answers.
  var readsAnswers = false
  private var hasSaidUnlocked = false
  private var waitsForRoll = true
  private(set) var waiters: [CheckedContinuation<Void, Never>] = []
  /// Whether the clock has not started yet, or earlier commands are still being carried out.
  var isBeginning = true
  /// The commands given meanwhile.
  var early: [Early] = []

  /// - Parameters:
  ///   - journal: The path of the journal; nil for none.
  ///   - source: The path of the schedule or set, for the journal's header.
  ///   - reader: Reads later programs.
  ///   - doors: The time by which doors are judged.
  package init(
    _ program: Program, journal: String?, source: String, reader: ProgramReader, doors: DoorClock
  ) {
    current = Mutex(program)
    self.reader = reader
    lastProgram = program.number
    deck = Deck(program.set)
    keeper = Doorkeeper(program.schedule, of: program.set, by: doors)
    keeper.isLater = program.number > 1
    let stream = AsyncStream.makeStream(of: PerformanceEvent.self, bufferingPolicy: .unbounded)
    (events, publish) = (stream.stream, EventPublisher(stream.continuation))
    scribe = Scribe(path: journal, source: source) { [publish] in
      publish.yield(.note(.journal(.notOnDisk($0))))
    }
    recorder = Recorder { [publish] in publish.yield(.note(.recording($0))) }
    doors.tellProblems { [publish] in publish.yield(.note(.memory($0))) }
  }

  /// Continues with another program.
  func adopt(_ program: Program) {
    current.withLock { $0 = program }
    for bell in [piecesBell, variantsBell, folderBell] { bell.ring() }
  }

  // MARK: - The engine

  /// Makes the engine for a driver: loads every stem whose door is open, and lets the base start with the clock.
  ///
  /// A second call (the server came back at another rate) makes a new engine and restores the performance in it, all at
  /// frame 0; the driver then moves the clock to its position. The old engine must not run any more; if this throws, it
  /// stays in place. A stem that cannot be read again continues with its old samples; if there are none, only that stem is
  /// silent.
  /// - Parameter rate: The sample rate of the server, or of the rendered file.
  public func makeEngine(at rate: SampleRate) async throws -> Engine {
    // The old engine does not run any more, so that no other edition comes from here on.
    readEvents()
    let unread = stopReadingLate()
    do {
      return try await makeEngine(at: rate, unread)
    } catch {
      beginLate(unread)
      readLate()
      throw error
    }
  }

  /// - Parameter unread: The stems that the old engine has not got.
  private func makeEngine(at rate: SampleRate, _ unread: [StemIndex]) async throws -> Engine {
    if beginsBeforeAllIsRead { await readHeaders() }
    let configuration = try set.engineConfiguration(
      timing: program.timing, at: rate, after: deck.configuration, buses: deck.buses)
    beginWatching()
    if let resuming { expect(resuming) }
    let (loaded, rest, silent) = try await loadAll(at: rate, configuration)
    let replaced = await loadReplacements(at: rate, configuration)
    // Reads the old engine's last events while its part of the journal is open. Nothing suspends from here on, so that no
    // command comes in between.
    readEvents()
    carryOut(deck.panicUnanswered())
    deck.catchUp()
    record(unread: unread)
    try scribe.begin(
      at: rate, loop: configuration.grid.loop, played: keeper.now(at: deck.position),
      memory: keeper.clock.memory, program: program.number, program.text,
      after: deck.clock?.position)
    scribe.record(unreadable: silent, in: program.number)
    tellOfJournal()

    let parts = EngineParts(configuration)
    let engine = parts.engine
    let (oldRate, position, origin) = (deck.sampleRate, deck.position, deck.origins.last)
    let (master, masterLevel) = (deck.masterSetting, deck.masterLevel(at: position))
    let (editions, halt, section) = (deck.editionsAgain, deck.halt, deck.section)
    let (cue, hasGap) = (deck.cue, deck.keepsGap)
    let evening = resuming.take()
    (place, reached) = (nil, nil)
    let (stems, unanswered) = deck.begin(
      parts.handle, configuration, at: rate, loaded, isResumed: evening != nil)
    reorderOutputs(keepsLast: false)
    receipts.putOffAll()
    log.giveUpAnswers()
    beginLate(rest)
    tellIfUnlocked(loaded)
    for stem in set.stems.indices { keeper.giveFile(nil, to: StemIndex(stem), at: deck.moment) }
    (playing, playingClick) = ([:], [])
    playsClick()
    plays(
      loaded.map { PlayedSound(set[$0.index], $0) }
        + replaced.map { PlayedSound(set[$0], $1.sound, file: $1.name) })
    for stem in loaded {
      stamps[set[stem.index].id] = stem.stamp
      deck.tellOpen(stem.index, past: &keeper)
    }
    startBases()
    for (stem, other) in replaced where stems.isEmpty || stems[stem.int].file.value == other.name {
      try? deck.replace(stem, other, .now, by: .recovery, past: &keeper)
      deck.stems[stem.int].restore(.replace(StemSelection([set[stem].id]), file: other.name, .now))
    }
    keeper.moveRituals(from: oldRate, to: rate)
    if let oldRate {
      moveWaiting(from: oldRate, to: rate)
      marks.move { $0.scaled(from: oldRate, to: rate) }
      sections.restore()
      pieces.restore()
      let before = Restoration.Before(
        stems: stems, unanswered: unanswered, master: master, masterLevel: masterLevel, rate: oldRate,
        position: position, origin: origin, hasGap: hasGap, section: section, cue: cue, halt: halt)
      restore(Music(before, in: set), at: rate)
      again += editions
      receipts.beginAgain((again + [asking].compactMap(\.self)).compactMap(\.batch))
    }
    if let evening { restore(evening, at: rate) }
    // What waits for the engine joins on the first downbeat.
    if arriving == nil { carryOut(keeper.lookAfterWaiting(at: deck.moment)) }
    if oldRate == nil { await awaitEntrances() }
    try await record(from: rate)
    return engine
  }

  /// Restores music in a new engine.
  func restore(_ music: Music, at rate: SampleRate) {
    let moment = deck.moment
    let plan = Restoration(
      of: music, in: set, isOpen: { keeper.isOpen($0, beside: $1, at: moment) }, at: rate)
    // A stem without samples would play unheard, and its solo would silence everything else.
    var refused = Set(set.stems.indices.map(StemIndex.init).filter(isUnreadable))
    for step in plan.steps where step.stem.map({ !refused.contains($0) }) ?? true {
      let problems = step.command.map { deck.carryOut($0, by: step.by, past: &keeper) } ?? []
      for problem in problems { publish.yield(.refused(problem, by: .recovery)) }
      if problems.isEmpty {
        deck.show(step)
      } else if let stem = step.stem {
        refused.insert(stem)
      }
    }
    // Doors that need what plays again are open now: what follow actions ask until the clock is in place counts.
    for stem in set.stems.indices { deck.tellOpen(StemIndex(stem), past: &keeper) }
    again += plan.again
  }

  /// Tells people once that memory is not locked.
  func tellIfUnlocked(_ stems: [LoadedStem]) {
    guard !hasSaidUnlocked, stems.contains(where: { !$0.isLocked }) else { return }
    hasSaidUnlocked = true
    note(.notLocked)
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
    await readAskedForEarly()
    guard deck.roll() else { return }
    publish.yield(.rolling)
    freezeOnFirstDownbeat()
    pump()
    stopWaiting()
    readLate()
    // On frame 0 of a clock that has yet to move to its position everything would be on every boundary.
    if arriving == nil { await performEarly() }
  }

  /// Returns once the clock has started. Before that there is no engine that could receive a command.
  public func waitUntilRolling() async {
    if waitsForRoll { await withCheckedContinuation { waiters.append($0) } }
  }

  /// Resumes everything that waits for the clock, even if it never starts.
  public func stopWaiting() {
    waitsForRoll = false
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Handles and publishes an event of the driver.
  public func report(_ event: DriverEvent) {
    stir()
    switch event {
    case .lost:
      deck.isAway = true
      (health, ports) = (nil, nil)
      receipts.putOffAll()
    case .connected: deck.isAway = false
    case .xruns, .clock, .periodChanged, .registered: break
    }
    publish.yield(.driver(event))
  }

  /// Reports the refusal of a command that did not reach ``perform(_:by:)``.
  public func refuse(_ problem: CommandProblem, by source: Asker) {
    publish.yield(.refused(problem, by: source))
  }

  public func note(_ note: Note) { publish.yield(.note(note)) }

  /// Ends the performance: refuses the commands that still wait for an answer, writes the last line of the journal and the
  /// memory of the doors, and ends the stream of events.
  /// - Parameters:
  ///   - patience: The longest wait for the disk on which the memory of the doors is kept.
  ///   - progress: Called before the wait for each sound that has yet to be recorded, with its longest duration, and after the last
  ///     one with nil.
  public func finish(
    patience: Duration = .seconds(1), progress: @Sendable (Duration?) -> Void = { _ in }
  ) async {
    pump()
    hasEnded = true
    giveUpLate()
    let sent = Set(deck.sent.filter { $0.by.isSomebody && $0.receipt == nil }.map(\.step))
    let waiting = early.count + again.count { $0.by.isSomebody } + sent.count
    if waiting > 0 { note(.neverReceived(waiting)) }
    receipts.endAll()
    await settleCapture()
    if let end = deck.clock?.position { scribe.record(.quit, at: end) }
    await settleSounds { [longestSound] in progress(longestSound) }
    progress(nil)
    let disk = scribe.disk
    scribe.end()
    await disk?.settle(patience: patience)
    tellOfJournal()
    if schedule != nil, deck.clock != nil, let memory = keeper.clock.keeper {
      keeper.clock.keepLatest()
      if await !memory.settle(patience: patience) { publish.yield(.note(.notKeptInTime)) }
    }
    // Last: what a slow disk or a long file delays is nothing but the recording.
    if recorder.wasUsed {
      progress(Self.longestDrain)
      await recorder.end()
      progress(Self.longestConversion)
      await recorder.settle()
      progress(nil)
    }
    publish.finish()
  }
}
