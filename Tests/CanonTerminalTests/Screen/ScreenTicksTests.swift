import CanonLiveSupport
import Foundation
import Synchronization
import Testing

@testable import CanonTerminal

private final class Ticked: Sendable {
  let isTrue = Atomic(false)
}

/// When the screen looks for keys and draws.
@MainActor @Suite struct ScreenTicksTests {
  /// The timer ticks on the main queue, so while that is busy only a key does.
  @Test func aKeyTicksAtOnce() async throws {
    let keys = Pipe()
    let ticks = ScreenTicks(keys: keys.fileHandleForReading.fileDescriptor)
    let (stream, ticked) = (ticks.stream, Ticked())
    let reading = Task.detached {
      for await _ in stream { ticked.isTrue.store(true, ordering: .relaxed) }
    }
    keys.fileHandleForWriting.write(Data("q".utf8))
    let isTicked = Result { try waitUntil("a tick") { ticked.isTrue.load(ordering: .relaxed) } }
    // The end of the ticks is the end of their stream.
    ticks.end()
    await reading.value
    try isTicked.get()
  }
}
