import Foundation

/// Starts a canon that prints its events as JSON, and waits for events.
extension CanonProcess {
  /// Starts `canon play --json` under a server.
  /// - Parameter source: The schedule or set.
  public static func start(
    _ source: String = "Schedules/always.toml", on server: DummyServer, _ options: String...,
    environment: [String: String] = [:]
  ) throws -> CanonProcess {
    try CanonProcess(
      ["play", source, "--json", "--server", server.name] + options, on: server, environment: environment)
  }

  /// Starts `canon play --json` under a server, and returns once the first downbeat was delivered and all ports are there.
  public static func play(
    _ source: String = "Schedules/always.toml", on server: DummyServer, _ options: String...,
    environment: [String: String] = [:]
  ) throws -> CanonProcess {
    let canon = try CanonProcess(
      ["play", source, "--json", "--server", server.name] + options, on: server, environment: environment)
    try canon.waitForEvent("clock")
    // Those that nobody is known to listen to come behind the first sound.
    try canon.waitForEvent("registered")
    return canon
  }

  /// Starts a server of its own, `canon play --json` under it, and stops the server once canon plays.
  public static func playStalled(_ name: String) throws -> (server: DummyServer, canon: CanonProcess) {
    let server = try DummyServer.started(name, synchronous: false)
    let canon = try play(on: server, "--no-connect")
    server.signal(SIGSTOP)
    return (server, canon)
  }

  /// Stops a server, starts `canon play --json` under it, and returns once canon has said that it does not answer.
  public static func startUnanswered(by server: DummyServer) throws -> CanonProcess {
    server.signal(SIGSTOP)
    let canon = try start(on: server, "--no-connect")
    try canon.waitForLine("it is told") { $0.contains("The JACK server has not answered for 5 seconds") }
    return canon
  }

  /// Waits for an event of this name, if given about this stem and state.
  /// - Parameters:
  ///   - start: The number of the first line to consider.
  ///   - condition: A further condition for the event.
  @discardableResult
  public func waitForEvent(
    _ name: String, stem: String? = nil, state: String? = nil, from start: Int = 0,
    where condition: (EventLine) -> Bool = { _ in true }
  ) throws -> EventLine {
    let what = [name, stem, state].compactMap(\.self).joined(separator: " ")
    let line = try waitForLine("event \(what)", from: start) {
      Self.event($0, name).map { $0.isEvent(name, stem: stem, state: state) && condition($0) } ?? false
    }
    guard let event = EventLine(line) else { throw TimedOut(description: "not an event: \(line)") }
    return event
  }

  /// The event of a line if it may have this name: of most lines no JSON needs to be read.
  private static func event(_ line: String, _ name: String) -> EventLine? {
    line.contains("\"\(name)\"") ? EventLine(line) : nil
  }

  /// Starts and stops a stem: then its samples are there, and what is asked of it takes effect on the frame on which it is asked.
  public func awaitSamples(of stem: String) throws {
    for (command, state) in [("start", "play"), ("stop", "stop")] {
      let start = output.count
      say("\(command) \(stem) now")
      try waitForEvent("changed", stem: stem, state: state, from: start)
    }
  }

  /// Waits for a note with this code that names something in quotation marks.
  /// - Parameter start: The number of the first line to consider.
  public func waitForNote(_ code: String, naming name: String, from start: Int = 0) throws {
    try waitForEvent("note", from: start) {
      $0["code"] as? String == code && ($0["message"] as? String)?.contains("\"\(name)\"") == true
    }
  }

  /// Types a line, and waits until a stem has a state.
  @discardableResult
  public func say(_ line: String, until stem: String, _ state: String) throws -> EventLine {
    let start = output.count
    say(line)
    return try waitForEvent("changed", stem: stem, state: state, from: start)
  }

  /// Waits for an event of this name.
  /// - Returns: The number of the line after it: what was told before it no longer counts.
  public func line(after name: String, from start: Int) throws -> Int {
    try waitForEvent(name, from: start)
    return output[start...].firstIndex { Self.event($0, name)?.isEvent(name) == true }! + 1
  }

  /// Whether canon has printed such an event, from line `start` on.
  public func hasTold(_ name: String, stem: String? = nil, from start: Int = 0) -> Bool {
    output.dropFirst(start).contains { Self.event($0, name)?.isEvent(name, stem: stem) ?? false }
  }

  /// Ends canon with `quit`.
  /// - Returns: The exit status.
  public func quit() throws -> Int32 {
    say("quit")
    return try finish()
  }

  /// Ends canon with `canon ctl quit`.
  /// - Returns: The exit status of `canon ctl`, and canon's own.
  public func quitByControl() throws -> [Int32] {
    [try Self.run(["ctl", "quit"]).status, try finish()]
  }
}
