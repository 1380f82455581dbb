import CanonTerminal
import Dispatch
import Glibc

/// Implements ``SignalTable``: signals that end the performance are an event to await, and canon ends after one even if
/// something hangs; other signals end it immediately or do nothing.
///
/// Sendable, because nothing is written after the initialiser; the sources only have to stay alive.
final class Signals: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// - Parameter ending: Called when a signal asks for the end.
  init(ending: @escaping @Sendable () -> Void = {}) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    (self.stream, self.continuation) = (stream, continuation)
    for number in SignalTable.numbers(.isIgnored) { signal(number, SIG_IGN) }
    Terminal.restore(at: SignalTable.numbers(.endsAtOnce))
    sources = SignalTable.numbers(.finishes).map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "canon.signals"))
      source.setEventHandler {
        Deadline.signalled()
        continuation.yield()
        ending()
      }
      source.resume()
      return source
    }
  }

  /// Every Ctrl-Z from now on, while the stream is read; it does not stop the process itself.
  static func suspensions() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      signal(SIGTSTP, SIG_IGN)
      // Only kept alive, and cancelled once.
      nonisolated(unsafe) let source = DispatchSource.makeSignalSource(
        signal: SIGTSTP, queue: DispatchQueue(label: "canon.suspensions"))
      source.setEventHandler { continuation.yield() }
      continuation.onTermination = { _ in source.cancel() }
      source.resume()
    }
  }

  /// Returns at the first signal, or after a call of ``raise()``.
  func wait() async {
    for await _ in stream { return }
  }

  /// Acts as if a signal had arrived.
  func raise() { continuation.yield() }
}
