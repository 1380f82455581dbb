import CanonEngine
import CanonTestSupport
import Testing

/// A panic: every stem stops, and 5 ms after the frame of receipt there is exact silence. At 8 kHz that is 40 frames.
@Suite struct PanicTests {
  @Test(
    "Silence is there after 5 ms, in a straight line, whatever the ramp is", arguments: [0, 1, 40, 8000],
    Periods.all)
  func silence(rampFrames: Int, periods: Periods) {
    var bench = Self.bench([StemConfiguration(), StemConfiguration()], rampFrames: rampFrames)
    bench.run(10_000)
    bench.perform(.panic)
    let heard = bench.run(60, periods: periods)
    #expect(
      heard.ports[0] == (0..<40).map { RampTests.point(1, 0, 40, $0) } + [Float](repeating: 0, count: 20))
    #expect(heard.dropping(40).isSilent)
    #expect(bench.handle.clock.position == 10_060 + 1, "the clock runs on")
  }

  @Test("A panic stops every stem, the base too, and reports each with its asker")
  func stopped() {
    var bench = Self.bench([StemConfiguration(isBase: true), StemConfiguration()])
    bench.perform(.panic)
    bench.run(1)
    #expect(
      bench.changes.suffix(2) == (0..<2).map { .changed(StemIndex($0), status: .stop, at: 1, by: .input) })
    bench.ask(.start, 0)
    #expect(bench.run(60).ports[0].last == 1, "the base comes back by a start")
  }

  @Test("A panic drops pending changes, replacements, gains, pans, solos, pauses and follow actions")
  func nothingFollows() {
    let follow = FollowAction(loops: 2, then: .start(StemIndex(1)))
    var bench = Self.bench([StemConfiguration(follow: follow), StemConfiguration(), StemConfiguration()])
    let old = bench.handle.buffer(of: StemIndex(2))
    bench.perform(.open(true), 1)
    bench.ask(.stop, 1, quantum: .now)
    bench.ask(.start, 1)
    for action: RandomPerformance.Action in [
      .gain(.silence, .loop), .pan(PanFactors(left: .silence, right: .silence), .loop), .solo(.alone, .loop),
      .hold(true, .loop),
    ] {
      bench.perform(action, 1)
    }
    bench.handle.setSamples(.flat(9, 4), of: StemIndex(2), quantum: .loop, by: .input)
    bench.perform(.panic)
    bench.run(60)
    #expect(bench.run(60).isSilent)
    #expect(bench.handle.buffer(of: StemIndex(2)) === old, "it has the samples that it had")
    for stem in 0..<3 { bench.ask(.start, stem, quantum: .now) }
    #expect(bench.run(4).ports.map(\.first) == [1, 1, 1])
  }

  @Test("A gain, a pan or the master's gain that moves stays at its current value")
  func levels() {
    var bench = Self.bench([StemConfiguration()])
    bench.perform(.gain(.silence, over: 100))
    bench.perform(.pan(PanFactors(left: .unity, right: .silence), over: 100))
    bench.perform(.master(.silence, over: 100))
    bench.run(50)
    bench.perform(.panic)
    bench.run(60)
    bench.ask(.start, quantum: .now)
    let heard = bench.run(1)
    #expect(heard.ports[0] == [0.5])
    #expect(heard.portsRight[0] == [0.25])
    #expect(heard.master == [0.25])
  }

  @Test("No release follows a panic, and one that rings falls as the voices do")
  func release() {
    let buffer = StemBuffer(
      layout: StemLayout(intro: 0, loop: 4, release: 1000)!, channelCount: 1,
      floats: { $0.update(repeating: 1) })
    var bench = Bench.make(.small([StemConfiguration(), StemConfiguration()]), sounds: [buffer, buffer])
    for stem in 0..<2 { bench.ask(.start, stem) }
    bench.run(4)
    bench.ask(.stop, 0)
    bench.run(4)
    bench.perform(.panic)
    let falling = (0..<40).map { RampTests.point(1, 0, 40, $0) }
    let heard = bench.run(60)
    #expect(heard.ports.map { Array($0.prefix(40)) } == [falling, falling])
    #expect(heard.dropping(40).isSilent)
  }

  @Test("A stem silenced by a pause, a fade or a solo is not heard again in a panic")
  func silenced() {
    var bench = Self.bench((0..<3).map { StemConfiguration(isBase: $0 == 2) })
    bench.perform(.hold(true), 0)
    bench.perform(.fade(.out, over: 8), 1)
    bench.perform(.solo(.alone), 0)
    bench.run(6)
    bench.perform(.panic)
    #expect(bench.run(60).isSilent)
    #expect(bench.events.contains(.held(StemIndex(0), false, at: 7)))
  }

  @Test("A panic ends a fade: a stem that starts again has its full gain")
  func fade() {
    var bench = Self.bench([StemConfiguration()])
    bench.perform(.fade(.out, over: 1000))
    bench.run(100)
    bench.perform(.panic)
    bench.run(60)
    bench.ask(.start, quantum: .now)
    #expect(bench.run(1).master == [1])
  }

  @Test("If several replacements wait, the stem keeps the samples from before all of them")
  func replacements() {
    var bench = Self.bench([StemConfiguration()])
    let first = bench.handle.buffer(of: StemIndex(0))
    for value in 2...4 {
      bench.handle.setSamples(
        .flat(Float(value), 4), of: StemIndex(0), quantum: Quantum(.loop, count: 9)!, by: .input)
    }
    bench.perform(.panic)
    bench.run(1)
    #expect(bench.handle.buffer(of: StemIndex(0)) === first)
    bench.run(60)
    bench.ask(.start, quantum: .now)
    #expect(bench.run(1).master == [1])
  }

  @Test("Before the clock runs a panic drops all requests, without a ramp")
  func beforeTheClock() {
    var bench = Bench.make(.small(), sounds: [.flat(1, 4)], rolling: false)
    bench.ask(.start)
    bench.perform(.panic)
    bench.run(1)
    bench.perform(.roll)
    #expect(bench.run(20).isSilent)
  }

  /// All of them sound; one frame was heard.
  private static func bench(_ stems: [StemConfiguration], rampFrames: Int = 0) -> Bench {
    var bench = Bench.make(.small(stems, rampFrames: rampFrames), sounds: stems.map { _ in .flat(1, 4) })
    for stem in stems.indices { bench.ask(.start, stem) }
    bench.run(1)
    return bench
  }
}
