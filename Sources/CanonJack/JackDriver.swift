import CJack
import CanonEngine
import CanonFiles
import CanonSession
import Synchronization

/// Plays a performance through a JACK server, and continues it when the server is lost.
///
/// It opens a client, runs the performance's engine in it, and checks its health twenty times a second (a hundred times
/// while a change is expected). The performance does not wait for the driver: it has its own heartbeat
/// (``Performance/beat()``).
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
    /// Whether the music skips the frames that an xrun lost. Otherwise it continues at its old position.
    public var followsServerClock = true

    public init() {}
  }

  private let search: ServerSearch
  private let options: Options
  /// The first server that has accepted canon, which is the one to reach again; nil before.
  private var server: ServerSearch.Found?
  private var box: EngineBox?
  private var rate: SampleRate?
  /// Where the music was when a client last played. It is kept until the next client has had its first cycle, because that
  /// client may be lost before then.
  private var resume: ResumePoint?
  private var isStopping = false
  private var told: ServerNote?
  /// What is said once in a performance, and was.
  private var saidOnce: Set<ServerNote> = []
  /// Whether a client is in the graph, or entering it.
  private var isInGraph = false
  /// Whether the client is to leave the graph for a while.
  private var isToStandAside = false

  /// - Parameter search: The search for the first server; it may be under way.
  public init(_ options: Options, _ search: ServerSearch) {
    (self.options, self.search) = (options, search)
    looks = WiringLooks(WiringLooks.Found(wiring: WiringState(options.onDeviceLoss)))
  }

  /// Waits for a server, and plays until ``stop()``.
  /// - Throws: The problem that keeps the first client from playing, or the stems from being loaded;
  ///   ``ServerSearch/NeedsPipeWire``.
  public func run(_ seat: Seat) async throws {
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
    try await JackClient.open(
      name: options.clientName, server: server?.server, asking: server?.request ?? ServerRequest()
    ) { note in
      Task { await self.tellOnce(note, seat) }
    }
  }

  /// Reports once why the music cannot continue.
  private func tellOnce(_ note: ServerNote, _ seat: Seat) async {
    if note == told { return }
    told = note
    await seat.note(note)
  }

  /// Says something that holds for the whole performance.
  private func sayOnce(_ note: ServerNote, _ seat: Seat) async {
    if saidOnce.insert(note).inserted { await seat.note(note) }
  }

  /// Ends ``run(_:)``. The client is closed if the server answers within a second.
  public func stop() { isStopping = true }

  /// Fades out and leaves the server's graph, so that a stopped process does not delay other clients. Returns when the client
  /// has left, or after ``longestLeave`` if the server does not answer.
  public func standAside() async {
    isToStandAside = true
    let end = ContinuousClock.now + Self.longestLeave
    while isInGraph, ContinuousClock.now < end { await wait(milliseconds: 5) }
  }

  private static let longestLeave = Duration.milliseconds(1500)

  /// Ends ``standAside()``: the music continues in phase, with its former connections.
  public func comeBack() { isToStandAside = false }

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
    isInGraph = false
    await seat.offers(nil)
    client.retire()
    if let reason {
      await seat.report(.lost(reason))
      markResume(client)
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
    let (order, title) = (await seat.outputs, seat.title)
    let (follows, point, patch) = (options.followsServerClock, resume, patch(with: order.plan))
    while isToStandAside && !isStopping { await wait(milliseconds: 5) }
    isInGraph = true
    let (server, looks) = (server, looks)
    let (found, info, used) = try await ServerThread.run { () throws(JackProblem) in
      try client.offer(order.plan, title: title)
      let point = point ?? evening.map { ResumePoint($0, at: rate) }
      try client.activate(engine: box.pointer, followsServerClock: follows, resume: point)
      let found = looks.last.wiring.begunAgain().look(at: client, by: patch)
      return (found, ServerInfo(client, rate, of: server), point)
    }
    (self.looks, resume) = (WiringLooks(found), used)
    if let map = found.map { await seat.report(ports: map) }
    offered = order.number
    await seat.offers(order.number)
    if rolls {
      if !seat.hasStemPorts { await seat.note(.noStemPorts) }
      if evening == nil { await seat.roll() }
    }
    await seat.report(.connected(info))
    await followDevices(seat)
    for note in server?.notes(info) ?? [] { await sayOnce(note, seat) }
  }

  /// Does what follows from the last look at the physical outputs.
  private func followDevices(_ seat: Seat) async {
    for action in looks.takeActions() {
      switch action {
      case .tell(let note): await seat.note(note)
      case .pause: await seat.setDevice(isAway: true)
      case .resume: await seat.setDevice(isAway: false)
      }
    }
  }

  private var looks: WiringLooks

  private func patch(with plan: OutputPlan) -> Patch? {
    options.patch?.above(plan.patch, file: plan.userPatch)
  }

  /// The number of the order of outputs that the client has followed last.
  private var offered = 0

  /// How long the ports' names wait for connections, in hundredths of a second.
  private static let describesFrom = 1000

  /// Supervises a playing client.
  /// - Returns: Why it no longer plays, or nil when the driver is to stop.
  private func watch(_ client: JackClient, in seat: Seat) async -> ServerLoss? {
    let report = client.report
    var anchor: UInt32 = 0
    var period = UInt32(client.period)
    var stall = Stall()
    // Times are in hundredths of a second, nominally.
    var (time, nextPorts, nextDevices, nextListeners) = (0, 0, 100, 10)
    var (xruns, missing) = (XrunReport(), MissingTargets())
    var map = looks.found.map
    var waiting = looks.found.untold
    // The checks that are under way. libjack may be slow, and a server lost meanwhile must be noticed.
    var health: Answer<(health: ServerHealth, place: ClockPlace?)>?
    var offer: Answer<OfferEnd>?
    // Naming the ports may hang, and every later check with it, so the master's ports are connected first.
    var isDescribed = false
    // Whether ports, or what the set says about them, have changed since they were connected.
    var hasOtherOutputs = false
    while !isStopping {
      if isToStandAside {
        if let reason = await standAside(client, telling: seat) { return reason }
        stall = Stall()
      }
      if report.pointee.isShutDown.load(ordering: .acquiring) { return .ended }
      if !report.pointee.isEnabled.load(ordering: .relaxed) { return .otherRate }
      if let now = report.pointee.anchor(), now.number != anchor {
        anchor = now.number
        await seat.report(.clock(position: now.position, serverFrame: now.frame))
      }
      let newPeriod = report.pointee.period.load(ordering: .relaxed)
      if newPeriod != period {
        period = newPeriod
        await seat.report(.periodChanged(Int(period)))
      }
      if let count = xruns.count(from: report.pointee, at: time) {
        await seat.report(.xruns(count))
        await sayOnce(.seeDoctor, seat)
      }
      if looks.take() {
        await followDevices(seat)
        waiting = looks.found.untold
        if let found = looks.found.map, found != map {
          map = found
          await seat.report(ports: found)
        }
      }
      if time >= nextPorts, !looks.isUnderWay,
        client.takeWiringChange() || hasOtherOutputs || !looks.found.wiring.isSettled
          || looks.found.wiring.hasDevices && time >= nextDevices
      {
        (nextPorts, nextDevices, hasOtherOutputs) = (time + 20, time + 100, false)
        let patch = patch(with: await seat.outputs.plan)
        looks.begin { $0.look(at: client, by: patch) }
      }
      if !isDescribed, !looks.isUnderWay, looks.found.wiring.isSettled || time >= Self.describesFrom {
        isDescribed = true
        ServerThread.detach { client.describePorts() }
      }
      if let end = offer?.value {
        (offer, offered, isDescribed, hasOtherOutputs) = (nil, end.number, false, true)
        await seat.offers(end.number, missing: end.missing)
      }
      let order = await seat.outputs
      if offer == nil, order.number != offered { offer = Self.offer(order, title: seat.title, by: client) }
      if time >= nextListeners || client.hasChangedConnections {
        nextListeners = time + 20
        client.updateConnections()
        if health == nil, let clock = await seat.clock { health = lookAtHealth(of: client, clock) }
      }
      if let found = health?.value {
        health = nil
        await seat.report(health: found.health)
        if let place = found.place { await seat.report(place) }
      }
      for note in missing.notes(waiting, at: time, end: { map?.end(ofWaitFor: $0) }) {
        await seat.note(note)
      }
      let limit = Stall.limit(period: Int(period), sampleRate: client.sampleRate)
      let cycles = report.pointee.cycles.load(ordering: .relaxed)
      switch stall.look(cycles: cycles, limit: limit, knock: { Knock(server: server?.server) }) {
      case .playing: break
      case .stalled:
        await seat.note(.stalled(seconds: limit.components.seconds))
      case .back: await seat.note(.back)
      case .gone: return .disappeared
      }
      // Each check costs more than a cycle of the audio thread, so there are five times fewer while no news is expected.
      let pause = await seat.expectsNews ? 1 : 5
      time += pause
      await wait(milliseconds: 10 * pause)
    }
    return nil
  }

  /// How an order of outputs was followed.
  private struct OfferEnd: Sendable {
    let number: Int
    /// The first port that could not be had; nil if all are there.
    let missing: String?
  }

  /// Changes the client's ports, on the server's thread.
  private static func offer(
    _ order: OutputOrder, title: String, by client: JackClient
  ) -> Answer<OfferEnd> {
    let answer = Answer<OfferEnd>()
    ServerThread.detach {
      do throws(JackProblem) {
        try client.offer(order.plan, title: title)
        answer.give(OfferEnd(number: order.number, missing: nil))
      } catch {
        answer.give(OfferEnd(number: order.number, missing: error.portName))
      }
    }
    return answer
  }

  /// Takes the client out of the graph until ``comeBack()``.
  /// - Returns: Why the client cannot come back, or nil.
  private func standAside(_ client: JackClient, telling seat: Seat) async -> ServerLoss? {
    let report = client.report
    report.pointee.isLeaving.store(true, ordering: .relaxed)
    // A server that stands still does not run the callback, so the wait is limited.
    for _ in 0..<60 where !report.pointee.hasFaded.load(ordering: .acquiring) { await wait(milliseconds: 5) }
    client.retire()
    markResume(client)
    let left = report.pointee.leftAt.load(ordering: .relaxed)
    if left != .min, let clock = await seat.clock { await seat.left(at: left, for: clock.position - left) }
    let leaving = Answer<[Wire]>()
    ServerThread.detach { leaving.give(client.leave()) }
    while leaving.value == nil, isToStandAside, !hasEnded(client) { await wait(milliseconds: 5) }
    isInGraph = false
    while isToStandAside && !isStopping { await wait(milliseconds: 5) }
    if isStopping { return nil }
    isInGraph = true
    let point = resume
    let back = Answer<Bool>()
    ServerThread.detach {
      back.give((try? client.goOn(from: point, wiredAs: leaving.value ?? [])) != nil)
    }
    while back.value == nil, !hasEnded(client) { await wait(milliseconds: 5) }
    return back.value == true || isStopping ? nil : .ended
  }

  private func hasEnded(_ client: JackClient) -> Bool {
    isStopping || client.report.pointee.isShutDown.load(ordering: .acquiring)
  }

  /// Records where the music was, and when, at the beginning of the last cycle.
  private func markResume(_ client: JackClient) {
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

  /// Reads the server's health, and where the music is, on the server's thread.
  /// - Returns: Receives both when that is done.
  private func lookAtHealth(
    of client: JackClient, _ clock: EngineClock
  ) -> Answer<(health: ServerHealth, place: ClockPlace?)> {
    let answer = Answer<(health: ServerHealth, place: ClockPlace?)>()
    ServerThread.detach {
      let health = ServerHealth(
        load: client.load, period: client.period, connections: client.masterConnections)
      answer.give((health, client.place(near: clock.position)))
    }
    return answer
  }

  private func wait(milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }
}

extension ResumePoint {
  /// Where an evening goes on now. Calls libjack.
  fileprivate init(_ evening: Evening, at rate: SampleRate) {
    // Microseconds instead of frames.
    let clock =
      ClockPlace.now { FramePosition(jack_get_time()) }
      ?? ClockPlace(position: FramePosition(jack_get_time()), time: .now())
    let (position, passed) = evening.place(at: clock.time, rate)
    self.init(frames: position + passed, position: position, since: UInt64(clock.position))
  }
}

extension JackClient {
  /// The ports to which the master is connected.
  fileprivate var masterConnections: [String] { connections(of: 0) + connections(of: 1) }
}

extension ServerInfo {
  /// Calls libjack.
  fileprivate init(_ client: JackClient, _ rate: SampleRate, of server: ServerSearch.Found?) {
    self.init(
      name: server?.server ?? "default", implementation: JackClient.implementation, clientName: client.name,
      sampleRate: rate, period: client.period, connections: client.masterConnections,
      ownBackend: server?.ownBackend)
  }
}
