import CanonLiveSupport
import CanonSession
import CanonStems
import Synchronization
import Testing

@testable import CanonJack

/// The driver at a performance, on a server of its own.
extension LiveTests.ServerLoss {
  /// A performance whose driver events are noted.
  private final class Evening: Sendable {
    let performance: Performance
    private let events = Mutex<[DriverEvent]>([])
    private let set: FullSet

    init() throws {
      set = try FullSet()
      performance = try Performance(set: StemSetFile.load(set.path), schedule: nil, now: { .now() })
    }

    /// Reads the events until the performance ends.
    func read() async {
      for await case .driver(let event) in performance.events { events.withLock { $0.append(event) } }
    }

    var losses: Int { events.withLock { $0.count { if case .lost = $0 { true } else { false } } } }
    var connections: Int { events.withLock { $0.count { if case .connected = $0 { true } else { false } } } }
  }

  private static func found(_ server: DummyServer) throws -> ServerSearch.Found {
    ServerSearch.Found(client: try JackClient(name: "canon", server: server.name), server: server.name)
  }

  private static func until(_ what: String, _ condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while !condition() {
      if ContinuousClock.now > end { throw TimedOut(description: what) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("A server that is not there is not a server that refuses")
  func noServer() {
    #expect(throws: JackProblem.noServer(name: "canon-test-none")) {
      try JackClient(name: "canon", server: "canon-test-none")
    }
  }

  @Test("A server whose rate canon does not have is told with its rate")
  func unsupportedRate() async throws {
    let server = try DummyServer.started("canon-test-loss", rate: 4000)
    defer { server.stop() }
    let driver = try JackDriver(JackDriver.Options(), ServerSearch(found: Self.found(server)))
    let evening = try Evening()
    await #expect(throws: JackProblem.unsupportedRate(4000)) {
      try await driver.run(evening.performance.seat)
    }
  }

  @Test("Before each attempt to reach a lost server the driver has it restarted; a wanted end is no loss")
  func restart() async throws {
    let server = try DummyServer.started("canon-test-loss")
    defer { server.stop() }
    var options = JackDriver.Options()
    options.wiring = .nothing
    let restarts = Mutex(0)
    var found = try Self.found(server)
    found.restart = { restarts.withLock { $0 += 1 } }
    let driver = JackDriver(options, ServerSearch(found: found))
    let evening = try Evening()
    let reading = Task { await evening.read() }
    let beating = Task { await evening.performance.beat() }
    let running = Task { try await driver.run(evening.performance.seat) }
    try await Self.until("it plays") { evening.connections == 1 }
    #expect(restarts.withLock { $0 } == 0)

    server.kill()
    try await Self.until("it is tried twice") { evening.losses == 1 && restarts.withLock { $0 } >= 2 }
    try server.start()
    try await Self.until("it plays again") { evening.connections == 2 }

    await driver.stop()
    try await running.value
    beating.cancel()
    await evening.performance.finish()
    await reading.value
    #expect(evening.losses == 1)
  }
}
