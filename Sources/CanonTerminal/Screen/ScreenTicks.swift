import Dispatch
import Glibc

/// The ticks of the screen: at each key and event, and when the next picture is due.
@MainActor final class ScreenTicks {
  /// At most one tick waits: a late screen draws once.
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let timer: any DispatchSourceTimer
  private let input: any DispatchSourceRead

  /// The frame rate while no key is pressed. A screen that rests says after each picture when the next one is due.
  var pace = PicturePace.played { didSet { if pace != oldValue || pace.isResting { schedule() } } }

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
    if pace.isResting {
      timer.schedule(deadline: .now() + pace.interval, leeway: .milliseconds(5))
    } else {
      timer.schedule(deadline: .now(), repeating: pace.interval, leeway: .milliseconds(5))
    }
  }

  /// Something has happened: a screen that rests draws it at once.
  func tellNews() { if pace.isResting { continuation.yield() } }

  /// Ends the ticks, and their stream.
  func end() {
    timer.cancel()
    input.cancel()
    continuation.finish()
  }
}
