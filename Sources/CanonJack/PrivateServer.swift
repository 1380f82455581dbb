import Glibc

/// A jackd that canon starts for its own lifetime, when there is no server: on a sound card if there is one, else
/// on the dummy backend, which keeps time but is not heard.
///
/// It ends by itself with its last client (`-T`). Its name is fixed, so that several canons share it and nothing is
/// left behind in shared memory.
public actor PrivateServer {
  /// Not the name of any client: jackd keeps the sockets of both in one folder under their names, and a client "canon"
  /// would take the place of a server "canon".
  public static let name = "canon-private"

  public enum Backend: Hashable, Sendable {
    /// `hw:CARD,DEVICE`
    case alsa(String)
    case dummy

    /// For people.
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
  /// What to try, best first.
  private let candidates: [Backend]
  /// The path of the program; nil where it is not installed.
  private let jackd: String?
  /// How long a server may take to answer.
  private let patience: Duration

  public init() { self.init(candidates: Self.backends()) }

  init(
    name: String = PrivateServer.name, candidates: [Backend], jackd: String? = Executable.find("jackd"),
    patience: Duration = .seconds(5)
  ) {
    (self.name, self.candidates, self.jackd, self.patience) = (name, candidates, jackd, patience)
  }

  /// Starts a server; a sound card that is not to be had gives way to dummy.
  /// - Returns: The first client, open since the server answers; it ends with its last one.
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

  /// Takes on the server of another canon that is still running: if it ends, this one starts it again.
  public func adopt() {
    isAdopted = true
    backend = candidates[0]
  }

  /// Starts it again if it has ended; returns at once.
  public func restartIfEnded() {
    if process != 0 && waitpid(process, nil, WNOHANG) == 0 { return }
    guard process != 0 || isAdopted else { return }
    process = (try? spawn(backend, output: nil)) ?? 0
  }

  /// Lets go of the server. It ends with its last client, which may be another canon's.
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

  /// Tries twice: the name may still belong to a server that is just ending, or to one that another canon has started
  /// at the same moment.
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

  /// What jackd said last that is a complaint; else just what it said last.
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

  /// What to try, best first.
  /// - Parameter list: The file in which ALSA lists the devices.
  static func backends(list: String = "/proc/asound/pcm") -> [Backend] {
    (playbackDevice(in: contents(list)).map { [.alsa($0)] } ?? []) + [.dummy]
  }

  /// The first playback device in the words of `/proc/asound/pcm`: `00-03: HDMI 0 : HDMI 0 : playback 1`.
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
