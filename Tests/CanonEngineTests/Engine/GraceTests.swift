import CanonEngine
import CanonTestSupport
import Testing

/// A command that comes a little late still counts for the boundary it was meant for. The loop has 8 frames, the grace 2.
@Suite struct GraceTests {
  @Test(
    "Late by no more than the grace it takes effect at once, later it waits for the next boundary",
    arguments: [(7, 8), (8, 8), (9, 9), (10, 10), (11, 16)] as [(Int, FramePosition)])
  func late(asked: Int, frame: FramePosition) {
    var bench = Self.bench(StemConfiguration())
    bench.run(asked)
    bench.ask(.start)
    bench.run(12)
    #expect(bench.changes.last == .changed(StemIndex(0), status: .play, at: frame, by: .input))
  }

  @Test("A late stem in phase is heard at the position it would have", arguments: Periods.all)
  func inPhase(periods: Periods) {
    var bench = Self.bench(StemConfiguration())
    #expect(Timeline.play("---------S------", on: &bench, periods: periods) == "---------2345678")
  }

  @Test("A late stem that enters at its top has its top on the intended boundary", arguments: Periods.all)
  func atTheTop(periods: Periods) {
    var bench = Self.bench(StemConfiguration(frames: 5, entry: .top))
    #expect(Timeline.play("----------S-------", on: &bench, periods: periods) == "----------34512345")
    #expect(bench.events.contains(.began(StemIndex(0), from: 8, end: .max, asks: .max, follow: .max)))
  }

  @Test("Without grace a late command waits for the next boundary")
  func none() {
    var bench = Bench.make(.small(loop: 8), sounds: [.counting(8)])
    #expect(Timeline.play("---------S--------", on: &bench) == "----------------12")
  }

  @Test("Grace applies to every request, to gains and the master, and never before the origin")
  func everything() {
    var bench = Self.bench(StemConfiguration())
    bench.run(1)
    bench.ask(.start)
    bench.run(1)
    #expect(bench.changes.last == .changed(StemIndex(0), status: .play, at: 1, by: .input))
    bench.run(7)
    bench.perform(.pan(PanFactors(left: Gain(linear: 2)!, right: .unity), .loop))
    bench.perform(.master(Gain(linear: 3)!, .loop))
    #expect(bench.run(1).master == [2 * 2 * 3])
    bench.ask(.mute)
    #expect(bench.run(2).master == [0, 0])
    #expect(bench.changes.last == .changed(StemIndex(0), status: .mute, at: 10, by: .input))
  }

  @Test("At once is at once")
  func now() {
    var bench = Self.bench(StemConfiguration(entry: .top))
    #expect(Timeline.play("---------S----", on: &bench, quantum: .now) == "---------12345")
  }

  private static func bench(_ stem: StemConfiguration) -> Bench {
    let frames = Int(stem.line?.numerator ?? 8)
    return Bench.make(.small(loop: 8, [stem], graceFrames: 2), sounds: [.counting(frames)])
  }
}
