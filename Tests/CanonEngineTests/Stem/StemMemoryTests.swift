import CanonEngine
import CanonTestSupport
import Testing

/// Who keeps a stem's samples, and until when.
@Suite struct StemMemoryTests {
  @Test("Old samples are freed once the engine has answered that it reads others, and not before")
  func replace() {
    var bench = Bench.make(stems: [[1, 1, 1, 1]])
    bench.ask(.start)
    bench.run(1)
    weak let first = give(&bench, [2, 2, 2, 2])
    #expect(bench.run(2).master == [2, 2])

    weak let second = give(&bench, [3, 3, 3, 3])
    #expect(first != nil, "gathered, not sent")
    let isSent = bench.handle.send()
    #expect(isSent)
    bench.readEvents()
    #expect(first != nil, "sent, not received")
    #expect(bench.deliver(2).master == [3, 3])
    #expect(first != nil, "received, its answer not read")
    bench.readEvents()
    #expect(first == nil)
    #expect(second != nil)
  }

  @Test("Removed samples are freed too, and the stem is silent from that frame on")
  func takenAway() {
    var bench = Bench.make(stems: [[1, 1, 1, 1]])
    bench.ask(.start)
    weak let buffer = give(&bench, [2, 2, 2, 2])
    #expect(bench.run(3).master == [2, 2, 2])
    let holdsSamples = bench.handle.hasSamples(StemIndex(0))
    #expect(holdsSamples)

    bench.handle.removeSamples(of: StemIndex(0), by: .input)
    let stillHoldsSamples = bench.handle.hasSamples(StemIndex(0))
    #expect(!stillHoldsSamples)
    #expect(bench.run(5).bits.joined().allSatisfy { $0 == 0 })
    #expect(buffer == nil)
  }

  @Test("Samples that were replaced before they were ever received are freed in their turn")
  func replacedUnheard() {
    var bench = Bench.make(stems: [[1, 1, 1, 1]])
    weak let first = give(&bench, [2, 2, 2, 2])
    weak let second = give(&bench, [3, 3, 3, 3])
    weak let third = give(&bench, [4, 4, 4, 4])
    #expect(first != nil && second != nil && third != nil)
    bench.ask(.start)
    #expect(bench.run(1).master == [4])
    #expect(first == nil && second == nil)
    #expect(third != nil)
  }

  @Test("The handle keeps the samples that the engine reads, and frees them when it is destroyed")
  func handleGone() {
    weak var buffer: StemBuffer?
    do {
      var bench = Bench.make(stems: [[1, 1, 1, 1]])
      buffer = give(&bench, [2, 2, 2, 2])
      bench.run(8)
      #expect(buffer != nil)
    }
    #expect(buffer == nil)
  }

  @Test("A stem without samples is silent whatever its status, and heard in phase when they come")
  func withoutSamples() {
    var bench = Bench.make(stems: [[1, 2, 3, 4], [0, 0, 0, 0]])
    bench.handle.removeSamples(of: StemIndex(0), by: .input)
    let requests: [StemRequest] = [.press, .start, .mute, .unmute, .stop, .start]
    for request in requests {
      bench.ask(request, quantum: .now)
      #expect(bench.run(3).bits.joined().allSatisfy { $0 == 0 })
    }
    bench.run(3)
    give(&bench, [5, 6, 7, 8])
    #expect(bench.position == 21)
    #expect(bench.run(4).master == [6, 7, 8, 5])
  }

  @Test("A buffer has the samples that were written to it, planar, and zero elsewhere")
  func filled() {
    let buffer = StemBuffer(frameCount: 3, channelCount: 2) { memory in
      memory[0] = 1
      memory[5] = 6
    }
    #expect(buffer.decoded == [1, 0, 0, 0, 0, 6])
    #expect((buffer.layout.frameCount, buffer.channelCount) == (3, 2))
  }

  @Test("A buffer whose filling fails gives its memory back and passes the error on")
  func fillingFails() {
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try StemBuffer(frameCount: 4, channelCount: 1) { _ throws(Unreadable) in throw Unreadable() }
    }
  }

  /// Gives the first stem new samples. Only the handle keeps them.
  @discardableResult
  private func give(_ bench: inout Bench, _ samples: [Float]) -> StemBuffer {
    let buffer = StemBuffer(samples)
    bench.handle.setSamples(buffer, of: StemIndex(0), by: .input)
    return buffer
  }
}
