import Dispatch
import Glibc

/// When to look: at each key, and thirty times a second.
@MainActor final class ScreenTicks {
  /// One tick waits at most: who is late draws once.
  let stream: AsyncStream<Void>
  private let timer: any DispatchSourceTimer
  private let input: any DispatchSourceRead

  init(perSecond: Int = 30) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    let queue = DispatchQueue(label: "canon.screen")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(1000 / perSecond), leeway: .milliseconds(5))
    timer.setEventHandler { @Sendable in continuation.yield() }
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler { @Sendable in
      continuation.yield()
      // What is typed stays readable until the screen has read it; until then once in a while is enough.
      usleep(5000)
    }
    (self.timer, self.input) = (timer, input)
    timer.activate()
    input.activate()
  }

  /// No more ticks come.
  func end() {
    timer.cancel()
    input.cancel()
  }
}
