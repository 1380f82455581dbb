import CanonLiveSupport
import Foundation
import Testing

@testable import canon

/// Every signal is handled, with the terminal given back, or ignored on purpose.
@Suite struct SignalTableTests {
  @Test("The documentation has the table of the program")
  func documentation() throws {
    let text = try String(
      contentsOfFile: CanonProcess.projectFolder + "/Documentation/Architecture.md", encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.drop { $0 != SignalTable.text[0] }.prefix { $0.hasPrefix("|") }.elementsEqual(SignalTable.text))
  }

  @Test("The table has every signal once")
  func everySignal() {
    let all = SignalTable.rows.flatMap { $0.1.map(\.number) }
    // 32 and 33 are the C library's own.
    let expected: [Int32] = (1...64).filter { (number: Int32) -> Bool in number != 32 && number != 33 }
    #expect(all.sorted() == expected)
  }
}

extension LiveTests.Signals {
  /// A canon in a terminal, with its signals still to come.
  private struct RunningCanon {
    let terminal: PseudoTerminal
    let folder: TestFolder
    /// The terminal's before canon took it.
    let mode: [UInt32]

    /// - Parameter seconds: How long it may take until it plays.
    init(on server: DummyServer, _ options: [String], seconds: Double) throws {
      // Some of the signals would leave a core.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      getrlimit(__rlimit_resource_t(4), &none)
      none.rlim_cur = 0
      setrlimit(__rlimit_resource_t(4), &none)
      folder = try TestFolder()
      terminal = try PseudoTerminal(
        ["play", "Schedules/always.toml", "--server", server.name, "--no-connect"] + options,
        environment: ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
      mode = terminal.mode
      try terminal.wait(for: "Playing as", seconds: seconds)
    }

    func send(_ number: Int32) { kill(terminal.pid, number) }

    /// Sends a signal that ends canon.
    /// - Returns: The exit status, and the time until then.
    func end(by number: Int32) throws -> (status: Int32, time: Duration) {
      let start = ContinuousClock.now
      send(number)
      let status = try terminal.finish()
      return (status, ContinuousClock.now - start)
    }
  }

  private static let modes = ["", "--plain"]

  private func perform(
    on server: DummyServer, _ mode: String, seconds: Double = patience
  ) throws -> RunningCanon {
    try RunningCanon(on: server, mode.isEmpty ? [] : [mode], seconds: seconds)
  }

  /// The same on a server on which others were killed. A client that is killed while it describes its ports leaves libjack's database locked,
  /// and no later client is let in: then the server is started again without the database, as canon advises.
  private func performAfterKill(on server: DummyServer, _ mode: String) throws -> RunningCanon {
    do {
      return try perform(on: server, mode, seconds: patience / 10)
    } catch is TimedOut {
      server.kill()
      try? FileManager.default.removeItem(atPath: "/dev/shm/jack_db-\(getuid())")
      try server.start(synchronous: false)
      return try perform(on: server, mode)
    }
  }

  @Test("What ends the performance gives the terminal back, with status 0", arguments: modes)
  func finishing(mode: String) throws {
    let server = try DummyServer.started("canon-test-signals", synchronous: false)
    defer { server.stop() }
    for number in SignalTable.numbers(.finishes) {
      let performance = try perform(on: server, mode)
      let end = try performance.end(by: number)
      #expect(end.status == 0, "signal \(number)")
      // Long after the steps that are promised, and long before the end of the loop.
      #expect(end.time < .seconds(10), "signal \(number)")
      #expect(performance.terminal.mode == performance.mode, "signal \(number)")
    }
  }

  /// For what ends at once: usually it takes a tenth of this, and a step of the orderly end half as long again.
  private static let atOnce = Duration.seconds(1)

  @Test(
    "What ends canon at once gives the terminal back and is seen as the signal that it is", arguments: modes)
  func atOnce(mode: String) throws {
    let server = try DummyServer.started("canon-test-signals", synchronous: false)
    defer { server.stop() }
    for number in SignalTable.numbers(.endsAtOnce) {
      // A busy machine may be late once or twice; a canon that waits for something is late each time.
      var times: [Duration] = []
      repeat {
        let performance = try performAfterKill(on: server, mode)
        let end = try performance.end(by: number)
        #expect(end.status == 128 + number, "signal \(number)")
        #expect(performance.terminal.mode == performance.mode, "signal \(number)")
        if mode.isEmpty { try performance.terminal.wait(for: "\u{1b}[?1049l") }
        times.append(end.time)
      } while times.last! > Self.atOnce && times.count < 3
      #expect(times.last! <= Self.atOnce, "signal \(number): \(times)")
    }
  }

  @Test("What is ignored does nothing, and canon plays on", arguments: modes)
  func ignored(mode: String) throws {
    let server = try DummyServer.started("canon-test-signals", synchronous: false)
    defer { server.stop() }
    let performance = try perform(on: server, mode)
    let mode = performance.terminal.mode
    for number in SignalTable.numbers(.isIgnored) + SignalTable.numbers(.isTheSystems) {
      performance.send(number)
      #expect(kill(performance.terminal.pid, 0) == 0, "signal \(number)")
    }
    #expect(performance.terminal.mode == mode)
    #expect(try performance.end(by: SIGTERM).status == 0)
    #expect(performance.terminal.mode == performance.mode)
  }
}
