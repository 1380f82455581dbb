import CanonSession

/// The search for the first server, and for a client of it. It runs by itself from its first moment, because a server that
/// does not answer may delay it for as long as it likes.
///
/// - Thread: any control thread
public final class ServerSearch: Sendable {
  /// A server that has accepted canon.
  struct Found: Sendable {
    /// The client, already open, because a temporary server ends with its last client.
    let client: JackClient
    /// nil for JACK's default server.
    let server: String?
    /// The backend of a server that canon has started, for display.
    var ownBackend: String?
    /// What was asked of it.
    var request = ServerRequest()
    /// What people should know of its start.
    var notes: [ServerNote] = []
    /// Called before each attempt to reach the server after it was lost. What it returns is told.
    var restart: @Sendable () async -> ServerNote? = { nil }
    /// Called after each such attempt that has succeeded.
    var join: @Sendable () async -> Void = {}
    /// Called at the end of the performance.
    var leave: @Sendable () async -> Void = {}
  }

  /// PipeWire runs, and JACK does not: canon must start again with PipeWire's own libjack
  /// (``ServerLadder/restartThroughPipeWire(arguments:)``).
  public struct NeedsPipeWire: Error {}

  private let answer = Answer<Result<Found, any Error>>()

  /// Begins the search.
  /// - Parameters:
  ///   - clientName: The requested name of the client.
  ///   - request: What is asked of the server.
  ///   - tell: Receives a note if a server does not answer soon.
  public init(
    clientName: String, _ request: ServerRequest, tell: @escaping @Sendable (ServerNote) -> Void
  ) {
    Task { [answer] in
      do {
        answer.give(.success(try await Self.find(clientName, request, tell: tell)))
      } catch {
        answer.give(.failure(error))
      }
    }
  }

  /// Starts a silent server that no one else uses, and finds it.
  /// - Parameters:
  ///   - name: A fixed name, because each new one leaves something in shared memory.
  ///   - request: How the server is to run.
  package static func onSilentServer(
    called name: String, clientName: String, _ request: ServerRequest
  ) async throws(JackProblem) -> ServerSearch {
    let own = PrivateServer(request, name: name, candidates: [.dummy])
    let client = try await own.start(clientName: clientName)
    return await ServerSearch(
      found: Found(
        client: client, server: name, ownBackend: PrivateServer.Backend.dummy.description, request: request,
        notes: own.notes, leave: { await own.end() }))
  }

  /// A search that has ended.
  init(found: Found) { answer.give(.success(found)) }

  /// The result of the search; nil while it is under way.
  /// - Throws: A ``JackProblem``, or ``NeedsPipeWire``.
  var found: Found? { get throws { try answer.value?.get() } }

  /// How long canon waits for a result before it begins the performance without a server.
  private static let promptness = Duration.seconds(1)

  /// Returns once the search has ended, or after a second.
  /// - Throws: A ``JackProblem``, or ``NeedsPipeWire``.
  public func waitBriefly() async throws {
    let end = ContinuousClock.now + Self.promptness
    while try found == nil, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(5)) }
  }

  /// The names of killed servers that have lost their places in jackd's registry to a server that canon has started.
  package var freedPlaces: [String] {
    ((try? found)?.notes ?? []).flatMap { note -> [String] in
      if case .registryFreed(let names) = note { names } else { [] }
    }
  }

  /// Leaves a server that canon has started itself.
  public func leave() async { await (try? found)?.leave() }

  private static func find(
    _ clientName: String, _ request: ServerRequest, tell: @escaping @Sendable (ServerNote) -> Void
  ) async throws -> Found {
    let begun = ContinuousClock.now + promptness
    // A server that has been waited for, and goes then, may come back: the search begins again. A missing one ends it.
    let isWaitedFor = Flag()
    var pauses = RetryPauses()
    while true {
      do {
        return try await findOnce(clientName, request) { note in
          isWaitedFor.raise()
          tell(note)
        }
      } catch let problem as JackProblem {
        if problem.isBrokenOff && ContinuousClock.now > begun { isWaitedFor.raise() }
        guard isWaitedFor.isRaised, problem.mayPass else { throw problem }
        try? await Task.sleep(for: .milliseconds(pauses.next()))
      }
    }
  }

  private static func findOnce(
    _ clientName: String, _ request: ServerRequest, tell: @escaping @Sendable (ServerNote) -> Void
  ) async throws -> Found {
    let own = PrivateServer(request)
    let step = try await ServerLadder.climb(
      clientName: clientName, request, tell: tell)
    switch step {
    case .throughPipeWire: throw NeedsPipeWire()
    case .found(let client, let name):
      guard name == PrivateServer.name, request.server == nil else {
        return Found(client: client, server: name, request: request)
      }
      // Which backend the other canon started it on is unknown.
      await own.adopt()
      return Found(client, of: own, request)
    case .startPrivate:
      let client = try await own.start(clientName: clientName)
      var found = Found(client, of: own, request)
      (found.ownBackend, found.notes) = await (own.backend.description, own.notes)
      return found
    }
  }
}

extension ServerSearch.Found {
  /// A client of the private server.
  fileprivate init(_ client: JackClient, of own: PrivateServer, _ request: ServerRequest) {
    self.init(
      client: client, server: PrivateServer.name, request: request,
      restart: { await own.restartIfEnded() }, join: { await own.join() }, leave: { await own.leave() })
  }

  /// What people should know of a server that runs like this.
  func notes(_ info: ServerInfo) -> [ServerNote] {
    let kept = request.note(
      ofPeriod: info.period, rate: Int(info.sampleRate.hertz), isOwn: ownBackend != nil,
      latency: JackClient.isPipeWire ? PipeWireLatency.ofUser : nil)
    return notes + (kept.map { [$0] } ?? [])
  }
}
