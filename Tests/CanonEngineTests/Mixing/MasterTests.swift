import CanonEngine
import CanonTestSupport
import Testing

/// The gain of the sum.
@Suite struct MasterTests {
  @Test("The master's gain scales the sum, but not the ports and buses")
  func sumOnly() {
    var bench = Self.bench()
    bench.perform(.master(Gain(linear: 0.5)!))
    let heard = bench.run(4)
    #expect(heard.master == [2, 2, 2, 2] && heard.right == heard.master)
    #expect(heard.ports == [[1, 1, 1, 1], [3, 3, 3, 3]])
    #expect(heard.buses[0] == [1, 1, 1, 1])
  }

  @Test(
    "It fades in a straight line, at least over the usual ramp", arguments: [0, 20] as [FrameCount],
    Periods.all)
  func fade(length: FrameCount, periods: Periods) {
    var bench = Self.bench(rampFrames: 8).after(10)
    bench.perform(.master(.silence, over: length))
    let frames = max(8, Int(length))
    let heard = bench.run(frames + 4, periods: periods).master
    #expect(heard == (0..<frames).map { 4 * RampTests.point(1, 0, frames, $0) } + [0, 0, 0, 0])
  }

  @Test(
    "It waits for its quantum; the quantum stem means the set's loop", arguments: [Quantum.Unit.loop, .stem])
  func quantum(unit: Quantum.Unit) {
    var bench = Self.bench()
    let quantum = Quantum(unit, count: 3)!
    bench.run(9)
    bench.perform(.master(Gain(linear: 2)!, quantum), 1)
    #expect(bench.run(5).master == [4, 4, 4, 8, 8])
    #expect(bench.events.contains(.scheduled(bench.asked.last!.ticket, StemIndex(0), at: 12)))
  }

  @Test("A new master gain continues from the current value")
  func replaced() {
    var bench = Self.bench(rampFrames: 8).after(10)
    bench.perform(.master(.silence, over: 16))
    bench.run(4)
    bench.perform(.master(.unity, over: 16))
    let there = RampTests.point(1, 0, 16, 4)
    #expect(bench.run(16).master == (0..<16).map { 4 * RampTests.point(there, 1, 16, $0) })
  }

  @Test("At unity the sum is unchanged to the bit, even NaN")
  func untouched() {
    let strange = Float(bitPattern: 0x7FA0_1234)
    var bench = Bench.make(stems: [[strange, 1, 1, 1]])
    bench.ask(.start)
    let plain = bench.run(1).master[0].bitPattern
    bench.perform(.master(.unity))
    bench.run(3)
    #expect(bench.run(1).master[0].bitPattern == plain)
  }

  @Test("A master gain that is set before the clock runs holds from the first frame on")
  func beforeTheClock() {
    var bench = Bench.make(.small(rampFrames: 8), sounds: [.flat(1, 4)], rolling: false)
    bench.ask(.start)
    bench.perform(.master(Gain(linear: 0.25)!))
    bench.perform(.roll)
    #expect(bench.run(2).master == [0.25, 0.25])
  }

  private static func bench(rampFrames: Int = 0) -> Bench {
    let stems = [StemConfiguration(sends: [.unity]), StemConfiguration()]
    var bench = Bench.make(
      .small(stems, buses: 1, rampFrames: rampFrames), sounds: [.flat(1, 4), .flat(3, 4)])
    for stem in 0...1 { bench.ask(.start, stem) }
    return bench
  }
}
