import CanonEngine
import CanonTestSupport
import Testing

/// What the master's meter says of what was delivered.
@Suite struct MasterMeterTests {
  private static func bench(_ samples: [Float]) -> Bench {
    var bench = Bench.make(stems: [samples], beats: 1)
    bench.ask(.start, 0)
    return bench
  }

  @Test("Peak and root mean square are those of the frames since the last look", arguments: Periods.all)
  func levels(periods: Periods) {
    var bench = Self.bench([0.5, -0.75, 0, 0.25, 0.125, 0])
    bench.run(6, periods: periods)
    let first = bench.handle.clock.readLevels()
    #expect(first.peak.left == 0.75 && first.peak.right == 0.75)
    let power: Float = 0.25 + 0.5625 + 0.0625 + 0.015625
    #expect(abs(first.rms.left - (power / 6).squareRoot()) < 1e-6)
    #expect(first.rms.right == first.rms.left)

    bench.run(6, periods: .constant(6))
    _ = bench.handle.clock.readLevels()
    bench.perform(.master(.silence))
    bench.run(12, periods: periods)
    _ = bench.handle.clock.readLevels()
    bench.run(6, periods: periods)
    #expect(bench.handle.clock.readLevels().peak.left == 0, "what was heard before is not heard again")
  }

  @Test("Samples beyond full scale are counted since the engine was made", arguments: Periods.all)
  func clips(periods: Periods) {
    var bench = Self.bench([0.5, -1.5, 1, 1.25, 0, 0.25, 2])
    bench.run(14, periods: periods)
    #expect(bench.handle.clock.readLevels().clips == 12, "three a loop in either channel")
    bench.run(7, periods: periods)
    #expect(bench.handle.clock.readLevels().clips == 18)
    #expect(bench.handle.clock.readLevels().peak.left == 2)
  }

  @Test func beforeAnythingIsDeliveredThereIsSilence() {
    let bench = Self.bench([1])
    let levels = bench.handle.clock.readLevels()
    #expect(levels.peak.left == 0 && levels.rms.left == 0 && levels.clips == 0)
  }

  @Test("Without a reading for a minute or two the measurement restarts")
  func nobodyLooks() {
    var bench = Self.bench([0.5, -0.75, 0, 0.25]).after(4)
    bench.perform(.master(.silence))
    bench.send()
    for _ in 0...64 { bench.deliver(1 << 16, periods: .constant(1 << 14)) }
    bench.readEvents()
    let levels = bench.handle.clock.readLevels()
    #expect(levels.peak.left == 0 && levels.rms.left == 0)
  }
}
