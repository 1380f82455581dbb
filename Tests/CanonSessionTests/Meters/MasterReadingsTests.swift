import CanonTestSupport
import Testing

@testable import CanonSession

/// The master's meter, read for several who look.
@Suite struct MasterReadingsTests {
  private let start = ContinuousClock.now

  /// A master that has played 0.5, and whose stem was stopped after that.
  private func bench() -> Bench {
    var bench = Bench.make(stems: [[0.5]], beats: 1)
    bench.ask(.start, 0)
    bench.run(100)
    return bench
  }

  @Test("The screen sees everything since it looked last, whoever has read the meter meanwhile")
  func screen() {
    var bench = bench()
    var readings = MasterReadings()
    let clock = bench.handle.clock
    #expect(readings.levels(clock, over: 0.1, at: start)?.peak.left == 0.5, "a tablet")
    bench.perform(.master(.silence))
    bench.run(1000)
    #expect(readings.levels(clock, over: 0.01, at: start + .milliseconds(100))?.peak.left != nil)
    bench.run(1000)
    #expect(readings.levels(clock, over: 0.01, at: start + .milliseconds(200))?.peak.left == 0)
    #expect(readings.next(clock, at: start + .milliseconds(300))?.peak.left == 0.5, "the loud beginning")
    bench.run(1000)
    #expect(readings.next(clock, at: start + .milliseconds(400))?.peak.left == 0)
  }

  @Test("Who looks again at once sees the same, and the meter is not read")
  func atOnce() {
    var bench = bench()
    var readings = MasterReadings()
    let clock = bench.handle.clock
    let first = readings.next(clock, at: start)
    bench.perform(.master(.silence))
    bench.run(1000)
    #expect(readings.next(clock, at: start + .milliseconds(29)) == first)
    #expect(readings.levels(clock, over: 0.001, at: start + .milliseconds(29)) == first)
    #expect(readings.next(clock, at: start + .milliseconds(30)) != first)
  }

  @Test("What was more than a second ago is forgotten, and everything while no engine plays")
  func forgotten() {
    var bench = bench()
    var readings = MasterReadings()
    let clock = bench.handle.clock
    _ = readings.levels(clock, over: 0.1, at: start)
    bench.perform(.master(.silence))
    bench.run(1000)
    _ = readings.levels(clock, over: 0.1, at: start + .milliseconds(500))
    bench.run(1000)
    #expect(readings.levels(clock, over: 0.1, at: start + .milliseconds(1600))?.peak.left == 0)
    #expect(readings.next(clock, at: start + .milliseconds(1700))?.peak.left == 0)
    #expect(readings.next(nil, at: start + .seconds(2)) == nil)
    #expect(readings.levels(nil, over: 1, at: start + .seconds(2)) == nil)
  }
}
