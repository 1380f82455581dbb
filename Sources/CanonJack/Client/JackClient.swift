import CJack
import CanonEngine
import CanonSession
import Dispatch
import Glibc
import Synchronization

/// One client of one server, from opening to closing. Calls into libjack may block for seconds, so every method runs
/// on ``ServerThread`` unless it says that it does not block; ``report`` can be read on any control thread.
///
/// Sendable by convention: its driver uses it on one thread at a time.
public final class JackClient: @unchecked Sendable {
  let pointer: OpaquePointer
  let report: UnsafeMutablePointer<CycleReport>
  private var state: UnsafeMutablePointer<AudioState>?
  let watch: UnsafeMutablePointer<PortWatch>
  /// Keeps alive what the callback reads.
  private var slot: TapSlot?
  private var midi: MIDIPorts?
  /// What each pair of ports is for.
  private let outputs = Mutex<[Int: OutputPlan.Output]>([:])
  /// The ids of all outputs of the last plan, as people read them; some may be still to come.
  private let planned = Mutex<[String]>([])
  /// The queue that examines connections. Only ``close()`` waits for it.
  private let looks = DispatchQueue(label: "canon.connections")

  /// Opens a client; never starts a server.
  /// - Parameter server: nil for JACK's default.
  init(name: String, server: String?) throws(JackProblem) {
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open(name, server, &status) else {
      let gone = UInt32(status.rawValue) & UInt32(JackServerFailed.rawValue) != 0
      throw gone ? .noServer(name: server) : .refused(name: server, status: UInt32(status.rawValue))
    }
    pointer = client
    report = .allocate(capacity: 1)
    report.initialize(to: CycleReport())
    watch = .allocate(capacity: 1)
    watch.initialize(to: PortWatch())
    Notifications.install(on: client, report, watch)
    report.pointee.sampleRate.store(jack_get_sample_rate(client), ordering: .relaxed)
    report.pointee.period.store(jack_get_buffer_size(client), ordering: .relaxed)
  }

  /// Opens a client without blocking the caller's thread.
  /// - Parameters:
  ///   - request: What PipeWire is asked for.
  ///   - tell: Receives a message once if the server has not answered within ``patience``; the wait continues.
  static func open(
    name: String, server: String?, asking request: ServerRequest = ServerRequest(),
    tell: (@Sendable (ServerNote) -> Void)? = nil
  ) async throws(JackProblem) -> JackClient {
    let waiting = Task {
      try? await Task.sleep(for: patience)
      if !Task.isCancelled { tell?(Self.noAnswer) }
    }
    defer { waiting.cancel() }
    return try await ServerThread.run { () throws(JackProblem) in
      isPipeWire
        ? try openThroughPipeWire(name: name, server: server, period: request.period)
        : try JackClient(name: name, server: server)
    }
  }

  private static let patience = Duration.seconds(5)

  /// What is said of a server that is still waited for. libjack keeps the names of ports in a database of all clients;
  /// one that is killed may leave it locked, and then nobody is let in any more.
  private static let noAnswer = ServerNote.noAnswer(
    seconds: patience.components.seconds, database: "/dev/shm/jack_db-\(getuid())")

  /// The name that the server gave the client, which may differ from the requested one.
  var name: String { String(cString: jack_get_client_name(pointer)) }
  var sampleRate: Int { Int(jack_get_sample_rate(pointer)) }
  var period: Int { Int(jack_get_buffer_size(pointer)) }
  /// The server's DSP load: the used share of a cycle's time, in per cent.
  var load: Double { Double(jack_cpu_load(pointer)) }

  static var implementation: String {
    let version = String(cString: jack_get_version_string())
    // PipeWire's libjack says "3.0.0.0 (using PipeWire 0.3.65)".
    guard let pipeWire = version.range(of: "PipeWire ") else { return "JACK \(version)" }
    return String(version[pipeWire.lowerBound...].prefix { $0 != ")" })
  }

