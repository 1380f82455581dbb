import Dispatch
import Synchronization

/// Tells a server that has gone without a word (PipeWire killed) from one that is only stopped, by counting cycles
/// and by knocking: a server that is gone refuses at once, one that is stopped lets us wait.
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
  private var since: ContinuousClock.Instant?
  private var isSaid = false
  private var knock: Knock?

  /// After how long without a cycle a server stands still: a second, or three of its periods if that is longer.
  /// - Parameters:
  ///   - period: In frames.
  ///   - sampleRate: In hertz.
  static func limit(period: Int, sampleRate: Int) -> Duration {
    max(.seconds(1), .seconds(3 * period) / max(1, sampleRate))
  }

  /// To be called often.
  /// - Parameters:
  ///   - now: Process cycles so far.
  ///   - knock: Tries to reach the server, once it stands still.
  mutating func look(
    cycles now: UInt64, limit: Duration, at time: ContinuousClock.Instant = .now, knock newKnock: () -> Knock
  ) -> Finding {
    if now != cycles || since == nil {
      cycles = now
      since = time
      knock = nil
      defer { isSaid = false }
      return isSaid ? .back : .playing
    }
    guard let since, time - since > limit else { return .playing }
    if let knock {
      switch knock.answer {
      case .none: return .playing
      case .refused: return .gone
      // Our own client gets as long again to be called.
      case .letIn(let when): return time - when > limit ? .gone : .playing
      }
    }
    knock = newKnock()
    isSaid = true
    return .stalled
  }
}

/// One try to open a client, on a thread of its own. Refused: the server is gone. Let in: it lives, but has dropped
/// our client. No answer: it is stopped, and may go on.
final class Knock: Sendable {
  enum Answer {
    case refused
    case letIn(ContinuousClock.Instant)
  }
  private let state: Mutex<Answer?>
  private static let unanswered = Atomic(0)

  /// Whether a knock waits for its answer: then no client may be closed (``ServerThread``).
  static var isUnderWay: Bool { unanswered.load(ordering: .acquiring) > 0 }

  var answer: Answer? { state.withLock { $0 } }

  /// A try that is over, or that nobody answers.
  init(answer: Answer?) { state = Mutex(answer) }

  init(server: String?) {
    state = Mutex(nil)
    Self.unanswered.add(1, ordering: .relaxed)
    // Not on the server's thread, which may have to wait for this one; nothing is opened or closed there meanwhile.
    DispatchQueue(label: "canon.knock").async { [self] in
      let client = try? JackClient(name: "canon-knock", server: server)
      state.withLock { $0 = client == nil ? .refused : .letIn(.now) }
      Self.unanswered.subtract(1, ordering: .releasing)
      if let client { ServerThread.detach { client.close() } }
    }
  }
}
