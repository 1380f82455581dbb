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
  var state: UnsafeMutablePointer<AudioState>?
  let watch: UnsafeMutablePointer<PortWatch>
  /// Keeps alive what the callback reads.
  var slot: TapSlot?
  var midi: MIDIPorts?
  /// What each pair of ports is for.
  let outputs = Mutex<[Int: OutputPlan.Output]>([:])
  /// The ids of all outputs of the last plan, as people read them; some may be still to come.
  let planned = Mutex<[String]>([])
  /// The queue that examines connections. Only ``close()`` waits for it.
  let looks = DispatchQueue(label: "canon.connections")

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