  // MARK: - Ports

  /// How many of the new ports of a plan one call registers. Each is a round trip to the server.
  enum Extent {
    case all
    /// Those of these pairs.
    case pairs(Set<Int>)
    /// As many as this time allows, one pair at least. The others are left to a later call.
    case some(during: Duration)

    /// Whether what was registered stays where a later port is refused: then it is one call of several.
    fileprivate var isPart: Bool { if case .some = self { true } else { false } }
  }

  /// Has exactly the ports of a plan, or those of its new ports that `extent` says. Those that stay keep their connections.
  /// - Parameter title: The master's.
  /// - Returns: Whether all ports of the plan are there.
  /// - Throws: The port that could not be registered. The former ports stay, but for those in the places of new ones.
  @discardableResult
  func offer(_ plan: OutputPlan, title: String, _ extent: Extent = .all) throws(JackProblem) -> Bool {
    let wanted = plan.pairs(title: title)
    let old = outputs.withLock { $0 }
    if old.isEmpty { Notifications.installConnections(on: pointer, watch) }
    let order = Self.inOrder(wanted)
    planned.withLock { $0 = order.map(\.value.id) }
    for (pair, output) in old where wanted[pair]?.id != output.id { remove(pair) }
    var new: [Int] = []
    do throws(JackProblem) {
      let begin = ContinuousClock.now
      for (pair, output) in order where !has(pair) {
        switch extent {
        case .all: break
        case .pairs(let pairs): if !pairs.contains(pair) { continue }
        case .some(let time): if !new.isEmpty, ContinuousClock.now - begin >= time { return false }
        }
        try register(output, at: pair)
        new.append(pair)
      }
    } catch {
      if !extent.isPart { for pair in new { remove(pair) } }
      throw error
    }
    // The titles of those that stay may be others.
    return outputs.withLock { known in
      known = wanted.filter { known[$0.key] != nil }
      return known.count == wanted.count
    }
  }

  /// As people read them: the master, the stems, the buses.
  private static func inOrder(
    _ outputs: [Int: OutputPlan.Output]
  ) -> [(key: Int, value: OutputPlan.Output)] {
    func rank(_ pair: Int) -> Int { pair == 0 ? 0 : pair < PortWatch.firstStem ? 2 : 1 }
    return outputs.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
  }

  /// The outputs, as people read them.
  var outputsInOrder: [OutputPlan.Output] { Self.inOrder(outputs.withLock { $0 }).map(\.value) }

  /// The ids of the outputs of the last plan in this order, whether their ports are there or not yet.
  var plannedIDs: [String] { planned.withLock { $0 } }

  /// The ids of the outputs by their pairs of ports.
  var outputIDs: [Int: String] { outputs.withLock { $0.mapValues(\.id) } }

  /// The pair of ports of an output.
  func pair(of id: String) -> Int? { outputs.withLock { $0.first { $0.value.id == id }?.key } }

  private func has(_ pair: Int) -> Bool { outputs.withLock { $0[pair] != nil } }

