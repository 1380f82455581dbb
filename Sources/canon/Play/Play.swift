import ArgumentParser
import CanonControl
import CanonEngine
import CanonFiles
import CanonJack
import CanonMPRIS
import CanonNSM
import CanonNetwork
import CanonOSC
import CanonSchedule
import CanonSession
import CanonSocket
import CanonStems
import CanonTerminal
import CanonWeb
import Foundation
import Glibc
import Synchronization

/// `canon play`: live, through JACK.
struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a set live through JACK, in a full screen or line by line.",
    discussion: """
      At a terminal canon uses the full screen; "?" shows the keys. With --plain, and in a pipe, it reads commands from \
      standard input and writes events to standard output; "help" lists the commands. Without a JACK server canon uses \
      PipeWire; without either, it starts a private server while it plays.
      """)

  @OptionGroup var options: SourceOptions
  @OptionGroup var asOf: AsOfOption
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var language: LanguageOption
  @Flag(help: "Print events as JSON, one object per line.") var json = false
  @Flag(help: "Use line mode even on a terminal.") var plain = false
  @Flag(help: "Run without a terminal: do not read standard input; write problems to standard error.")
  var headless = false
  @Flag(help: "Disable the control socket (\"canon ctl\").") var noControl = false
  @Option(
    help: ArgumentHelp(
      "Listen for OSC, UDP and TCP, on this port of this machine alone, or at an address that other machines reach.",
      valueName: "[address:]port"))
  var osc: String?
  @Flag(help: "Serve a page for browsers on this machine, at http://127.0.0.1:8321/.") var web = false
  @Option(
    help: ArgumentHelp(
      "Serve the page there. Browsers on other machines are paired by a code (\"pair play\"). Includes --web.",
      valueName: "address[:port]"))
  var webAddress: String?
  @Flag(help: "Have browsers on this machine pair, too. Includes --web.") var webPairing = false
  @Flag(help: "Offer the port control_in for pads, pedals and knobs, and connect the MIDI devices to it.")
  var midi = false
  @Flag(help: "Do not appear as a player on the desktop, and do not listen to media keys (MPRIS).")
  var noMpris = false
  @Flag(help: "Print only refusals, door changes and problems.") var quiet = false
  @OptionGroup var screen: ScreenOptions
  @Option(
    help:
      "Record the performance to this new file, for \"canon render --score\". %Y %m %d %H %M %S become the date and time. If the file exists, NAME-2 is used, and so on.",
    completion: .file())
  var journal: String?
  @Option(
    help: ArgumentHelp(
      "Record the master from the first frame on into this new file, .wav or .flac. %Y and so on as for --journal; if the file exists, NAME-2 is used, and so on.",
      valueName: "file"), completion: .file())
  var record: String?
  @Option(
    help: ArgumentHelp(
      "Record every stem and bus into this folder, as .wav files. If there is something in it, NAME-2 is used, and so on.",
      valueName: "folder"),
    completion: .directory)
  var recordStems: String?
  @Flag(help: "Offer the inputs in_1 and in_2 from the start, not only from the first capture on.")
  var inputs = false
  @OptionGroup var server: ServerOptions
  @Option(
    help: ArgumentHelp(
      "Connect the master, or another output (violin-a=reverb), to this port or client instead of the physical outputs (repeatable). Patterns (\"violin-*=mixer:in_*\"), regular expressions (/^mixer:.*in$/) and physical:3 are possible too.",
      valueName: "[output=]target"))
  var connect: [String] = []
  @Flag(help: "Connect nothing.") var noConnect = false
  @Option(
    help: ArgumentHelp(
      "When the physical output that canon plays to disappears: \"pause\" until the same one is back, \"hold\" (play on unheard until then), or \"follow\" the default output.",
      valueName: "policy"))
  var onDeviceLoss = DevicePolicy.pause
  @Option(help: "The name of the JACK client, and of this canon for \"canon ctl\".") var name = "canon"
  @Flag(
    inversion: .prefixedNo,
    help:
      "Go on with the saved performance of this source and --name if it did not end with \"quit\", in phase, with the same stems. The default of --headless."
  )
  var resume: Bool?
  @Flag(
    help: "End with status 65 if a sound file cannot be read, instead of playing the others without it.")
  var strict = false
  @Option(help: "After an xrun: \"move\" with the server's clock, or \"stay\" at the old position.")
  var afterXrun = AfterXrun.move

  enum AfterXrun: String, ExpressibleByArgument, CaseIterable { case move, stay }

  func validate() throws {
    if headless && plain {
      throw language.error(.both("--headless", "--plain"))
    }
    if noConnect && !connect.isEmpty {
      throw language.error(.both("--connect", "--no-connect"))
    }
    if resume == true && asOf.text != nil {
      throw language.error(.both("--as-of", "--resume"))
    }
    if let record, !RecordRequest.isFormat(record) { throw language.error(.recordFormat(record)) }
    if let osc, NetworkPlace(osc) == nil { throw language.error(.osc(osc)) }
    if let webAddress, webPlace == nil { throw language.error(.webAddress(webAddress)) }
    try checkConnections()
    try server.check(language)
    if name.isEmpty || name.utf8.count > 63 || name.contains(":") {
      throw language.error(.name(name))
    }
    if name == PrivateServer.name {
      throw language.error(.privateName(name))
    }
  }

  func run() async throws {
    let loaded = try load()
    guard let session = await Self.joinSession(language.text) else {
      return try await run(loaded, nil, writes: false)
    }
    try await run(loaded, in: session)
  }

  /// What is played, and the line that shows how far its files are read.
  typealias Loaded = (source: Source, loading: LoadingLine?)

  /// - Throws: All that keeps the source from being played: a session does not learn of it.
  func load() throws -> Loaded {
    let loading = loadingLine
    do {
      let source = try playback.applied(
        to: options.load(language.text, strict ? .strict : .lenient, loading: loading), language.text)
      try checkOutputs(of: source.set)
      return (source, loading)
    } catch {
      loading?.end()
      throw error
    }
  }

  /// - Parameters:
  ///   - session: The session of a session manager in which canon plays; nil outside.
  ///   - writes: Whether the session's file is to say what this command says.
  func run(_ loaded: Loaded, _ session: NSMSession?, writes: Bool) async throws {
    let (source, loading) = loaded
    defer { loading?.end() }
    let asked = try asOf.instant(for: source, language.text)
    try ProcessLimits.check(for: source.set, language.text)
    let midi = try await Failure.wrap(language.text) { try midiControl(for: source.set) }
    let signals = Signals { loading?.end() }
    ServerMessages.capture(show: getenv("CANON_JACK_MESSAGES") != nil)
    try await Failure.wrap(language.text) {
      let performance = try Performance(
        set: source.set, schedule: source.schedule, playback: source.playback,
        journal: journal.map { JournalName.dated($0, at: Zone.local.dateTime(at: .now())) },
        source: ContainedPath.realPath(source.name) ?? source.name, piece: source.piece, patchFile: patchFile,
        doors: DoorState(source, language.text).clock(asOf: asked))
      await performance.watchDoors()
      await performance.readBehind()
      await performance.holdSamples(SampleHolding(ProcessInfo.processInfo.environment))
      if record != nil || recordStems != nil { await performance.recordFromStart(recordRequest) }
      if inputs { await performance.offerInputs() }
      await performance.keepCaptures(
        in: session?.folder.captures
          ?? UserFolder.state.path(ProcessInfo.processInfo.environment).map { $0 + "/captures" })
      let claim = claimName()
      defer { withExtendedLifetime(claim) {} }
      let clientName = claim?.name ?? name
      let search = ServerSearch(clientName: clientName, server.request) { note in
        Task { await performance.note(.server(note)) }
      }
      do {
        // What keeps canon from playing is known at once, as a rule, and then there is nothing to show. Commands do not
        // wait for a server that does not answer.
        try await search.waitBriefly()
        let (evening, evenings) =
          if let session {
            try await keepEvening(
              of: performance, in: session, preview: asked, waits: midi?.waitsForStart ?? false)
          } else {
            (await keepEvening(of: performance, source, preview: asked), nil as SessionEvenings?)
          }
        // Nothing is written over before what is there has been read.
        if let session, writes { try await write(source, to: session.folder) }
        let options = driverOptions(patch(connections(after: evening)), midi, clientName)
        let driver = JackDriver(options, search)
        try await perform(
          performance, source, driver, search, signals, loading, midi,
          session.map { (session: $0, evenings: evenings) }, named: clientName, preview: asked,
          isResumed: evening != nil)
      } catch is ServerSearch.NeedsPipeWire {
        await session?.handOver()
        try ServerLadder.restartThroughPipeWire(arguments: CommandLine.arguments)
      }
    }
  }

  /// What is to be recorded from the first frame on.
  private var recordRequest: RecordRequest {
    let now = Zone.local.dateTime(at: .now())
    return RecordRequest(
      file: record.map { JournalName.dated($0, at: now) },
      folder: recordStems.map { JournalName.dated($0, at: now) })
  }

  private func driverOptions(
    _ patch: Patch?, _ midi: MIDIControl?, _ clientName: String
  ) -> JackDriver.Options {
    var options = JackDriver.Options()
    options.clientName = clientName
    options.usesServerClock = afterXrun == .move
    options.patch = patch
    options.midi = midi?.ports
    options.onDeviceLoss = onDeviceLoss
    return options
  }

  private func perform(
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
