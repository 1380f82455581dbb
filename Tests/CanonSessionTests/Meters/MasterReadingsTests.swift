import CanonTestSupport
import Testing

@testable import CanonSession

/// The master's meter, read for several who look.
@Suite struct MasterReadingsTests {
  private let start = ContinuousClock.now

  /// A master that has played 0.5.
  private func bench() -> Bench {
    var bench = Bench.make(stems: [[0.5]], beats: 1)
    bench.ask(.start, 0)
    bench.run(100)
    return bench
  }

  @Test("Everybody sees everything since they looked last, whoever has read the meter meanwhile")
  func each() {
    var bench = bench()
    var readings = MasterReadings()
    let clock = bench.handle.clock
    let tablet = readings.levels(clock, since: nil, at: start)
    #expect(tablet?.levels.peak.left == 0.5 && tablet?.until == start)
    bench.run(1000)
    #expect(readings.next(clock, at: start + .milliseconds(100))?.peak.left == 0.5, "the screen")
    bench.perform(.master(.silence))
    bench.run(1000)
    #expect(readings.next(clock, at: start + .milliseconds(200))?.peak.left == 0)
    let next = readings.levels(clock, since: tablet?.until, at: start + .milliseconds(300))
    #expect(next?.levels.peak.left == 0.5, "what only the screen has read")
    #expect(
      readings.levels(clock, since: next?.until, at: start + .milliseconds(400))?.levels.peak.left == 0)
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
    #expect(readings.levels(clock, since: nil, at: start + .milliseconds(29))?.levels == first)
    #expect(readings.next(clock, at: start + .milliseconds(30)) != first)
  }

  @Test("Who looks for the first time sees nothing old")
  func kept() {
    var bench = bench()
    var readings = MasterReadings()
    let clock = bench.handle.clock
    bench.perform(.master(.silence))
    bench.run(1000)
    readings.keep(clock, at: start)
    bench.run(1000)
    readings.keep(clock, at: start + .milliseconds(299))
    #expect(readings.levels(clock, since: nil, at: start + .seconds(5))?.levels.peak.left == 0)
  }

  @Test("What was more than a second ago is forgotten, and everything while no engine plays")
  func forgotten() {
    var bench = bench()
    var readings = MasterReadings()
    let clock = bench.handle.clock
    readings.keep(clock, at: start)
    bench.perform(.master(.silence))
    bench.run(1000)
    readings.keep(clock, at: start + .milliseconds(500))
    bench.run(1000)
    #expect(readings.next(clock, at: start + .milliseconds(1600))?.peak.left == 0)
    #expect(readings.next(nil, at: start + .seconds(2)) == nil)
    #expect(readings.levels(nil, since: nil, at: start + .seconds(2)) == nil)
  }
}
