import CanonEngine
import CanonSession
import CanonStems

/// Where people and programs play a performance: all that a surface sees of it. Words go in, replies and feeds come
/// out; nobody who stands here can hold up another.
///
/// - Thread: an actor; for any control thread.
public actor Desk {
  /// In which a surface wants to be told of doors and refusals.
  public typealias Language = CanonSession.Language

  private nonisolated let session: Performance
  /// The day that is previewed instead of today, as it is shown.
  public nonisolated let preview: String?
  private var listeners: [Listener] = []
  private var hasQuit = false
  private var quitters: [CheckedContinuation<Void, Never>] = []

  private struct Listener {
    weak var mailbox: Mailbox?
  }

  public init(_ session: Performance, preview: String? = nil) {
    (self.session, self.preview) = (session, preview)
  }

  // MARK: - What happens

  /// A stream of its own for whoever listens: a snapshot first, then everything that happens.
  /// - Parameter limit: The most notices that wait for a listener; the oldest beyond it are left out.
  public func feed(limit: Int = 10_000) async -> Feed {
    // It listens first: what happens until the snapshot is there is told after it, though the snapshot has it.
    let mailbox = Mailbox(limit: limit)
    listeners.append(Listener(mailbox: mailbox))
    mailbox.begin(with: await session.snapshot())
    return Feed(mailbox: mailbox)
  }

  /// Tells every listener what happens, until the performance has ended. To be called once.
  public func run() async {
    var recent = RecentSnapshot(session)
    for await event in session.events {
      let notice = Notice(event, in: await recent.snapshot(for: event))
      for listener in listeners { listener.mailbox?.offer(notice) }
      listeners.removeAll { $0.mailbox == nil }
    }
    for listener in listeners { listener.mailbox?.end() }
  }

  // MARK: - What is said

  /// Carries a line out, in the words of the vocabulary.
  ///
  /// What several say is carried out in the order in which it was said; the engine's answer is not waited for here.
  /// - Parameter place: Where it was said: some words can be used only at some places.
  /// - Returns: Call it for the reply: it waits for the engine.
  public func submit(
    _ line: String, at place: Place, by asker: Asker
  ) async -> @Sendable () async -> Reply {
    do throws(CommandProblem) {
      switch try CommandParser.read(line, at: place) {
      case .view(let view): return { .view(view) }
      case .command(let command): return await submit(command, by: asker)
      }
    } catch {
      await session.refuse(error, by: asker)
      return { .refused([error]) }
    }
  }

  public func submit(_ command: ControlCommand, by asker: Asker) async -> @Sendable () async -> Reply {
    if command == .quit {
      quit()
      return { .quit }
    }
    let receipt = await session.submit(command, by: asker)
    let session = session
    return { Reply(await session.outcome(of: receipt)) }
  }

  /// Carries a line out, and waits for what the engine says to it.
  public func perform(_ line: String, at place: Place, by asker: Asker) async -> Reply {
    await submit(line, at: place, by: asker)()
  }

  /// Carries a command out; what becomes of it is told by the feed.
  public func perform(_ command: ControlCommand, by asker: Asker) async {
    if command == .quit { quit() } else { await session.give(command, by: asker) }
  }

  /// Reads a line for a surface that carries some commands out in a way of its own.
  /// - Returns: nil for what is not understood; everybody is told why.
  public func read(_ line: String, at place: Place, by asker: Asker) async -> Word.Meaning? {
    do throws(CommandProblem) {
      return try CommandParser.read(line, at: place)
    } catch {
      await session.refuse(error, by: asker)
      return nil
    }
  }

  /// Says something to the people, as a whole sentence.
  public func note(_ sentence: String) async { await session.note(sentence) }

  /// Whether the clock was started.
  public var isRolling: Bool { get async { await session.clock?.isRolling == true } }

  /// Returns once the clock was started: before, nothing is received.
  public func waitUntilRolling() async { await session.waitUntilRolling() }

  // MARK: - The end

  /// Ends the performance, whoever waits for it.
  public func quit() {
    hasQuit = true
    for waiter in quitters { waiter.resume() }
    quitters = []
  }

  /// Returns once somebody has said `quit`.
  public func waitForQuit() async {
    if !hasQuit { await withCheckedContinuation { quitters.append($0) } }
  }

  // MARK: - What is shown

  /// The parts that are played, in the order of the set.
  public nonisolated var stems: [StemSpec] { session.set.stems }
  public nonisolated var sceneNames: [String] { session.sceneNames }

  public func snapshot() async -> Snapshot { await session.snapshot() }

  /// What a picture is made from (``Performance/moment(over:)``).
  public func moment(
    over seconds: Double
  ) async -> (snapshot: Snapshot, stems: [StemLevel], master: MasterLevels?) {
    await session.moment(over: seconds)
  }

  /// The loop of each stem as peaks of equal parts; empty while unknown.
  public func pictures() async -> [[Float]] { await session.pictures() }

  /// Looks through the samples of a stem that was not looked through yet.
  /// - Returns: Whether there was one.
  public func makeProfile() async -> Bool { await session.makeProfile() }

  /// The answer to a view's word, as lines for people. `watch` begins with how things are.
  public func text(_ view: View, _ language: Language = .english) async -> [String] {
    let note = preview.map { [language.wording.preview($0)] } ?? []
    return switch view {
    case .status, .watch: note + StatusText.status(await session.snapshot(), language)
    case .doors: note + StatusText.doors(await session.snapshot(), language)
    case .help(nil, let place): HelpText.words(at: place)
    case .help(let word?, _): HelpText.word(word)
    }
  }

  /// The answer to a view's word, as one JSON object.
  public func json(_ view: View) async -> String {
    switch view {
    case .status, .watch: return StatusRecord(await session.snapshot(), preview: preview).json
    case .doors:
      let snapshot = await session.snapshot()
      let calendar = DoorCalendar(
        session.source, snapshot.stems.map(\.door), at: snapshot.now, isPreview: preview != nil)
      return calendar.answer
    case .help(let word, let place): return HelpRecord(word, at: place).json
    }
  }
}
