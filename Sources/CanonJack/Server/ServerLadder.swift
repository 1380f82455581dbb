import CanonFiles
import CanonSession
import Glibc

/// Finds a server when none is named: a running JACK server, else PipeWire, else a private server.
public enum ServerLadder {
  public enum Step: Sendable {
    /// A server answers under this name (nil: the default). The client stays open, because a temporary server ends with
    /// its last client.
    case found(JackClient, server: String?)
    /// PipeWire runs: canon must start again with PipeWire's own libjack.
    case throughPipeWire
    case startPrivate
  }

  /// Chooses the server to play to.
  /// - Parameters:
  ///   - request: What the user asks of the server.
  ///   - tell: Told when a server takes its time.
  public static func climb(
    clientName: String, _ request: ServerRequest, tell: (@Sendable (ServerNote) -> Void)? = nil
  ) async throws(JackProblem) -> Step {
    let server = request.server
    do throws(JackProblem) {
      return .found(
        try await JackClient.open(name: clientName, server: server, asking: request, tell: tell),
        server: server)
    } catch {
      guard case .noServer = error, server == nil else { throw error }
    }
    if isPipeWireRunning && getenv(guardVariable) == nil { return .throughPipeWire }
    if let client = try? await JackClient.open(name: clientName, server: PrivateServer.name, tell: tell) {
      return .found(client, server: PrivateServer.name)
    }
    guard request.mayStart else { throw .noServer(name: nil) }
    return .startPrivate
  }

  // MARK: - PipeWire

  /// The environment variable that is set before canon starts again, so that it does so only once.
  static let guardVariable = "CANON_THROUGH_PIPEWIRE"

  package static var isPipeWireRunning: Bool {
    let folder = getenv("PIPEWIRE_RUNTIME_DIR") ?? getenv("XDG_RUNTIME_DIR")
    guard let folder else { return false }
    let socket = getenv("PIPEWIRE_REMOTE").map { String(cString: $0) } ?? "pipewire-0"
    return access(socket.hasPrefix("/") ? socket : String(cString: folder) + "/" + socket, F_OK) == 0
  }

  /// Whether libjack is PipeWire's, which does not make the names of clients unique.
  public static var isThroughPipeWire: Bool { JackClient.isPipeWire }

  /// Whether `pw-jack` is installed, which canon needs under PipeWire.
  package static var hasPipeWireJack: Bool { Executable.find("pw-jack") != nil }

  /// Whether a private server can be started.
  package static var hasJackd: Bool { Executable.find("jackd") != nil }

  /// What canon says if it is started with other arguments through `pw-jack`.
  /// - Parameter patience: After this time it is ended.
  /// - Returns: Its standard output and errors; nil if it did not end well.
  package static func outputThroughPipeWire(
    _ arguments: [String], patience: Duration = .seconds(10)
  ) async -> String? {
    guard let wrapper = Executable.find("pw-jack"), let own = ownPath, let file = tmpfile() else {
      return nil
    }
    defer { fclose(file) }
    guard let process = Executable.spawn([wrapper, own] + arguments, output: fileno(file)) else { return nil }
    let end = ContinuousClock.now + patience
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now > end || Task.isCancelled {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        return nil
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
    guard status == 0 else { return nil }
    return SmallFile.text(of: file)
  }

  /// Starts canon again through `pw-jack`, which puts PipeWire's libjack first. Returns only by throwing.
  public static func restartThroughPipeWire(arguments: [String]) throws(JackProblem) -> Never {
    guard let wrapper = Executable.find("pw-jack") else { throw .noPipeWireJack }
    setenv(guardVariable, "1", 1)
    var words = ([wrapper, "/proc/self/exe"] + arguments.dropFirst()).map { strdup($0) } + [nil]
    if let own = ownPath { words[1] = strdup(own) }
    execv(wrapper, &words)
    throw .noPipeWireJack
  }

  /// The path of canon's executable, because `/proc/self/exe` names the shell once the wrapper runs.
  private static var ownPath: String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    return count > 0
      ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
