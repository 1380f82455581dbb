import CanonFiles
import CanonJack
import CanonNSM
import CanonSchedule
import CanonSession
import CanonStems
import Foundation

/// What `canon play` makes of its options: the performance, the way to a server and the driver.
extension Play {
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
}
