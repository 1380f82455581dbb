import CanonEngine
import CanonTestSupport
import Testing

/// The output is the same bits whatever the periods, and the bits that the design asks for.
@Suite struct PeriodIndependenceTests {
  @Test(
    "A random performance has the bits of the slow stems, for every way of cutting time", arguments: 1...24)
  func randomPerformance(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: [5, 1.5, 0.5][Int(seed % 3)])
    let performance = Performance.random(
      seed: seed, stems: 3, frames: 3000, loop: stage.grid.loop)
    let expected = performance.playSlowly(stage.slowStems).bits
    for periods in Periods.all {
      var bench = stage.bench()
      let heard = performance.play(on: &bench, periods: periods).bits
      #expect(difference(heard, expected) == nil, "periods of \(periods)")
    }
  }

  @Test("Without ramps a random performance has the bits of the slow stems too", arguments: 101...112)
  func withoutRamps(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: 0)
    let performance = Performance.random(seed: seed, stems: 3, frames: 3000, loop: stage.grid.loop)
    let expected = performance.playSlowly(stage.slowStems).bits
    for periods in Periods.all {
      var bench = stage.bench()
      let heard = performance.play(on: &bench, periods: periods).bits
      #expect(difference(heard, expected) == nil, "periods of \(periods)")
    }
  }

  @Test("The events are the same too, with the same frames", arguments: 201...206)
  func events(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: 5)
    let performance = Performance.random(seed: seed, stems: 3, frames: 2000, loop: stage.grid.loop)
    let all = Periods.all.map { periods in
      var bench = stage.bench()
      _ = performance.play(on: &bench, periods: periods)
      return bench.events
    }
    #expect(all[0].count > 40)
    for other in all.dropFirst() { #expect(other == all[0]) }
  }

  @Test(
    "A boundary on a period's first frame, its last, or one past it is an ordinary case",
    arguments: [
      [64, 64], [65, 63], [63, 65], [1, 63, 1, 63], [62, 1, 1, 1, 63], [128],
    ])
  func boundaryWithinThePeriod(lengths: [Int]) {
    var bench = Bench.make(stems: [(1...64).map(Float.init)])
    bench.run(1)
    bench.skip(63)
    bench.run(64)
    bench.ask(.start, quantum: Quantum(.loop, count: 3)!)
    let position = bench.position
    var heard = [Float]()
    for length in lengths { heard += bench.run(length, periods: .constant(length)).master }
    #expect(position == 128 && heard.count == 128)
    #expect(heard == [Float](repeating: 0, count: 64) + (1...64).map(Float.init))
    #expect(bench.events.last == .changed(StemIndex(0), status: .play, at: 192, by: .input))
  }

  @Test("The master is the sum of the ports, in the order of the stems, bit for bit", arguments: 301...306)
  func masterIsTheSum(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: 5)
    let performance = Performance.random(seed: seed, stems: 3, frames: 3000, loop: stage.grid.loop)
    var bench = stage.bench()
    let heard = performance.play(on: &bench, periods: .mixed(seed: seed))
    #expect(heard.master.contains { $0 != 0 })
    for (k, sample) in heard.master.enumerated() {
      let sum = heard.ports.reduce(Float(0)) { $0 + $1[k] }
      #expect(sample.bitPattern == sum.bitPattern)
    }
  }

  @Test("When all are stopped there is exact silence: +0, not -0, not a little", arguments: Periods.all)
  func exactSilence(periods: Periods) {
    let stage = Stage(seed: 5, rampMilliseconds: 5)
    var bench = stage.bench()
    for stem in 0..<3 { bench.ask(.start, stem, quantum: .now) }
    bench.run(500, periods: periods)
    for stem in 0..<3 { bench.ask(stem == 1 ? .mute : .stop, stem, quantum: .now) }
    bench.run(100, periods: periods)
    let silence = bench.run(500, periods: periods)
    #expect(silence.bits.joined().allSatisfy { $0 == 0 })
  }

  /// Where two outputs first differ: shorter to read than both.
  private func difference(_ a: [[UInt32]], _ b: [[UInt32]]) -> String? {
    for (k, (a, b)) in zip(a, b).enumerated() {
      guard a.count == b.count else { return "channel \(k), lengths \(a.count) and \(b.count)" }
      if let frame = a.indices.first(where: { a[$0] != b[$0] }) {
        return "channel \(k), frame \(frame): \(Float(bitPattern: a[frame])), \(Float(bitPattern: b[frame]))"
      }
    }
    return nil
  }
}

/// Three stems of noise on a loop that may be a fraction of frames, at 8 kHz so that ramps are short.
struct Stage {
  let grid: Grid
  let stems: [[Float]]
  let rampMilliseconds: Double

  init(seed: UInt64, rampMilliseconds: Double) {
    var random = SplitMix64(seed: seed &* 77)
    let denominator = seed % 2 == 0 ? 1 : Int64.random(in: 2...9, using: &random)
    let loop = GridLine(
      numerator: Int64.random(in: 90...260, using: &random) * denominator + 1, denominator: denominator)!
    grid = Grid(loop: loop, barsPerLoop: 2, beatsPerLoop: 6)!
    stems = (0..<3).map { _ in
      (0..<loop.longestDistance).map { _ in Float.random(in: -1...1, using: &random) }
    }
    self.rampMilliseconds = rampMilliseconds
  }

  func bench() -> Bench {
    Bench.make(
      stems: stems, loop: grid.loop, bars: 2, beats: 6, sampleRate: SampleRate(hertz: 8000)!,
      rampMilliseconds: rampMilliseconds)
  }

  /// 8 frames are a millisecond.
  var slowStems: [SlowStem] {
    let usual = Int64(8 * rampMilliseconds)
    return stems.map { SlowStem(samples: $0, grid: grid, usual: usual, shortest: min(usual, 8)) }
  }
}
