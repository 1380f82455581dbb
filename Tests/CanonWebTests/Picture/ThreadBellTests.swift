import Foundation
import NIOCore
import Testing

@testable import CanonWeb

@Suite struct ThreadBellTests {
  @Test("A bell that is rung ends one wait, whether it came before or meanwhile; else the deadline does")
  func waits() async {
    let bell = ThreadBell()
    bell.ring()
    #expect(bell.wait(until: .distantFuture), "rung before")
    let deadline = NIODeadline.now() + .milliseconds(20)
    #expect(!bell.wait(until: deadline), "once only")
    #expect(.now() >= deadline)
    let wasRung = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: bell.wait(until: .distantFuture)) }
      bell.ring()
    }
    #expect(wasRung)
  }
}
