import CanonEngine
import CanonFiles
import CanonSession
import CanonStems
import Synchronization

/// The part of a performance that surfaces see. Words go in, replies and feeds come
/// out; no surface can delay another.
///
/// - Thread: an actor; for any control thread.
public actor Desk {
  /// The language in which a surface receives sentences.
  public typealias Language = CanonFiles.Language

  nonisolated let performance: Performance
  /// The previewed day, as text; nil if there is no preview.
  public nonisolated let preview: String?
  /// Apart from the actor, so that events are passed on beside the commands that cause them.
  private nonisolated let listeners = Mutex<[Listener]>([])
  /// Whether a surface has asked for the end.
  public private(set) var hasQuit = false
  private var waitsForQuit = true
  private var quitters: [CheckedContinuation<Void, Never>] = []

  /// Who learns what pads do; nil without pads.
  weak var learner: (any Learner)?

  /// Who pairs browsers; nil if none is to pair.
  weak var pairing: (any BrowserPairing)?

  /// Whether profiles are being made for the surfaces.
  private var isProfiling = false

  /// The last command about recordings and captures.
  var recordings: Task<Reply, Never>?

  private struct Listener {
    weak var mailbox: Mailbox?
  }

  public init(_ performance: Performance, preview: String? = nil) {
    (self.performance, self.preview) = (performance, preview)
  }

  // MARK: - What happens

  /// A separate stream for each listener: first a snapshot, then every event.
  /// - Parameter limit: The number of notices that can wait for the listener; beyond it, the oldest are dropped.
  public func feed(limit: Int = 10_000) async -> Feed {
    // It listens first: events until the snapshot is made are reported after it, even if the snapshot already includes them.
    let mailbox = Mailbox(limit: limit)
    listeners.withLock { $0.append(Listener(mailbox: mailbox)) }
    mailbox.begin(with: await performance.snapshot())
    return Feed(mailbox: mailbox)
  }

  /// Passes every event to every listener until the performance has ended. Call it once.
  public nonisolated func run() async {
    var recent = await RecentSnapshot(performance)
    for await events in performance.batches {
      var notices: [Notice] = []
      notices.reserveCapacity(events.count)
      for event in events { notices.append(Notice(event, in: await recent.snapshot(for: event))) }
      listeners.withLock { [notices] listeners in
        for listener in listeners { listener.mailbox?.offer(notices) }
        listeners.removeAll { $0.mailbox == nil }
      }
    }
    for listener in listeners.withLock({ $0 }) { listener.mailbox?.end() }
  }

  // MARK: - What is said

  /// Runs a line of the vocabulary.
  ///
  /// Lines of several surfaces run in the order of the calls. This method does not wait for the engine.
  /// - Parameter place: The place of the line: some words can be used only at some places.
  /// - Returns: A function that waits for the engine and returns the reply.
  public func submit(
    _ line: String, at place: Place, by asker: Asker
  ) async -> @Sendable () async -> Reply {
    do throws(CommandProblem) {
      switch try CommandParser.read(line, at: place) {
      case .view(let view):
        try check(view)
        return { .view(view) }
      case .command(let command): return await submit(command, by: asker)
      }
    } catch {
      await performance.refuse(error, by: asker)
      return { .refused([error]) }
    }
  }

  public func submit(_ command: ControlCommand, by asker: Asker) async -> @Sendable () async -> Reply {
    switch command {
    case .quit:
      quit()
      return { .quit }
    case .undo: return await undo(by: asker)
    case .record, .endRecording, .capture, .endCapture, .keep: return await record(command, by: asker)
    case .learn, .endLearning:
      let reply = await learn(command, by: asker)
      return { reply }
    case .unpair(let number):
      let reply = await unpair(number, by: asker)
      return { reply }
    default:
      let receipt = await performance.submit([command], by: asker)
      return { [performance] in Reply(await performance.outcome(of: receipt)) }
    }
  }

  /// Runs a line, or a command, and waits for the engine's answer.
  public func perform(_ line: String, at place: Place, by asker: Asker) async -> Reply {
    await submit(line, at: place, by: asker)()
  }

  public func perform(_ command: ControlCommand, by asker: Asker) async -> Reply {
    await submit(command, by: asker)()
  }

  /// Runs a command without a reply: the feed reports its effects and its refusal.
  /// - Parameter asked: When the command was requested; nil for now.
  public func give(
    _ command: ControlCommand, by asker: Asker, since asked: Performance.Interruptions? = nil
  ) async {
    switch command {
    case .quit: quit()
    case .undo: _ = await undo(by: asker, since: asked)
    case .record, .endRecording, .capture, .endCapture, .keep: _ = await record(command, by: asker)
    case .learn, .endLearning: _ = await learn(command, by: asker)
    case .unpair(let number): _ = await unpair(number, by: asker)
    default: _ = await performance.submit([command], by: asker, isAwaited: false, since: asked)
    }
  }

  /// Gives a command that leads to another program (``Performance/Need/makesEdition``), without a reply. What it means is decided when this
  /// returns.
  /// - Returns: Ends once its files are read and it is given.
  func begin(
    _ command: ControlCommand, by asker: Asker, since asked: Performance.Interruptions
  ) async -> Task<Void, Never> {
    await performance.begin(command, by: asker, since: asked)
  }

  /// Reads a line for a surface that runs some commands in its own way.
  /// - Returns: nil if the line is not valid; the feed tells all listeners why.
  public func read(_ line: String, at place: Place, by asker: Asker) async -> Word.Meaning? {
    do throws(CommandProblem) {
      let meaning = try CommandParser.read(line, at: place)
      if case .view(let view) = meaning { try check(view) }
      return meaning
    } catch {
      await performance.refuse(error, by: asker)
      return nil
    }
  }

  /// Publishes a note for people.
  public func note(_ note: Note) async { await performance.note(note) }

  /// Whether the clock has started.
  public var isRolling: Bool { get async { await performance.clock?.isRolling == true } }

  /// Returns once the clock has started, or after this time. The engine receives nothing before; commands wait for it.
  public func waitUntilRolling(atMost patience: Duration) async {
    let end = ContinuousClock.now + patience
    while await !isRolling, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  // MARK: - Guests

  /// A separate asker for one of several that share a name, such as the clients of a surface.
  /// - Parameter name: The name that people and programs read.
  public nonisolated func enter(named name: String) -> Asker { .guest(named: name) }

  /// Forgets the changes of an asker that has left, and frees its number.
  public func leave(_ asker: Asker) async {
    guard asker.isGuest else { return }
    await performance.forget(asker)
    asker.leave()
  }

  // MARK: - The end

  /// Ends the performance and resumes everything that waits for its end.
  public func quit() {
    hasQuit = true
    stopWaiting()
  }

  /// Resumes everything that waits for a `quit`, because the performance ends without one.
  public func stopWaiting() {
    waitsForQuit = false
    for waiter in quitters { waiter.resume() }
    quitters = []
  }

  /// Returns after a `quit` from any surface, or after ``stopWaiting()``.
  public func waitForQuit() async {
    if waitsForQuit { await withCheckedContinuation { quitters.append($0) } }
  }

  // MARK: - What is shown

  /// What is played; a reload replaces it.
  public nonisolated var program: Program { performance.program }

  public func snapshot() async -> Snapshot { await performance.snapshot() }

  /// The performance as it can go on in another process; nil while nothing whole can be written down (``Performance/evening()``).
  package func evening() async -> Evening? { await performance.evening() }

  /// The health of the server; nil while there is none, and before the driver has reported it.
  public var health: ServerHealth? { get async { await performance.health } }

  /// Whether a stem is audible now, or would be without a pause.
  public var isSounding: Bool { get async { await performance.isSounding } }

  /// What the pause key means now (``Performance/pauseKey``).
  public var pauseKey: ControlCommand { get async { await performance.pauseKey } }

  /// The pause of the set, whatever the pause key means now.
  public var pausing: ControlCommand { get async { await performance.pausing } }

  /// What a step of a stem's gain or pan, or of the master's gain, continues from.
  public func requestedMix(of stem: String?) async -> RequestedMix {
    await performance.requestedMix(of: stem)
  }

  /// The data for one picture of the screen (``Performance/moment(over:)``).
  public func moment(
    over seconds: Double
  ) async -> (snapshot: Snapshot, stems: [StemLevel], master: MasterLevels?) {
    await performance.moment(over: seconds)
  }

  /// The trigger that does what a command does (``Performance/trigger(for:by:)``), for a driver that reads events with their frames.
  public func trigger(for command: ControlCommand, by asker: Asker) async -> Trigger? {
    await performance.trigger(for: command, by: asker)
  }

  /// Learns what triggers have changed (``Performance/heedTriggers()``).
  public func heedTriggers() async { await performance.heedTriggers() }

  /// The level of every stem over the last `seconds`, by its id. Unlike ``moment(over:)`` it begins no measurement anew, so that
  /// several surfaces can ask.
  public func levels(over seconds: Double) async -> [(id: String, level: StemLevel)] {
    await performance.levels(over: seconds)
  }

  /// Answers requests for the data of a page's pictures until they end (``Performance/glance(at:_:)``). Like ``levels(over:)`` it begins
  /// no measurement anew.
  public nonisolated(nonsending) func glance(
    at requests: GlanceRequests, _ body: @Sendable (Glance) -> Void
  ) async {
    await performance.glance(at: requests, body)
  }

  /// The master's levels since an instant (``Performance/masterLevels(since:at:)``).
  public func masterLevels(
    since: ContinuousClock.Instant?
  ) async -> (levels: MasterLevels, until: ContinuousClock.Instant)? {
    await performance.masterLevels(since: since)
  }

  /// The loop of each stem as peaks of equal parts; empty while unknown.
  public func pictures() async -> [[Float]] { await performance.pictures() }

  /// Computes the picture of one stem that has none yet.
  /// - Returns: Whether there was such a stem.
  public func makeProfile() async -> Bool { await performance.makeProfile() }

  /// Computes in the background the pictures that stems have not yet, from which levels come too: long files take seconds. Surfaces that
  /// ask meanwhile share the work.
  public func makeProfiles() {
    guard !isProfiling else { return }
    isProfiling = true
    Task {
      while await makeProfile() {}
      isProfiling = false
    }
  }

  /// The answer to a view, as lines for people. `watch` begins with the status.
  /// - Parameter draws: Whether pictures of block characters can be shown.
  public func text(_ view: View, _ language: Language = .english, draws: Bool = true) async -> [String] {
    let note = preview.map { [language.wording.preview($0)] } ?? []
    return switch view {
    case .status, .watch: note + StatusText.status(await performance.snapshot(), language)
    case .doors: note + StatusText.doors(await performance.snapshot(), language)
    case .ports: PortText.lines(await performance.ports, language)
    case .pair(let role): PairingText.lines(pairing?.invitation(to: role), language, draws: draws)
    case .pairings: PairingText.lines(pairing?.browsers, language)
    case .help(nil, let place): HelpText.words(at: place, language)
    case .help(let word?, _): HelpText.word(word, language)
    }
  }

  /// The answer to a view, as one JSON object.
  public func json(_ view: View) async -> String {
    switch view {
    case .status, .watch: return StatusRecord(await performance.snapshot(), preview: preview).json
    case .doors:
      let snapshot = await performance.snapshot()
      let calendar = DoorCalendar(
        performance.source, snapshot.stems.map(\.door), at: snapshot.now, isPreview: preview != nil)
      return calendar.answer
    case .ports: return PortsRecord(await performance.ports, title: program.set.title).json
    case .pair(let role):
      return pairing.map { PairRecord($0.invitation(to: role)).json }
        ?? ReplyRecord(.refused([.noPairing]), .english).json
    case .pairings:
      return pairing.map { PairingsRecord($0.browsers).json }
        ?? ReplyRecord(.refused([.noPairing]), .english).json
    case .help(let word, let place): return HelpRecord(word, at: place).json
    }
  }
}
