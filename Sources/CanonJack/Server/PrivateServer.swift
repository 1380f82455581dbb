import CanonFiles
import CanonSession
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
    case alsa(SoundDevice)
    case dummy

    /// The name for display.
    public var description: String {
      switch self {
      case .alsa(let device): "sound card \(device.description)"
      case .dummy: "dummy"
      }
    }

    func arguments(_ request: ServerRequest) -> [String] {
      let (rate, period) = (
        request.rate ?? ServerRequest.usualRate, request.period ?? ServerRequest.usualPeriod
      )
      let timing = ["-r", "\(rate)", "-p", "\(period)"]
      return switch self {
      case .alsa(let device): ["-d", "alsa", "-P", device.address] + timing + ["-n", "3"]
      case .dummy: ["-d", "dummy"] + timing
      }
    }
  }

  /// The server that this canon has started; 0 for none.
  var process: pid_t = 0
  /// Whether a client of this canon has been in it.
  private(set) var hasHadClient = false
  /// Whether this canon starts the server again when it has ended.
  var isKept = false
  public private(set) var backend = Backend.dummy
  /// What people should know of the start.
  private(set) var notes: [ServerNote] = []
  let name: String
  /// How the server is to run; that of an adopted one, once it is.
  private var request: ServerRequest
  /// The cards that are there now.
  private let cards: @Sendable () -> SoundCards
  /// The backends to try, best first; nil for those of the cards that are there.
  private let fixed: [Backend]?
  /// The path of jackd; nil if it is not installed.
  private let jackd: String?
  /// Whether it may run with real-time priority.
  private let mayUseRealtime: Bool
  /// The longest wait for a new server to answer.
  private let patience: Duration

  /// - Parameter request: How the server is to run.
  public init(_ request: ServerRequest = ServerRequest()) { self.init(request, candidates: nil) }

  init(
    _ request: ServerRequest = ServerRequest(), name: String = PrivateServer.name, candidates: [Backend]?,
    jackd: String? = Executable.find("jackd"), patience: Duration = .seconds(5),
    mayUseRealtime: Bool = ResourceLimit.realtimePriority.soft != 0,
    cards: @escaping @Sendable () -> SoundCards = { SoundCards() }
  ) {
    (self.request, self.name, fixed, self.jackd) = (request, name, candidates, jackd)
    (self.patience, self.mayUseRealtime, self.cards) = (patience, mayUseRealtime, cards)
  }

  /// The requested card or the usual one, then dummy.
  private func candidates() throws(JackProblem) -> [Backend] {
    if let fixed { return fixed }
    let cards = cards()
    guard let wanted = request.device else { return (cards.usual.map { [.alsa($0)] } ?? []) + [.dummy] }
    // A misspelled name must not lead to a silent evening.
    guard let device = cards.device(named: wanted) else { throw .noDevice(wanted, known: cards.devices) }
    return [.alsa(device), .dummy]
  }

  /// Starts a server; if the sound card is unavailable, on the dummy backend.
  /// - Returns: The first client, already open, because the server ends with its last client.
  public func start(clientName: String) async throws(JackProblem) -> JackClient {
    var problem: JackProblem?
    for candidate in try candidates() {
      do throws(JackProblem) {
        let client = try await start(candidate, clientName)
        (backend, isKept, hasHadClient) = (candidate, true, true)
        return client
      } catch {
        problem = error
        if case .privateServer(_, let said) = error, case .alsa(let device) = candidate {
          notes.append(.cardFailed(device.description, said: said))
        }
      }
    }
    throw problem ?? .noJackd
  }

  /// Adopts the running server of another canon: if that server ends, this canon starts it again as it was, whatever it would have
  /// asked of a server of its own.
  public func adopt() {
    guard let first = try? candidates().first else { return }
    (backend, isKept) = (first, true)
    guard let settings = ServerRegistry()?.living(name).flatMap({ ServerSettings(process: $0.process) })
    else {
      return
    }
    (request.period, request.rate) = (settings.period, settings.rate)
    backend = settings.device(among: cards().devices).map { .alsa($0) } ?? .dummy
  }

  /// Starts the server again if it has ended, as it was. Does not wait for it. A card that has gone is waited for: another one would
  /// play where no one expects it.
  /// - Returns: What people should know of it.
  @discardableResult
  public func restartIfEnded() -> ServerNote? {
    if process != 0 && waitpid(process, nil, WNOHANG) == 0 { return nil }
    process = 0
    guard isKept else { return nil }
    if fixed == nil, case .alsa(let device) = backend,
      !cards().devices.contains(where: { $0.address == device.address })
    {
      return .cardAway(device.description)
    }
    (process, hasHadClient) = ((try? spawn(backend, output: nil)) ?? 0, false)
    return nil
  }

  /// Learns that a client of this canon is in the server.
  func join() { hasHadClient = true }

  /// Starts the server in up to two attempts: the name may belong to a server that is just ending, or to one that another
  /// canon has started at the same moment; or killed servers have filled the registry.
  private func start(_ backend: Backend, _ clientName: String) async throws(JackProblem) -> JackClient {
    do throws(JackProblem) {
      return try await startOnce(backend, clientName)
    } catch {
      if case .registryFull = error {
        let freed = ServerRegistry.removeDead()
        guard !freed.isEmpty else { throw error }
        notes.append(.registryFreed(freed))
      } else if let client = await waitForFormer(clientName) {
        return client
      }
      return try await startOnce(backend, clientName)
    }
  }

  /// The longest time for which the server of a killed canon lives on, with a margin: about two seconds. It lets nobody in meanwhile.
  private static let longestEnd = Duration.seconds(5)

  /// Waits until a server that has the name has ended; without one, for half a second, in which a sound card may become free.
  /// - Returns: A client, if the server lets one in.
  private func waitForFormer(_ clientName: String) async -> JackClient? {
    guard ServerRegistry()?.living(name) != nil else {
      try? await Task.sleep(for: .milliseconds(500))
      return nil
    }
    let end = ContinuousClock.now + Self.longestEnd
    while ServerRegistry()?.living(name) != nil, ContinuousClock.now < end {
      if let client = try? await JackClient.open(name: clientName, server: name) { return client }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return nil
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
    throw .privateServer(
      backend: backend.description, said: Self.complaint(in: log.map(SmallFile.text(of:)) ?? ""))
  }

  private func spawn(_ backend: Backend, output: Int32?) throws(JackProblem) -> pid_t {
    guard let jackd else { throw .noJackd }
    let arguments =
      [jackd, "-T", "-n", name, mayUseRealtime ? "-R" : "-r"] + backend.arguments(request)
    guard let child = Executable.spawn(arguments, output: output) else { throw .noJackd }
    return child
  }

  /// The last complaint in jackd's output, or its last line if it has none.
  static func complaint(in text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let signs = ["cannot", "error", "fail", "already", "denied", "busy"]
    let complaints = lines.filter { line in signs.contains { line.lowercased().contains($0) } }
    return complaints.last ?? lines.last ?? "nothing"
  }
}
