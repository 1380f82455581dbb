import CanonControl
import CanonFiles
import CanonJack
import CanonMPRIS
import CanonNSM
import CanonSchedule
import CanonSession
import CanonTerminal
import CanonWeb
import Glibc
import Synchronization

/// What runs while `canon play` plays.
extension Play {
  /// Lets the performance run, with the driver and every surface, until one of them ends it.
  /// - Parameters:
  ///   - joined: The session of a session manager, with what it keeps of the performance; nil outside.
  ///   - preview: The instant by which doors are judged; nil for now.
  ///   - isResumed: Whether the performance goes on with an evening.
  func perform(
    _ session: Performance, _ source: Source, _ driver: JackDriver, _ search: ServerSearch,
    _ signals: Signals, _ loading: LoadingLine?, _ midi: MIDIControl?,
    _ joined: (session: NSMSession, evenings: SessionEvenings?)?, named clientName: String,
    preview: Instant?, isResumed: Bool
  ) async throws {
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isScreen = isTerminal && !json && !plain && !headless && !isDumb
    let zone = source.schedule?.zone ?? .local
    let desk = Desk(session, preview: preview.map(zone.textWithZone))
    let osc = try await oscServer(desk)
    let web = try await webServer(desk)
    let control = await controlSocket(desk, named: clientName)
    if !quiet && !headless {
      let hint = isTerminal && !isScreen
      // Another name than the requested one is an event.
      let controlName = control.flatMap { $0.name == name ? name : nil }
      for line in Greeting.lines(
        source, await session.snapshot(), isPreview: preview != nil, hasHint: hint, control: controlName,
        language.text)
      {
        Output.note(line)
      }
    }
    // Nobody can play from the page yet.
    let invites = web.map { $0.pairs && $0.browsers.isEmpty } ?? false
    let terminal = try await surface(desk, isTerminal, isScreen: isScreen, loading, invites: invites)
    if let loading, terminal is LineMode { await session.reportLoading(to: loading.reporter) }
    let desktop = noMpris ? nil : MPRISPlayer(desk, language.text)
    let manager = joined.map { NSMSurface(desk, $0.session, $0.evenings, language.text) }
    let pads = midi?.surface(desk)
    if let pads { await desk.offer(pads) }
    if let web, web.pairs { await desk.offer(web) }
    if invites, isTerminal, !json, terminal is LineMode { await showInvitation(desk) }
    let isSaved = joined != nil
    let failed = Trouble()
    let surfaces = ([control, osc, web, pads, desktop, manager, terminal] as [(any Surface)?]).compactMap(
      \.self)
    // These end by themselves once all events are reported.
    var showing: [Task<Void, Never>] = []
    for surface in surfaces {
      let feed = await desk.feed()
      showing.append(Task { await surface.show(feed) })
    }
    let telling = Task { await desk.run() }
    if midi?.waitsForStart ?? false { await session.followTransport() }
    if let midi, midi.waitsForStart, !isResumed { await desk.give(.freeze(nil), by: .named("midi")) }
    if let osc { await session.note(.osc(osc.place.description, isOpen: !osc.place.isOfThisMachine)) }
    for note in web?.notes ?? [] { await session.note(note) }
    if let midi { await session.note(midi.note) }
    await session.skip(source.skipped)
    // The screen hides what was said before it.
    if isScreen, let assumption = source.set.assumption { await session.note(.assumed(assumption)) }
    let listeners = surfaces.map { surface in
      PlayGroup.Member(endsAll: surface.endsPerformance) { await surface.listen() }
    }
    let group = PlayGroup(
      members: [
        .init(endsAll: true, isCancelled: false) { [seat = session.seat] in
          try await driver.run(seat)
        } leave: {
          await driver.stop()
        },
        .init {
          await loudness(of: session)
        } leave: {
          await session.stopWaiting()
        },
        .init(endsAll: true) {
          await desk.waitForQuit()
        } leave: {
          await desk.stopWaiting()
        },
        .init(endsAll: true) {
          await signals.wait()
        } leave: {
          signals.raise()
        },
      ] + listeners + [
        .init { await suspensions(driver, surfaces) },
        .init { await session.beat() },
        .init { await session.watchFolder() },
        .init { await session.prepareVariants() },
        .init { await session.preparePieces() },
      ],
      closing: [
        // What a session goes on with is what was saved, unless something has gone wrong.
        { await session.endEvening(isOver: await desk.hasQuit || isSaved && !failed.isSet) },
        { await session.finish { Deadline.set(after: ($0 ?? .zero) + Deadline.step) } },
        { await telling.value },
        { [showing] in for task in showing { await task.value } },
        { for surface in surfaces { await surface.flush() } },
        { await search.leave() },
      ])
    // What hangs does not keep the terminal for long.
    try await group.run { failure in
      if failure != nil { failed.set() }
      Deadline.set(failure.map { Failure($0).status })
    }
  }

  /// Whether something has gone wrong, for any thread.
  private final class Trouble: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  /// Reports once, in the background, if the stems can clip together.
  private func loudness(of session: Performance) async {
    let task = Task(priority: .background) {
      await session.waitUntilRolling()
      await session.noteLoudness()
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Leaves the server's graph at Ctrl-Z, and comes back after it.
  private func suspensions(_ driver: JackDriver, _ surfaces: [any Surface]) async {
    for await _ in Signals.suspensions() {
      await driver.standAside()
      for surface in surfaces { await surface.suspend() }
      await driver.comeBack()
    }
  }
}
