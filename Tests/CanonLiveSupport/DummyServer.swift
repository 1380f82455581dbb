import CanonJack
import Foundation

/// A real `jackd -d dummy` for one test, under its own name. It ends with the test process at the latest:
/// every test stops it, and `-T` ends it with its last client.
public final class DummyServer: @unchecked Sendable {
  public let name: String
  private var process: ChildProcess?
  private var lock: NameLock?
  /// The folder to whose file `errors` it writes.
  private var messages: TestFolder?

  private init(_ name: String) { self.name = name }

  /// A server that answers (``start(rate:period:synchronous:)``).
  /// - Parameter name: A fixed name for each test, because jackd leaves a small file for every new name.
  public static func started(
    _ name: String, rate: Int = 48000, period: Int = 256, synchronous: Bool = true, timeout: Int = 2000,
    outputs: Int = 2
  ) throws -> DummyServer {
    let server = DummyServer(name)
    try server.start(rate: rate, period: period, synchronous: synchronous, timeout: timeout, outputs: outputs)
    return server
  }

  /// The path of jackd; nil if it is not installed.
  private static var path: String? { Tool.path("jackd") }

  /// Whether live tests run (``Tool/isTested(_:)``).
  public static var isTested: Bool { Tool.isTested("jackd") }

  /// Starts the server and returns once it answers.
  /// - Parameters:
  ///   - synchronous: Whether the server waits for its clients, so that no frames are lost on a busy machine.
  ///   - timeout: For how long it waits for a client, also for one that was killed, in milliseconds.
  ///   - outputs: The number of its own physical outputs.
  public func start(
    rate: Int = 48000, period: Int = 256, synchronous: Bool = true, timeout: Int = 2000, outputs: Int = 2
  ) throws {
    guard let path = Self.path else { throw TimedOut(description: Tool.missing("jackd")) }
    if lock == nil { lock = try NameLock(name) }
    try ServerRegistry.makeRoom(for: name)
    let folder = try TestFolder()
    let errors = try folder.write("", to: "errors")
    let process = try ChildProcess(
      [path, "-n", name, "-r"] + (synchronous ? ["-S", "-t", "\(timeout)"] : [])
        + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)", "-P", "\(outputs)"],
      environment: ProcessInfo.processInfo.environment.map { "\($0)=\($1)" },
      files: ["/dev/null", "/dev/null", errors])
    (self.process, messages) = (process, folder)
    var answers = false
    try waitUntil("jackd \(name) answers") {
      answers = ServerThread.sync { CaptureClient.answers(server: name) }
      return answers || process.hasEnded
    }
    guard answers else {
      let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      throw TimedOut(description: "jackd \(name) ended before it answered: \(said)")
    }
  }

  /// How often a cycle has come while a client had not finished the one before, as the server says: what it calls an xrun.
  public func lateCycles(of client: String) -> Int {
    let said = messages.flatMap { try? String(contentsOfFile: $0.file("errors"), encoding: .utf8) } ?? ""
    return said.split(separator: "\n").count { $0.contains("client = \(client) was not finished") }
  }

  public var pid: Int32 { process?.pid ?? 0 }

  /// Kills the server with signal 9 and waits for its end.
  public func kill() {
    guard let process else { return }
    process.signal(SIGKILL)
    try? waitUntil("jackd ends") { process.hasEnded }
    self.process = nil
  }

  /// Sends a signal, which stops the server or lets it continue.
  public func signal(_ number: Int32) { process?.signal(number) }

  /// Ends the server. A server that does not end by itself, because its clients disappeared without notice, is killed.
  public func stop() {
    defer { lock = nil }
    guard let process else { return }
    process.signal(SIGCONT)
    process.signal(SIGTERM)
    try? waitUntil("jackd ends", seconds: 2) { process.hasEnded }
    kill()
  }

  deinit { stop() }
}

/// An expected event did not happen in time.
public struct TimedOut: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}

/// For how many seconds a test waits for what must come: on a machine that does much else that takes minutes, and a
/// shorter limit would test the machine. `CANON_TEST_PATIENCE` sets another one.
public let patience = ProcessInfo.processInfo.environment["CANON_TEST_PATIENCE"].flatMap(Double.init) ?? 600

/// Waits for a condition by checking it every few milliseconds.
public func waitUntil(_ what: String, seconds: Double = patience, _ condition: () throws -> Bool) throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() > end { throw TimedOut(description: "not within \(seconds) s: \(what)") }
    usleep(5000)
  }
}