  private func register(_ output: OutputPlan.Output, at pair: Int) throws(JackProblem) {
    let names = PortName.pair(output.id, output.title)
    func port(_ name: PortName) throws(JackProblem) -> OpaquePointer {
      let port =
        pair < PortWatch.capacity
        ? jack_port_register(
          pointer, name.port, canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue), 0) : nil
      guard let port else { throw .port(name.port) }
      return port
    }
    let left = try port(names.left)
    do throws(JackProblem) {
      watch.pointee.put((left, try port(names.right)), at: pair)
    } catch {
      jack_port_unregister(pointer, left)
      throw error
    }
    outputs.withLock { $0[pair] = output }
  }

  private func remove(_ pair: Int) {
    let ports = [2 * pair, 2 * pair + 1].compactMap { watch.pointee.port($0) }
    watch.pointee.put(nil, at: pair)
    while report.pointee.isInside.load(ordering: .sequentiallyConsistent) { sched_yield() }
    // A check that is under way may have the ports.
    looks.sync {}
    for port in ports { jack_port_unregister(pointer, port) }
    outputs.withLock { $0[pair] = nil }
  }

  /// Whether connections have been made or cut since they were last examined.
  var hasChangedConnections: Bool { watch.pointee.hasChanged }

  /// Requests a check of which stems' and buses' ports are connected. Does not block. Must not be called once ``close()``
  /// has been.
  func updateConnections() {
    if watch.pointee.isLooking.exchange(true, ordering: .relaxed) { return }
    looks.async { [self] in
      watch.pointee.look { report.pointee.isEnabled.load(ordering: .relaxed) }
      watch.pointee.isLooking.store(false, ordering: .relaxed)
    }
  }

  /// Returns once it is known which stems' and buses' ports are connected: from then on the callback fills them. Must not be called once
  /// ``close()`` has been.
  func examineConnections() async {
    await withCheckedContinuation { done in
      looks.async { [self] in
        watch.pointee.look { report.pointee.isEnabled.load(ordering: .relaxed) }
        done.resume()
      }
    }
  }

  /// Sets the ports' display names and their order. libjack keeps these in a database that all clients
  /// share, and a client that was killed may have left it locked. For this reason the master is connected first.
  func describePorts() {
    for (order, (pair, output)) in Self.inOrder(outputs.withLock { $0 }).enumerated() {
      let names = PortName.pair(output.id, output.title)
      for (side, name) in [names.left, names.right].enumerated() {
        guard let port = watch.pointee.port(2 * pair + side) else { continue }
        _ = canon_jack_set_pretty_name(pointer, port, name.pretty)
        _ = canon_jack_set_order(pointer, port, String(2 * order + side))
      }
    }
  }

  /// Activates the client, whose callback then calls the engine.
  /// - Parameters:
  ///   - engine: Nothing else may use it until ``retire()`` has returned.
  ///   - slot: From where the callback takes the tap of a recording.
  ///   - midi: What the ports for MIDI are for; nil for none.
  func activate(
    engine: UnsafeMutablePointer<Engine>, recordingTo slot: TapSlot, usesServerClock: Bool,
    resume: ResumePoint?, midi: MIDIPorts? = nil
  ) throws(JackProblem) {
    if let midi { try offer(midi) }
    let state = UnsafeMutablePointer<AudioState>.allocate(capacity: 1)
    state.initialize(
      to: AudioState(
        engine: engine, client: pointer, watch: watch, sampleRate: Int64(sampleRate), report: report,
        usesServerClock: usesServerClock, resume: resume, slot: slot.memory,
        midi: midi?.link.memory, hasClock: watch.pointee.clock != nil,
        followsTransport: midi?.followsTransport ?? false, lights: midi?.outbox?.memory))
    (self.slot, self.midi) = (slot, midi)
    // What was held under another client counts as let go, and nobody hears this one yet.
    midi?.link.letGo()
    midi?.outbox?.connected(to: [])
    self.state = state
    jack_set_process_callback(pointer, process, state)
    guard jack_activate(pointer) == 0 else { throw .cannotActivate }
  }

  /// Leaves the graph after the fade: the ports stay, their connections are cut.
  /// - Returns: The connections, for ``goOn(from:wiredAs:)``.
  func leave() -> (wires: [Wire], midi: [MIDIPort: [String]]) {
    let wires = outputIDs.sorted { $0.key < $1.key }.flatMap { pair, id in
      Wire.Side.allCases.flatMap { side in
        connections(of: 2 * pair + side.rawValue).map { Wire(id, side, $0) }
      }
    }
    let midi = midiConnections
    jack_deactivate(pointer)
    return (wires, midi)
  }

  /// Returns to the graph after ``leave()``, with the same engine.
  func goOn(
    from point: ResumePoint?, wiredAs connections: (wires: [Wire], midi: [MIDIPort: [String]])
  ) throws(JackProblem) {
    state?.pointee.goOn(from: point)
    report.pointee.beginAgain()
    guard jack_activate(pointer) == 0 else { throw .cannotActivate }
    for wire in connections.wires { _ = connect(wire) }
    for (port, others) in connections.midi { for other in others { connect(port, to: other) } }
    // Devices have missed what was sent meanwhile, and may have been elsewhere.
    if let lights = connections.midi[.lights] { midi?.outbox?.connected(to: Set(lights)) }
  }

  /// The frame of the performance's clock that the server plays now; nil before the first cycle, and while the server's clock is not the
  /// one of the last cycle.
  /// - Parameter near: The position of the engine. The server's clock wraps once a day.
  func place(near: FramePosition) -> ClockPlace? {
    guard let anchor = report.pointee.anchor(), anchor.number != 0 else { return nil }
    var isSame = true
    let place = ClockPlace.now {
      let frame = jack_frame_time(pointer)
      isSame = isSame && isClockOfLastCycle(frame)
      let position = anchor.position + FramePosition(frame &- anchor.frame)
      return near + FramePosition(Int32(truncatingIfNeeded: position - near))
    }
    return isSame && report.pointee.anchor()?.number == anchor.number ? place : nil
  }

  /// The time since the last cycle; zero before the first one. Does not block.
  var timeSinceCycle: Duration {
    let (last, now) = (report.pointee.lastCycle.load(ordering: .relaxed), jack_get_time())
    return last == 0 || now < last ? .zero : .microseconds(Int64(clamping: now - last))
  }

  /// Whether the server's clock, which has this frame now, goes on from the last cycle.
  private func isClockOfLastCycle(_ frame: UInt32) -> Bool {
    let last = report.pointee.lastFrame.load(ordering: .relaxed)
    let passed = jack_get_time() &- report.pointee.lastCycle.load(ordering: .relaxed)
    return ServerClock.goesOn(
      by: Int32(truncatingIfNeeded: frame &- last), within: Int64(truncatingIfNeeded: passed),
      period: period, sampleRate: sampleRate)
  }

  /// Whether connections have changed since the last call. Does not block.
  func consumeWiringChange() -> Bool { watch.pointee.consumeWiringChange() }

  /// The ports to which port `index` is connected.
  func connections(of index: Int) -> [String] {
    watch.pointee.port(index).map { Self.names(jack_port_get_connections($0)) } ?? []
  }

  /// The names of other clients' audio input ports, in the server's order.
  func inputs(physical: Bool) -> [String] {
    let flags = JackPortIsInput.rawValue | (physical ? JackPortIsPhysical.rawValue : 0)
    return Self.names(jack_get_ports(pointer, nil, canon_jack_audio_type(), UInt(flags)))
  }

  /// The names of audio output ports that end like this.
  func outputs(endingIn end: String) -> [String] {
    Self.names(
      jack_get_ports(pointer, "\(end)$", canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue)))
  }

  static func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    var k = 0
    while let name = list[k] {
      names.append(String(cString: name))
      k += 1
    }
    return names
  }

  // MARK: - The end

  /// Takes the engine back: when this returns, no callback of this client uses it any more. Does not block
  /// on the server, which may be dead.
  func retire() {
    report.pointee.isEnabled.store(false, ordering: .sequentiallyConsistent)
    while report.pointee.isInside.load(ordering: .sequentiallyConsistent) { sched_yield() }
  }

  /// Closes the client and frees the memory of its callbacks. Must be called once. May take many seconds if the server does
  /// not answer.
  func close() {
    retire()
    // The server stands still while a knock opens a client: closing this one would crash libjack. It stays open until
    // the program ends.
    if Knock.isUnderWay { return }
    looks.sync {}
    jack_client_close(pointer)
    state?.deinitialize(count: 1)
    state?.deallocate()
    watch.deinitialize(count: 1)
    watch.deallocate()
    report.deinitialize(count: 1)
    report.deallocate()
  }
}
