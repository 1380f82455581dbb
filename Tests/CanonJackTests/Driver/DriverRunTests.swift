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
    private let told = Mutex<[Note]>([])
    private let set: FullSet

    /// - Parameter more: Lines for the end of the set file.
    init(more: String = "") throws {
      set = try FullSet()
      let path = try set.folder.write(
        String(contentsOfFile: set.folder.file("set.toml"), encoding: .utf8) + "\n" + more, to: "more.toml")
      performance = try Performance(set: StemSetFile.load(path), schedule: nil, now: { .now() })
    }

    /// Reads the events until the performance ends.
    func read() async {
      for await event in performance.events {
        switch event {
        case .driver(let event): events.withLock { $0.append(event) }
        case .note(let note): told.withLock { $0.append(note) }
        default: break
        }
      }
    }

    var notes: [Note] { told.withLock { $0 } }

    var losses: Int { events.withLock { $0.count { if case .lost = $0 { true } else { false } } } }
    var connections: Int { events.withLock { $0.count { if case .connected = $0 { true } else { false } } } }
  }

  /// Opens a client where canon does: after the client of the test before has been closed there. libjack crashes if one is opened
  /// while another is closed.
  private static func found(_ server: DummyServer) async throws -> ServerSearch.Found {
    let name = server.name
    let client = try await ServerThread.run { () throws(JackProblem) in
      try JackClient(name: "canon", server: name)
    }
    return ServerSearch.Found(client: client, server: name)
  }

  private static func until(_ what: String, _ condition: () async -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while await !condition() {
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
    let driver = try await JackDriver(JackDriver.Options(), ServerSearch(found: Self.found(server)))
    let evening = try Evening()
    await #expect(throws: JackProblem.unsupportedRate(4000)) {
      try await driver.run(evening.performance.seat)
    }
  }

  /// Plays with a driver while `body` runs.
  /// - Parameter restart: Called before each attempt to reach the server after its loss; nil for what is usual.
  private static func play(
    _ evening: Evening, on server: DummyServer, restart: (@Sendable () async -> ServerNote?)? = nil,
    _ body: () async throws -> Void
  ) async throws {
    var options = JackDriver.Options()
    options.patch = nil
    var found = try await found(server)
    if let restart { found.restart = restart }
    let driver = JackDriver(options, ServerSearch(found: found))
    let reading = Task { await evening.read() }
    let beating = Task { await evening.performance.beat() }
    let running = Task { try await driver.run(evening.performance.seat) }
    try await until("it plays") { evening.connections == 1 }
    try await body()
    await driver.stop()
    try await running.value
    beating.cancel()
    await evening.performance.finish()
    await reading.value
  }

  @Test("The load and the master's connections are reported again and again, as they are then")
  func health() async throws {
    let server = try DummyServer.started("canon-test-loss", period: 64, synchronous: false)
    defer { server.stop() }
    let evening = try Evening()
    try await Self.play(evening, on: server) {
      let performance = evening.performance
      try await Self.until("a load") { await performance.health?.load ?? 0 > 0 }
      #expect(await performance.health?.connections == [])
      let capture = try CaptureClient(server: server.name)
      try capture.listen(to: "canon:master")
      let ports = [1, 2].map { "\(CaptureClient.name):in_\($0)" }
      try await Self.until("both connections") { await performance.health?.connections == ports }
      capture.leave("canon:master")
      try await Self.until("no connection") { await performance.health?.connections == [] }
      _ = capture.finish()
    }
  }

  @Test("That the stems have no ports is said once, not with each server")
  func noStemPorts() async throws {
    let server = try DummyServer.started("canon-test-loss", period: 1024)
    defer { server.stop() }
    let evening = try Evening(
      more: (0..<1000).map { "[[stem]]\nid = \"s\($0)\"\nfile = \"flute.wav\"\n" }.joined())
    try await Self.play(evening, on: server) {
      server.kill()
      try await Self.until("it is lost") { evening.losses == 1 }
      try server.start()
      try await Self.until("it plays again") { evening.connections == 2 }
    }
    #expect(evening.notes.count { $0 == .server(.noStemPorts) } == 1)
  }

  @Test("What keeps a server away is told once, and once more when it is lost again")
  func toldAgain() async throws {
    let server = try DummyServer.started("canon-test-loss")
    defer { server.stop() }
    let attempts = Mutex(0), evening = try Evening()
    func isTold(_ count: Int) -> Bool {
      evening.notes.count { $0 == .server(.cardAway("hw:USB,0")) } == count
    }
    @Sendable func restart() -> ServerNote {
      attempts.withLock { $0 += 1 }
      return .cardAway("hw:USB,0")
    }
    try await Self.play(evening, on: server, restart: { restart() }) {
      for round in 1...2 {
        try await Self.until("it plays") { evening.connections == round }
        server.kill()
        try await Self.until("it is told in round \(round)") { isTold(round) }
        let tried = attempts.withLock { $0 }
        try await Self.until("it is tried again") { attempts.withLock { $0 } > tried + 2 }
        #expect(isTold(round))
        try server.start()
      }
      try await Self.until("it plays") { evening.connections == 3 }
    }
  }

  @Test("Before each attempt to reach a lost server the driver has it restarted; a wanted end is no loss")
  func restart() async throws {
    let server = try DummyServer.started("canon-test-loss")
    defer { server.stop() }
    let restarts = Mutex(0), evening = try Evening()
    @Sendable func restart() -> ServerNote? {
      restarts.withLock { $0 += 1 }
      return nil
    }
    try await Self.play(evening, on: server, restart: { restart() }) {
      #expect(restarts.withLock { $0 } == 0)
      server.kill()
      try await Self.until("it is tried twice") { evening.losses == 1 && restarts.withLock { $0 } >= 2 }
      try server.start()
      try await Self.until("it plays again") { evening.connections == 2 }
    }
    #expect(evening.losses == 1)
  }
}
