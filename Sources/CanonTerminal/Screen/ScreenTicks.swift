import Dispatch
import Glibc

/// When to look: at each key, and so many times a second.
@MainActor final class ScreenTicks {
  /// One tick waits at most: who is late draws once.
  let stream: AsyncStream<Void>
  private let timer: any DispatchSourceTimer
  private let input: any DispatchSourceRead

  /// How often, while no key is pressed.
  enum Pace: Int {
    /// Somebody plays: as often as any terminal is worth.
    case played = 30
    /// Nobody has touched anything for a while, and nothing is about to change: enough for meters and clocks.
    case watched = 10
  }

  var pace = Pace.played { didSet { if pace != oldValue { schedule() } } }

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    // On the main queue, where the picture is made: one thread less to wake each time.
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable in continuation.yield() }
    let input = DispatchSource.makeReadSource(
      fileDescriptor: STDIN_FILENO, queue: DispatchQueue(label: "canon.keys"))
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

  /// No more ticks come.
  func end() {
    timer.cancel()
    input.cancel()
  }
}
