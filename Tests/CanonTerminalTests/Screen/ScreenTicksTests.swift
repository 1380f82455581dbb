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
  @Test func aKeyTicksAtOnce() throws {
    let keys = Pipe()
    let ticks = ScreenTicks(keys: keys.fileHandleForReading.fileDescriptor)
    defer { ticks.end() }
    let (stream, ticked) = (ticks.stream, Ticked())
    Task.detached {
      for await _ in stream { ticked.isTrue.store(true, ordering: .relaxed) }
    }
    keys.fileHandleForWriting.write(Data("q".utf8))
    try waitUntil("a tick", seconds: 600) { ticked.isTrue.load(ordering: .relaxed) }
  }
}
