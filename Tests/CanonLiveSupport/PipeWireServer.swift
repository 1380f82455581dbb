import Foundation

/// A real PipeWire with WirePlumber for one test, without a sound card, in its own runtime folder: no other PipeWire of the machine sees
/// it. Its sinks are null sinks. It ends with this object at the latest.
public final class PipeWireServer: @unchecked Sendable {
  /// An output device, as other programs of PipeWire know it (`name`), and as JACK and people do (`title`).
  public struct Sink: Sendable {
    public let name: String
    public let title: String

    public init(_ name: String, _ title: String) { (self.name, self.title) = (name, title) }
  }

  private let folder: TestFolder
  private let bus: DBusDaemon
  private var daemon: ChildProcess?
  /// WirePlumber 0.4.13 crashes when a sink goes soon after a client that has played to it was killed.
  private var manager: SupervisedProcess?
  private var sinks: [Sink] = []

  /// The programs that are needed.
  private static let tools = [
    "dbus-daemon", "pipewire", "wireplumber", "pw-cli", "pw-jack", "pw-link", "pw-metadata", "wpctl",
  ]

  /// Whether the tests with PipeWire run (``Tool/isTested(_:)``).
  public static var isTested: Bool { tools.allSatisfy(Tool.isTested) }

  /// Starts PipeWire, and returns once it has these sinks. The first one is its default.
  /// - Parameter hasStandIn: Whether it has a sink of its own while there is none, as on a desktop.
  public init(_ sinks: Sink..., hasStandIn: Bool = false) throws {
    folder = try TestFolder()
    if hasStandIn {
      _ = try folder.write(
        "context.modules = [ { name = libpipewire-module-fallback-sink } ]\n",
        to: "config/pipewire/pipewire.conf.d/stand-in.conf")
    }
    _ = try folder.write("", to: "log")
    bus = try DBusDaemon(folder, environment: Self.environment(folder))
    try start()
    for sink in sinks { try add(sink) }
  }

  /// The environment of its clients. The names of servers keep canon from a jackd that may run beside it.
  public var environment: [String: String] { Self.environment(folder) }

