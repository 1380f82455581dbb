import CanonEngine
import Testing

@testable import CanonStems

/// The queue of what is read.
@Suite struct LoadingQueueTests {
  private static func stems(_ numbers: some Sequence<Int>) -> [StemIndex] { numbers.map(StemIndex.init) }

  @Test("Of 64 stems one that is asked for is the next, and the others keep their order")
  func asked() {
    var queue = LoadingQueue(Self.stems(0..<64))
    #expect(queue.next() == StemIndex(0) && queue.next() == StemIndex(1))
    queue.bring([StemIndex(40)])
    #expect(queue.next() == StemIndex(40))
    queue.bring([StemIndex(63), StemIndex(50), StemIndex(0)])
    #expect(queue.next() == StemIndex(50) && queue.next() == StemIndex(63))
    #expect(queue.waiting == Self.stems((2..<63).filter { $0 != 40 && $0 != 50 }))
  }

  @Test("It has a stem until that is read, and not another one")
  func end() {
    var queue = LoadingQueue(Self.stems([3, 5]))
    #expect(queue.contains(StemIndex(5)) && !queue.contains(StemIndex(4)))
    #expect(queue.next() == StemIndex(3))
    #expect(queue.contains(StemIndex(3)) && queue.underWay == [StemIndex(3)])
    queue.bring([StemIndex(3)])
    queue.end(StemIndex(3))
    #expect(!queue.contains(StemIndex(3)) && !queue.isEmpty)
    #expect(queue.next() == StemIndex(5) && queue.next() == nil && !queue.isEmpty)
    queue.end(StemIndex(5))
    #expect(queue.isEmpty && LoadingQueue().isEmpty)
  }
}
