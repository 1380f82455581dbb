import CanonEngine
import CanonTestSupport
import Testing

/// Which samples are read, and kept, when the engine becomes another set.
@Suite struct EditionSamplesTests {
  @Test("The release of a stem that has left rings to its end, and its samples are freed then")
  func release() {
    var bench = Bench.make(.small(), rolling: false)
    bench.editions = [EditionBench.edition([1])]
    bench.sounds = [[], [.flat(9, 4)]]
    bench.portCount = 2
    weak var buffer: StemBuffer?
    do {
      let ringing = StemBuffer(
        layout: StemLayout(loop: 4, release: 3)!, channelCount: 1,
        floats: { for k in $0.indices { $0[k] = Float(k + 1) } })
      bench.handle.setSamples(ringing, of: StemIndex(0), by: .input)
      buffer = ringing
    }
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    #expect(bench.draw(1) == "1")
    bench.perform(.edition(0, .loop))
    #expect(bench.draw(3) == "234")
    let next = bench.engine.nextChange
    #expect(next == 7, "no frame before the end of the release divides a period")
    #expect(bench.draw(2) == "56")
    #expect(buffer != nil, "it still rings")
    #expect(bench.draw(3) == "7--")
    #expect(buffer == nil)
    #expect(bench.events.contains(.leftSilent(at: 7)))
  }

  @Test(
    "A new stem takes the place and the port of one that has left, and what still rings there falls silent")
  func place() {
    var bench = Bench.make(.small(rampFrames: 2), rolling: false)
    let ringing = StemBuffer(
      layout: StemLayout(loop: 4, release: 100)!, channelCount: 1, floats: { $0.update(repeating: 1) })
    bench.sounds = [[ringing], [.flat(1, 4)], [.flat(1, 4)]]
    bench.portCount = 3
    bench.perform(.samples(0))
    bench.editions = [EditionBench.edition([1], ramp: 2), EditionBench.edition([1, 2], ramp: 2)]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.perform(.edition(0, .loop))
    bench.run(5)
    #expect(EditionBench.places(bench) == [1])
    bench.perform(.edition(1, .loop))
    #expect(bench.run(4).ports[0] == [1, 1, 0.5, 0])
    #expect(EditionBench.places(bench) == [1, 0])
  }

  @Test("Samples that become too short for the loop are not read, whichever the engine has by then")
  func tooShort() {
    var bench = Bench.make(.small(loop: 8), rolling: false)
    bench.sounds = [[.counting(8), .flat(9, 12)]]
    bench.perform(.samples(0))
    bench.editions = [TestEdition(.small(loop: 12), ids: [0], sounds: [nil], staysOpen: [true])]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.run(1)
    // The longer samples come too late: the edition takes over before.
    bench.perform(.samples(1, Quantum(.loop, count: 4)!))
    bench.perform(.edition(0, .loop))
    #expect(bench.draw(20) == "2345678-------------")
    bench.perform(.samples(1))
    #expect(bench.draw(3) == "999")
  }

  @Test("Samples given in the moment of a hand-over are kept as long as the engine reads them")
  func samplesInBetween() {
    var bench = Bench.make(.small(), rolling: false)
    bench.sounds = [[.flat(2, 4)]]
    bench.editions = [TestEdition(.small(), ids: [0], sounds: [0], staysOpen: [true])]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.run(1)
    bench.perform(.edition(0, .now))
    bench.send()
    bench.deliver(1)
    // Control has not read that the edition plays.
    weak var given: StemBuffer?
    do {
      let buffer = StemBuffer.flat(3, 4)
      bench.handle.setSamples(buffer, of: StemIndex(0), by: .input)
      given = buffer
    }
    #expect(bench.run(2).master == [3, 3])
    #expect(given != nil)
    #expect(bench.run(2).master == [3, 3])
  }
}