  private static func environment(_ folder: TestFolder) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.file("state"),
      "XDG_CONFIG_HOME": folder.file("config"), "DBUS_SESSION_BUS_ADDRESS": DBusDaemon.address(folder),
      "JACK_DEFAULT_SERVER": "canon-test-none",
    ]
  }

  private static func words(_ environment: [String: String]) -> [String] {
    var all = CanonProcess.environment
    for name in ["DISPLAY", "PIPEWIRE_REMOTE", "PIPEWIRE_LATENCY", "PIPEWIRE_PROPS"] { all[name] = nil }
    return all.merging(environment) { $1 }.map { "\($0)=\($1)" }
  }

  // MARK: - Its life

  /// Starts the daemon and its session manager, and makes the sinks that it had. Returns once they are there.
  /// - Parameters:
  ///   - gone: A sink that it has no longer.
  ///   - rate: In hertz; nil for the rate that it had.
  public func start(without gone: Sink? = nil, rate: Int? = nil) throws {
    if let rate {
      _ = try folder.write(
        "context.properties = { default.clock.rate = \(rate) default.clock.allowed-rates = [ \(rate) ] }\n",
        to: "config/pipewire/pipewire.conf.d/rate.conf")
    }
    let log = folder.file("log")
    let daemon = try ChildProcess(
      [try Tool.required("pipewire")], environment: Self.words(environment), files: ["/dev/null", log, log])
    self.daemon = daemon
    try waitUntil("PipeWire answers") {
      try run("pw-cli", "info", "0") != nil || daemon.hasEnded
    }
    try startManager()
    let before = sinks.filter { $0.name != gone?.name }
    sinks = []
    for sink in before { try add(sink) }
  }

  private func startManager() throws {
    let log = folder.file("log")
    let (path, environment) = (try Tool.required("wireplumber"), Self.words(environment))
    manager = try SupervisedProcess {
      try ChildProcess([path], environment: environment, files: ["/dev/null", log, log])
    }
    try waitUntil("WirePlumber is there") {
      try run("wpctl", "status")?.contains("WirePlumber [export]") ?? false
        && (run("pw-metadata")?.contains("\"default\"") ?? false)
    }
  }

  /// Sends a signal to the daemon, which stops it or lets it continue.
  public func signal(_ number: Int32) { daemon?.signal(number) }

  /// Kills the daemon with signal 9. The session manager ends with it, and all sinks go.
  public func kill() {
    manager?.kill()
    daemon?.signal(SIGKILL)
    try? waitUntil("PipeWire ends") { daemon?.hasEnded ?? true }
    (daemon, manager) = (nil, nil)
  }

  deinit {
    kill()
    bus.end()
  }

  // MARK: - Its devices

  /// Makes a sink, as if a device was plugged in, and returns once its ports are there.
  public func add(_ sink: Sink) throws {
    // A WirePlumber that was started again meanwhile has left a sink without ports once, for ten minutes.
    do { try create(sink, patience: patience / 6) } catch {
      try? expect("pw-cli", "destroy", try number(of: sink.name))
      try create(sink, patience: patience)
    }
    if sinks.isEmpty { try waitUntil("\(sink.name) is the default") { try isDefault(sink) } }
    sinks.append(sink)
  }

  private func create(_ sink: Sink, patience: Double) throws {
    try expect(
      "pw-cli", "create-node", "adapter",
      """
      { factory.name=support.null-audio-sink node.name="\(sink.name)" node.description="\(sink.title)" \
      media.class=Audio/Sink object.linger=true audio.position=[FL FR] }
      """)
    try waitUntil("the ports of \(sink.name)", seconds: patience) {
      try run("pw-link", "-i")?.contains("\(sink.name):playback_FR") ?? false
    }
  }

  /// Destroys a sink, as if its device was unplugged.
  public func remove(_ sink: Sink) throws {
    try expect("pw-cli", "destroy", try number(of: sink.name))
    sinks.removeAll { $0.name == sink.name }
    try waitUntil("\(sink.name) is gone") {
      try !(run("pw-link", "-i") ?? "").contains("\(sink.name):playback_")
    }
  }

  /// Makes a sink the default, as people do in the settings of their desktop.
  public func makeDefault(_ sink: Sink) throws {
    try waitUntil("\(sink.name) is the default") {
      _ = try run("wpctl", "set-default", try number(of: sink.name))
      return try isDefault(sink)
    }
  }

  /// Gives all its clients another period, as programs that need one do.
  public func force(period: Int) throws {
    try expect("pw-metadata", "-n", "settings", "0", "clock.force-quantum", "\(period)")
  }

  private func isDefault(_ sink: Sink) throws -> Bool {
    try run("pw-metadata", "0", "default.audio.sink")?.contains("\"name\":\"\(sink.name)\"") ?? false
  }

  /// What PipeWire's tools show of a node.
  public func properties(of node: String) throws -> String {
    try expect("pw-cli", "info", try number(of: node))
  }

  /// The number that PipeWire has given a node.
  private func number(of node: String) throws -> String {
    var number = ""
    for line in try expect("pw-cli", "ls", "Node").split(separator: "\n") {
      let words = line.split(separator: " ").map { $0.trimmingCharacters(in: .whitespaces) }
      if words.first == "id" { number = words[1].trimmingCharacters(in: [","]) }
      if line.contains("node.name = \"\(node)\"") { return number }
    }
    throw TimedOut(description: "PipeWire has no node \(node)")
  }

  // MARK: - Its connections

  /// What a port is connected to: the names of ports with those of their nodes, such as `speakers:playback_FL`.
  public func connections(of port: String) throws -> [String] {
    var found: [String] = []
    var isIts = false
    for line in try (run("pw-link", "-l") ?? "").split(separator: "\n") {
      if line.first == " " {
        if isIts { found.append(String(line.drop { " |->".contains($0) })) }
      } else {
        isIts = line == port
      }
    }
    return found
  }

  public func connect(_ output: String, _ input: String) throws { try expect("pw-link", output, input) }
  public func disconnect(_ output: String, _ input: String) throws {
    try expect("pw-link", "-d", output, input)
  }

  // MARK: - Its clients

  /// Starts `canon play --json` without a word about PipeWire, which it is to find, and returns once the first downbeat was delivered and all
  /// ports are there.
  public func play(
    _ source: String = "Schedules/always.toml", _ options: String..., environment own: [String: String] = [:]
  ) throws -> CanonProcess {
    try play(source, options, environment: own)
  }

  public func play(
    _ source: String, _ options: [String], environment own: [String: String] = [:]
  ) throws -> CanonProcess {
    let canon = try CanonProcess(
      ["play", source, "--json"] + options, environment: environment.merging(own) { $1 })
    try canon.waitForEvent("clock")
    try canon.waitForEvent("registered")
    return canon
  }

  /// The files of the evenings that canon keeps. One that is not renamed yet is none.
  /// - Parameter suffix: How their names end.
  public func eveningFiles(_ suffix: String = ".evening") -> [String] {
    let folder = environment["XDG_STATE_HOME"]! + "/canon/evenings"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }
  }

  /// The texts of these files.
  public func evenings(_ suffix: String = ".evening") -> [String] {
    eveningFiles(suffix).compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// Starts a program that was made for jackd, which is killed with the result.
  public func startClient(_ tool: String, _ arguments: String...) throws -> AnyObject {
    try client(tool, arguments)
  }

  /// Starts to record ports with a program that was made for jackd, and returns once it is connected.
  /// - Returns: Waits for the end, and returns the sound file.
  public func record(_ ports: String..., seconds: Int) throws -> () throws -> String {
    let file = folder.file("recording.wav")
    let process = try client("jack_rec", ["-f", file, "-d", "\(seconds)", "-b", "32"] + ports)
    try waitUntil("it records") {
      try ports.allSatisfy { try connections(of: $0).contains { $0.hasPrefix("jackrec:") } }
        || process.hasEnded
    }
    return {
      try waitUntil("the recording ends") { process.hasEnded }
      return file
    }
  }

  /// Runs a program that was made for jackd to its end.
  /// - Returns: What it has written.
  public func clientOutput(_ tool: String, _ arguments: String...) throws -> String {
    let end = try run(["pw-jack", try Tool.required(tool)] + arguments)
    guard let output = end.output else { throw TimedOut(description: "\(tool) has failed: \(end.all)") }
    return output
  }

  private func client(_ tool: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [try Tool.required("pw-jack"), try Tool.required(tool)] + arguments,
      environment: Self.words(environment),
      files: ["/dev/null", "/dev/null", "/dev/null"])
  }

  /// Runs one of PipeWire's tools to its end.
  /// - Returns: What it has written; nil if it has failed.
  private func run(_ words: String...) throws -> String? { try run(words).output }

  @discardableResult
  private func expect(_ words: String...) throws -> String {
    let end = try run(words)
    guard let output = end.output else {
      throw TimedOut(description: "\(words.joined(separator: " ")) has failed: \(end.all)")
    }
    return output
  }

  /// A tool of PipeWire 0.3.65 has hung once, for ten minutes, while PipeWire ran. It is killed and run again, unless it makes or
  /// destroys something: whether it has done so is seen by the wait that follows.
  private func run(_ words: [String]) throws -> (output: String?, all: String) {
    let output = try folder.write("", to: "output-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: output) }
    let isRepeatable = !["create-node", "destroy"].contains(words.dropFirst().first)
    for _ in 1...(isRepeatable ? 3 : 1) {
      let process = try ChildProcess(
        [try Tool.required(words[0])] + words.dropFirst(), environment: Self.words(environment),
        files: ["/dev/null", output, output])
      try? waitUntil("\(words[0]) ends", seconds: patience / 6) { process.hasEnded }
      guard process.hasEnded else {
        process.signal(SIGKILL)
        continue
      }
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      return (process.exitStatus == 0 ? text : nil, text)
    }
    if !isRepeatable { return ("", "") }
    throw TimedOut(description: "\(words.joined(separator: " ")) hangs")
  }
}
