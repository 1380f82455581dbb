import Dispatch
import Synchronization

/// Distinguishes a server that has disappeared without notice (PipeWire killed) from one that is only stopped. It counts
/// cycles and knocks: a server that has disappeared refuses at once, a stopped one does not answer.
struct Stall {
  enum Finding {
    case playing
    /// Said once.
    case stalled
    /// Said once.
    case back
    case gone
  }

  private var cycles: UInt64 = 0
  /// The time of the last cycle, as far as it is known.
  private var since: ContinuousClock.Instant?
  private var lookedAt: ContinuousClock.Instant?
  private var isSaid = false
  private var knock: Knock?

  /// The time without a cycle after which a server counts as stalled: a second, or three of its periods if that is longer.
  /// - Parameters:
  ///   - period: In frames.
  ///   - sampleRate: In hertz.
  static func limit(period: Int, sampleRate: Int) -> Duration {
    max(.seconds(1), .seconds(3 * period) / max(1, sampleRate))
  }

  /// Whether the server stands still, and is knocked at.
  var isDoubtful: Bool { knock != nil }

  /// The time after which the server counts as stalled if no further cycle comes.
  func timeLeft(limit: Duration, at time: ContinuousClock.Instant) -> Duration {
    since.map { max(.zero, limit - (time - $0)) } ?? limit
  }

  /// Checks for progress. Must be called when ``timeLeft(limit:at:)`` is over, and often while the server stands still.
  /// - Parameters:
  ///   - now: The number of process cycles so far.
  ///   - idle: The time since the last cycle, by the server's clock; no earlier cycle than the last look counts.
  ///   - knock: Tries to reach the server once it stands still.
  mutating func look(
    cycles now: UInt64, idle: Duration = .zero, limit: Duration, at time: ContinuousClock.Instant = .now,
    knock newKnock: () -> Knock
  ) -> Finding {
    defer { lookedAt = time }
    if now != cycles || since == nil {
      cycles = now
      since = lookedAt.map { max($0, time - max(.zero, idle)) } ?? time
      knock = nil
      defer { isSaid = false }
      return isSaid ? .back : .playing
    }
    guard let since, time - since > limit else { return .playing }
    if let knock {
      switch knock.answer {
      case .none: return .playing
      case .refused: return .gone
      // The playing client gets the same time again for its next cycle.
      case .letIn(let when): return time - when > limit ? .gone : .playing
      }
    }
    knock = newKnock()
    isSaid = true
    return .stalled
  }
}

/// One attempt to open a client, on a thread of its own. Refused: the server has disappeared. Let in: it runs, but may have
/// dropped canon's client. No answer: it is stopped, and may continue.
final class Knock: Sendable {
  enum Answer {
    case refused
    case letIn(ContinuousClock.Instant)
  }
  private let state: Mutex<Answer?>
  private static let unanswered = Atomic(0)

  /// Whether a knock waits for its answer. Meanwhile no client may be closed (``ServerThread``).
  static var isUnderWay: Bool { unanswered.load(ordering: .acquiring) > 0 }

  var answer: Answer? { state.withLock { $0 } }

  /// A knock with a known answer, or with none.
  init(answer: Answer?) { state = Mutex(answer) }

  init(server: String?) {
    state = Mutex(nil)
    Self.unanswered.add(1, ordering: .relaxed)
    // A queue of its own, because a call on the server's thread may be blocked. That thread opens and closes no client
    // meanwhile.
    DispatchQueue(label: "canon.knock").async { [self] in
      let client = try? JackClient(name: "canon-knock", server: server)
      state.withLock { $0 = client == nil ? .refused : .letIn(.now) }
      Self.unanswered.subtract(1, ordering: .releasing)
      if let client { ServerThread.detach { client.close() } }
    }
  }
}
