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
  /// All events, in order, from the start; those of one look at the engine together. Only one consumer may read them.
  package nonisolated let batches: AsyncStream<[PerformanceEvent]>
  /// The same, one by one.
  public nonisolated var events: PerformanceEvents { PerformanceEvents(batches: batches) }

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
  /// How much of the samples of a stem is in memory (``holdSamples(_:)``).
  var held = SampleHolding.whole
  /// The commands that wait for samples where they lead, by their numbers, in their order.
  var leads: [Int] = []
  var lastLead = 0
  /// The longest wait for those samples. After it the command is given all the same.
  var longestLead = Duration.milliseconds(500)
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
  /// Whether people were told that memory is not locked.
  var hasSaidUnlocked = false
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
    let stream = AsyncStream.makeStream(of: [PerformanceEvent].self, bufferingPolicy: .unbounded)
    (batches, publish) = (stream.stream, EventPublisher(stream.continuation))
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
}
