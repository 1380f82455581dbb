import Glibc

/// A jackd that canon starts for its own lifetime if there is no server: on a sound card if there is one, else
/// on the silent dummy backend.
///
/// It ends by itself with its last client (`-T`). Its name is fixed, so that several canons share it and nothing
/// remains in shared memory.
public actor PrivateServer {
  /// The server's name, which must differ from that of any client: jackd keeps the sockets of clients and servers in one
  /// folder under their names, and a client "canon" would replace a server "canon".
  public static let name = "canon-private"

  public enum Backend: Hashable, Sendable {
    /// `hw:CARD,DEVICE`
    case alsa(String)
    case dummy

    /// The name for display.
    public var description: String {
      switch self {
      case .alsa(let device): "sound card \(device)"
      case .dummy: "dummy"
      }
    }

    var arguments: [String] {
      switch self {
      case .alsa(let device): ["-d", "alsa", "-P", device, "-r", "48000", "-p", "256", "-n", "3"]
      case .dummy: ["-d", "dummy", "-r", "48000", "-p", "256"]
      }
    }
  }

  private var process: pid_t = 0
  private var isAdopted = false
  public private(set) var backend = Backend.dummy
  private let name: String
  /// The backends to try, best first.
  private let candidates: [Backend]
  /// The path of jackd; nil if it is not installed.
  private let jackd: String?
  /// The longest wait for a new server to answer.
  private let patience: Duration

  public init() { self.init(candidates: Self.backends()) }

  init(
    name: String = PrivateServer.name, candidates: [Backend], jackd: String? = Executable.find("jackd"),
    patience: Duration = .seconds(5)
  ) {
    (self.name, self.candidates, self.jackd, self.patience) = (name, candidates, jackd, patience)
  }

  /// Starts a server; if the sound card is unavailable, on the dummy backend.
  /// - Returns: The first client, already open, because the server ends with its last client.
  public func start(clientName: String) async throws(JackProblem) -> JackClient {
    var problem: JackProblem?
    for candidate in candidates {
      do throws(JackProblem) {
        let client = try await start(candidate, clientName)
        backend = candidate
        return client
      } catch {
        problem = error
      }
    }
    throw problem ?? .noJackd
  }

  /// Adopts the running server of another canon: if that server ends, this canon starts it again.
  public func adopt() {
    isAdopted = true
    backend = candidates[0]
  }

  /// Starts the server again if it has ended. Does not wait for it.
  public func restartIfEnded() {
    if process != 0 && waitpid(process, nil, WNOHANG) == 0 { return }
    guard process != 0 || isAdopted else { return }
    process = (try? spawn(backend, output: nil)) ?? 0
  }

  /// Leaves the server, and waits up to 200 ms for its end. It ends with its last client, which may be another canon's.
  public func leave() async {
    for _ in 0..<20 where process != 0 {
      if waitpid(process, nil, WNOHANG) != 0 { process = 0 }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Ends a server that never had a client.
  private func stop() {
    guard process != 0 else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
  }

  /// Starts the server in up to two attempts: the name may belong to a server that is just ending, or to one that another
  /// canon has started at the same moment.
  private func start(_ backend: Backend, _ clientName: String) async throws(JackProblem) -> JackClient {
    do throws(JackProblem) {
      return try await startOnce(backend, clientName)
    } catch {
      try? await Task.sleep(for: .milliseconds(500))
      return try await startOnce(backend, clientName)
    }
  }

  private func startOnce(_ backend: Backend, _ clientName: String) async throws(JackProblem) -> JackClient {
    let log = tmpfile()
    defer { if let log { fclose(log) } }
    process = try spawn(backend, output: log.map { fileno($0) })
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(25))
      if waitpid(process, nil, WNOHANG) != 0 {
        process = 0
        break
      }
      if let client = try? await JackClient.open(name: clientName, server: name) { return client }
    }
    stop()
    if let client = try? await JackClient.open(name: clientName, server: name) { return client }
    if let registry = ServerRegistry(), registry.hasNoRoom(for: name) { throw .registryFull(registry) }
    throw .privateServer(backend: backend.description, said: Self.complaint(in: Self.text(of: log)))
  }

  private func spawn(_ backend: Backend, output: Int32?) throws(JackProblem) -> pid_t {
    guard let jackd else { throw .noJackd }
    let realtime = Self.mayBeRealtime ? ["-R"] : ["-r"]
    let arguments = [jackd, "-T", "-n", name] + realtime + backend.arguments
    guard let child = Executable.spawn(arguments, output: output) else { throw .noJackd }
    return child
  }

  private static var mayBeRealtime: Bool {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(14), &limit)  // RLIMIT_RTPRIO
    return geteuid() == 0 || limit.rlim_cur > 0
  }

  /// The last complaint in jackd's output, or its last line if it has none.
  static func complaint(in text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let signs = ["cannot", "error", "fail", "already", "denied", "busy"]
    let complaints = lines.filter { line in signs.contains { line.lowercased().contains($0) } }
    return complaints.last ?? lines.last ?? "nothing"
  }

  private static func text(of file: UnsafeMutablePointer<FILE>?) -> String {
    guard let file else { return "" }
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  // MARK: - Sound cards

  /// The backends to try, best first.
  /// - Parameter list: The file in which ALSA lists its devices.
  static func backends(list: String = "/proc/asound/pcm") -> [Backend] {
    (playbackDevice(in: contents(list)).map { [.alsa($0)] } ?? []) + [.dummy]
  }

  /// The first playback device in the text of `/proc/asound/pcm`, whose lines are like `00-03: HDMI 0 : HDMI 0 : playback 1`.
  static func playbackDevice(in list: String) -> String? {
    for line in list.split(separator: "\n") where line.contains("playback") {
      let numbers = line.prefix { $0 != ":" }.split(separator: "-").compactMap { Int($0) }
      if numbers.count == 2 { return "hw:\(numbers[0]),\(numbers[1])" }
    }
    return nil
  }

  private static func contents(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    return text(of: file)
  }
}
