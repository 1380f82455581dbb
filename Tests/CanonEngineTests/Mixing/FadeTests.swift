import CanonEngine
import CanonTestSupport
import Testing

/// Changes of gain and pan that take their time. The stem is 1 throughout; the usual ramp has 8 frames, a loop 40.
@Suite struct FadeTests {
  @Test("A fade is a straight line over the frames that were asked for", arguments: Periods.all)
  func line(periods: Periods) {
    var bench = Self.bench().after(10)
    bench.perform(.pan(Self.factors(0.5, 0), over: 20))
    let heard = bench.run(30, periods: periods)
    #expect(
      heard.master == (0..<20).map { RampTests.point(1, 0.5, 20, $0) } + [Float](repeating: 0.5, count: 10))
    #expect(heard.right == (0..<20).map { RampTests.point(1, 0, 20, $0) } + [Float](repeating: 0, count: 10))
  }

  @Test(
    "No fade is shorter than the usual ramp: nothing clicks", arguments: [0, 1, 7, -5, .min] as [FrameCount])
  func shortest(length: FrameCount) {
    var bench = Self.bench().after(10)
    bench.perform(.pan(Self.factors(0, 0), over: length))
    #expect(bench.run(8).master == (0..<8).map { RampTests.point(1, 0, 8, $0) })
    #expect(bench.run(5).master == [0, 0, 0, 0, 0])
  }

  @Test("It begins on the boundary of its quantum, and says for which frame")
  func quantum() {
    var bench = Self.bench().after(10)
    bench.perform(.pan(Self.factors(0, 0), .loop, over: 10))
    #expect(bench.run(30).master == [Float](repeating: 1, count: 30))
    #expect(bench.run(10).master == (0..<10).map { RampTests.point(1, 0, 10, $0) })
    #expect(bench.events.contains(.scheduled(bench.asked.last!.ticket, StemIndex(0), at: 40)))
  }

  @Test("A change with the quantum now is answered without being scheduled")
  func now() {
    var bench = Self.bench().after(10)
    let before = bench.events.count
    bench.perform(.pan(.centre))
    bench.run(1)
    #expect(bench.events.count == before + 1)
  }

  @Test(
    "A new fade goes on from where the old one is, and replaces one that has yet to begin",
    arguments: Periods.all)
  func replaced(periods: Periods) {
    var bench = Self.bench().after(2)
    bench.perform(.pan(Self.factors(0, 0), over: 16))
    bench.run(4, periods: periods)
    bench.perform(.pan(Self.factors(1, 1), .loop))
    bench.perform(.pan(Self.factors(0.25, 1), over: 12))
    let there = RampTests.point(1, 0, 16, 4)
    #expect(bench.run(12, periods: periods).master == (0..<12).map { RampTests.point(there, 0.25, 12, $0) })
    bench.run(22)
    bench.perform(.pan(Self.factors(0, 0), .loop))
    bench.perform(.pan(Self.factors(0.5, 0), .loop))
    bench.run(8)
    #expect(bench.run(1).master == [0.5])
  }

  @Test("A fade goes on while its stem is silent, and over lost frames")
  func behindSilence() {
    var bench = Self.bench().after(10)
    bench.perform(.pan(Self.factors(0, 0), over: 1000))
    bench.ask(.mute, quantum: .now)
    bench.run(100)
    bench.skip(390)
    bench.ask(.unmute, quantum: .now)
    bench.run(10)
    #expect(bench.run(1).master == [RampTests.point(1, 0, 1000, 500)])
  }

  @Test("A fade of hours is exact on each of its frames")
  func hours() {
    var bench = Self.bench().after(10)
    bench.perform(.pan(Self.factors(0, 16), over: .max))
    bench.run(1)
    bench.skip(500_000_000)
    bench.run(8)
    #expect(bench.run(1).master == [RampTests.point(1, 0, 1 << 30, 500_000_009)])
    bench.skip(1 << 30)
    bench.run(8)
    #expect(bench.run(1).right == [16])
  }

  private static func bench() -> Bench {
    var bench = Bench.make(.small(loop: 40, rampFrames: 8), sounds: [.flat(1, 40)])
    bench.ask(.start)
    return bench
  }

  @Test("A pan does not disturb a fade of the gain, nor the gain a pan", arguments: Periods.all)
  func apart(periods: Periods) {
    var bench = Self.bench().after(2)
    bench.perform(.gain(.silence, over: 32))
    bench.run(8, periods: periods)
    bench.perform(.pan(Self.factors(1, 0), over: 16))
    let heard = bench.run(24, periods: periods)
    #expect(heard.master == (8..<32).map { RampTests.point(1, 0, 32, $0) })
    let pan = (0..<24).map { $0 < 16 ? RampTests.point(1, 0, 16, $0) : 0 }
    #expect(heard.right == zip(8..<32, pan).map { RampTests.point(1, 0, 32, $0) * $1 })
    #expect(bench.run(4).master == [0, 0, 0, 0])
  }

  private static func factors(_ left: Float, _ right: Float) -> PanFactors {
    PanFactors(left: Gain(linear: left)!, right: Gain(linear: right)!)
  }
}
