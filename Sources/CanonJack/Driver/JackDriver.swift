import CanonEngine
import CanonFiles
import CanonSession
import Synchronization

/// Plays a performance through a JACK server, and continues it when the server is lost.
///
/// It opens a client, runs the performance's engine in it, and checks its health twenty times a second (a hundred times
/// while a change is expected, five times while music merely plays, once while nothing sounds). The performance does not wait for the
/// driver: it has its own heartbeat (``Performance/beat()``).
///
/// A server that ends usually notifies its clients. One that hangs does not, so the driver counts cycles too. When the
/// server is lost, the driver takes the engine back and opens a new client as soon as a server answers. The music continues
/// where it would be by then. If the new server has another sample rate, the performance makes a new engine with the stems
/// converted.
public actor JackDriver: Driver {
  public struct Options: Sendable {
    public var clientName = "canon"
    /// What the outputs are connected to, before what the user's file and the set say; nil: to nothing.
    public var patch: Patch? = Patch()
    /// What to do when a physical output has gone.
    public var onDeviceLoss = DevicePolicy.pause
    /// What the ports for MIDI are for; nil for none.
    public var midi: MIDIPorts?
    /// Whether the music skips the frames that an xrun lost. Otherwise it continues at its old position.
    public var usesServerClock = true

    public init() {}
  }

  private let search: ServerSearch
  let options: Options
  /// The first server that has accepted canon, which is the one to reach again; nil before.
  var server: ServerSearch.Found?
  private var box: EngineBox?
  private var rate: SampleRate?
  /// Where the music was when a client last played. It is kept until the next client has had its first cycle, because that
  /// client may be lost before then.
  var resume: ResumePoint?
  var isStopping = false
  private var told: ServerNote?
  /// What is said once in a performance, and was.
  private var saidOnce: Set<ServerNote> = []
  /// Whether a client is in the graph, or entering it.
  var isInGraph = false
  /// Whether the client is to leave the graph for a while.
  var isToStandAside = false
  /// Ends the sleep between two looks at a client.
  var bell: Bell?

  /// - Parameter search: The search for the first server; it may be under way.
  public init(_ options: Options, _ search: ServerSearch) {
    (self.options, self.search) = (options, search)
    looks = WiringLooks(WiringLooks.Found(wiring: WiringState(options.onDeviceLoss)))
  }

  /// Waits for a server, and plays until ``stop()``.
  /// - Throws: The problem that keeps the first client from playing, or the stems from being loaded;
  ///   ``ServerSearch/NeedsPipeWire``.
  public func run(_ seat: Seat) async throws {
    bell = seat.bell
    guard let server = try await firstServer() else { return }
    self.server = server
    var pauses = RetryPauses()
    var isFirst = true
    while !isStopping {
      do {
        let client = isFirst ? server.client : try await open(seat)
        (pauses, told) = (RetryPauses(), nil)
        try await play(client, in: seat, rolls: isFirst)
        isFirst = false
      } catch {
        if isFirst { throw error }
        // A missing server, or a stem that cannot be read again, does not end the performance.
        if let problems = error as? FileProblems { await tellOnce(.cannotResume(problems), seat) }
        if let note = await server.restart() { await tellOnce(note, seat) }
        // No client has the engine: its windows follow the music, which moves on unheard.
        box?.pointer.pointee.passPages()
        await wait(milliseconds: pauses.next())
      }
    }
  }

  /// The first server; nil if the driver is to stop before one answers.
  private func firstServer() async throws -> ServerSearch.Found? {
    while !isStopping {
      if let found = try search.found { return found }
      await wait(milliseconds: 5)
    }
    return nil
  }

  private func open(_ seat: Seat) async throws(JackProblem) -> JackClient {
    let client = try await JackClient.open(
      name: options.clientName, server: server?.server, asking: server?.request ?? ServerRequest()
    ) { note in
      Task { await self.tellOnce(note, seat) }
    }
    await server?.join()
    return client
  }

  /// Reports once why the music cannot continue.
  private func tellOnce(_ note: ServerNote, _ seat: Seat) async {
    if note == told { return }
    told = note
    await seat.note(note)
  }

  /// Says something that holds for the whole performance.
  func sayOnce(_ note: ServerNote, _ seat: Seat) async {
    if saidOnce.insert(note).inserted { await seat.note(note) }
  }

  /// Ends ``run(_:)``. The client is closed if the server answers within a second.
  public func stop() {
    isStopping = true
    bell?.ring()
  }

  // MARK: - One client's life

  private func play(_ client: JackClient, in seat: Seat, rolls: Bool) async throws {
    do {
      try await begin(client, in: seat, rolls: rolls)
    } catch {
      client.retire()
      isInGraph = false
      markResume(client)
      ServerThread.detach { client.close() }
      throw error
    }
    let reason = await watch(client, in: seat)
    if reason == nil { await endMIDI(client) }
    isInGraph = false
    await seat.offers(nil)
    client.retire()
    if let reason {
      await seat.report(.lost(reason))
      markResume(client)
      looks.begin { $0.lastLook(at: client) }
      ServerThread.detach { client.close() }
    } else {
      await close(client)
    }
  }

  private func begin(_ client: JackClient, in seat: Seat, rolls: Bool) async throws {
    guard let rate = SampleRate(hertz: client.sampleRate) else {
      throw JackProblem.unsupportedRate(client.sampleRate)
    }
    if rate != self.rate || box == nil {
      var point = resume
      if let old = self.rate, let lag = point?.frames, let clock = await seat.clock {
        // The new engine begins at frame 0, so it skips to the position of the music.
        point?.frames = (clock.position + lag).scaled(from: old, to: rate)
        point?.position = clock.position.scaled(from: old, to: rate)
      }
      // The old engine is kept until the new one is ready: the next server may have the old rate again.
      box = EngineBox(try await seat.engine(at: rate))
      (self.rate, resume) = (rate, point)
      if !rolls { await seat.roll() }
    }
    let evening = rolls ? await seat.evening : nil
    if let evening {
      looks = WiringLooks(WiringLooks.Found(wiring: WiringState(options.onDeviceLoss, evening.wiring)))
      // The clock moves to its position with the first cycle.
      await seat.roll()
    }
    guard let box else { return }
    let (order, title, first) = (await seat.outputs, seat.title, await seat.firstOutputs)
    let (follows, point, patch) = (options.usesServerClock, resume, patch(with: order.plan))
    while isToStandAside && !isStopping { await wait(milliseconds: 5) }
    isInGraph = true
    let (server, looks, midi) = (server, looks, options.midi)
    let (found, info, used) = try await ServerThread.run { () throws(JackProblem) in
      let known = looks.last.begunAgain()
      let pairs = first.pairs(of: order.plan) { known.connects($0, by: patch) }
      try client.offer(order.plan, title: title, .pairs(pairs))
      let point = point ?? evening.map { ResumePoint($0, at: rate) }
      try client.activate(
        engine: box.pointer, recordingTo: seat.recorder.slot, usesServerClock: follows, resume: point,
        midi: midi)
      let found = known.look(at: client, by: patch, midi)
      return (found, ServerInfo(client, rate, of: server, found.map), point)
    }
    (self.looks, resume) = (WiringLooks(found), used)
    if let map = found.map { await seat.report(ports: map) }
    // The other ports follow behind the music (``watch(_:in:)``).
    offered = 0
    await seat.offers(offered)
    if rolls {
      if !seat.hasStemPorts { await seat.note(.noStemPorts) }
      if evening == nil {
        await waitForConnections(of: client)
        await client.examineConnections()
        await seat.roll()
      }
    }
    await seat.report(.connected(info))
    await carryOutDeviceActions(seat)
    for note in server?.notes(info) ?? [] { await sayOnce(note, seat) }
  }

  /// Waits until a server has taken up the connections that were just made, which it does between two cycles: those connected would
  /// otherwise miss the first frames.
  private func waitForConnections(of client: JackClient) async {
    let report = client.report, first = report.pointee.cycles.load(ordering: .relaxed)
    let end = ContinuousClock.now + Stall.limit(period: client.period, sampleRate: client.sampleRate)
    while report.pointee.cycles.load(ordering: .relaxed) &- first < 2, !hasEnded(client), !isToStandAside,
      report.pointee.isEnabled.load(ordering: .relaxed), ContinuousClock.now < end
    { await wait(milliseconds: 1) }
  }

  /// Waits until those who follow `clock_out` have been told that it stops, and the lights are as they were.
  private func endMIDI(_ client: JackClient) async {
    guard client.watch.pointee.clock != nil || options.midi?.outbox != nil else { return }
    let report = client.report, end = ContinuousClock.now + .milliseconds(500)
    options.midi?.outbox?.end()
    report.pointee.isEnding.store(true, ordering: .relaxed)
    // The cycle in which the last message was sent.
    var last: UInt64?
    while !report.pointee.isShutDown.load(ordering: .acquiring), ContinuousClock.now < end {
      let ended = report.pointee.endedIn.load(ordering: .relaxed)
      let isSent = ended > 0 && options.midi?.outbox?.isEmpty != false
      let cycles = report.pointee.cycles.load(ordering: .relaxed)
      if last == nil, isSent { last = cycles + 1 }
      // They have it once the next cycle is over.
      if let last, cycles > last { return }
      await wait(milliseconds: 1)
    }
  }

  /// Does what follows from the last look at the physical outputs.
  func carryOutDeviceActions(_ seat: Seat) async {
    for action in looks.drainActions() {
      switch action {
      case .tell(let note): await seat.note(note)
      case .pause: await seat.setDevice(isAway: true)
      case .resume: await seat.setDevice(isAway: false)
      }
    }
  }

  var looks: WiringLooks

  /// What was told of targets that are waited for, also under an earlier server.
  var missing = MissingTargets()

  func patch(with plan: OutputPlan) -> Patch? {
    options.patch?.above(plan.patch, file: plan.userPatch)
  }

  /// The number of the order of outputs that the client has followed last; 0 while it has only the first ones.
  var offered = 0

  /// Records where the music was, and when, at the beginning of the last cycle.
  func markResume(_ client: JackClient) {
    let last = client.report.pointee.lastCycle.load(ordering: .relaxed)
    // A client that never had a cycle leaves the older point unchanged.
    if last != 0 {
      let period = client.report.pointee.period.load(ordering: .relaxed)
      resume = ResumePoint(frames: -FrameCount(period), since: last)
    }
  }

  /// Closes the client, and waits at most one second for the server.
  private func close(_ client: JackClient) async {
    let isClosed = Flag()
    ServerThread.detach {
      client.close()
      isClosed.raise()
    }
    for _ in 0..<100 where !isClosed.isRaised { await wait(milliseconds: 10) }
  }

  func wait(milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }
}
