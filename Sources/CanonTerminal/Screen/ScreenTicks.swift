import Dispatch
import Glibc

/// The ticks of the screen: at each key, and a number of times a second.
@MainActor final class ScreenTicks {
  /// At most one tick waits: a late screen draws once.
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let timer: any DispatchSourceTimer
  private let input: any DispatchSourceRead

  /// The frame rate while no key is pressed.
  enum Pace: Int {
    /// The user plays: the highest rate.
    case played = 30
    /// There was no input for a while, and nothing is about to change: sufficient for meters and clocks.
    case watched = 10
  }

  var pace = Pace.played { didSet { if pace != oldValue { schedule() } } }

  /// - Parameter keys: The descriptor from which keys come.
  init(keys: Int32 = STDIN_FILENO) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.stream, self.continuation) = (stream, continuation)
    // On the main queue, where the picture is made: one thread less to wake each time.
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable in continuation.yield() }
    let input = DispatchSource.makeReadSource(
      fileDescriptor: keys, queue: DispatchQueue(label: "canon.keys"))
    input.setEventHandler { @Sendable in
      continuation.yield()
      // What is typed stays readable until the screen has read it; until then once in a while is enough.
      usleep(5000)
    }
    (self.timer, self.input) = (timer, input)
    schedule()
    timer.activate()
    input.activate()
  }

  private func schedule() {
    timer.schedule(deadline: .now(), repeating: .milliseconds(1000 / pace.rawValue), leeway: .milliseconds(5))
  }

  /// Ends the ticks, and their stream.
  func end() {
    timer.cancel()
    input.cancel()
    continuation.finish()
  }
}
