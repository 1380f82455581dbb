import CanonTerminal
import Dispatch
import Glibc

/// SIGINT, SIGTERM and SIGHUP as an event that can be awaited; and the certainty that canon ends after one,
/// whatever hangs.
///
/// Sendable, since nothing is written after the initialiser; the sources only have to stay alive.
final class Signals: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    (self.stream, self.continuation) = (stream, continuation)
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
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
