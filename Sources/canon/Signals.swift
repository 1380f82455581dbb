import CanonTerminal
import Dispatch
import Glibc

/// What ``SignalTable`` says: the signals that end the performance as an event that can be awaited, with the certainty
/// that canon ends after one, whatever hangs; those that end it at once; and those that do nothing.
///
/// Sendable, since nothing is written after the initialiser; the sources only have to stay alive.
final class Signals: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    (self.stream, self.continuation) = (stream, continuation)
    for number in SignalTable.numbers(.isIgnored) { signal(number, SIG_IGN) }
    Terminal.restore(at: SignalTable.numbers(.endsAtOnce))
    sources = SignalTable.numbers(.finishes).map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "canon.signals"))
      source.setEventHandler {
        Self.endWithin(milliseconds: 1500)
        continuation.yield()
      }
      source.resume()
      return source
    }
  }

  /// Every Ctrl-Z from now on, as long as this is read; it stops nothing by itself.
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

  /// Returns at the first signal, or once ``raise()`` was called.
  func wait() async {
    for await _ in stream { return }
  }

  /// As though a signal had come.
  func raise() { continuation.yield() }

  /// Ends the process by then, even if the JACK server answers no more and libjack waits for it.
  static func endWithin(milliseconds: Int, _ status: ExitStatus = .done) {
    DispatchQueue(label: "canon.deadline", qos: .userInteractive).asyncAfter(
      deadline: .now() + .milliseconds(milliseconds)
    ) {
      Terminal.leaveAtOnce()
      _exit(status.rawValue)
    }
  }
}
