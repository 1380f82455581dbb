import CanonEngine
import CanonTestSupport
import Testing

/// The output is the same bits whatever the periods, and the bits that the design asks for.
@Suite struct PeriodIndependenceTests {
  @Test(
    "Output and events are the same, with the same frames, for every way of cutting time",
    arguments: 201...212)
  func everyPartition(seed: UInt64) throws {
    let set = TestSet.random(seed: seed)
    let performance = RandomPerformance.random(seed: seed, set: set)
    var first = set.bench()
    let heard = performance.play(on: &first, periods: .constant(64))
    #expect(first.events.count > 10)
    for periods in Periods.all {
      var other = set.bench()
      #expect(heard.difference(from: performance.play(on: &other, periods: periods)) == nil, "\(periods)")
      #expect(other.events == first.events, "\(periods)")
    }
  }

  @Test("Among these performances are editions, relocations, halts and commands that wait")
  func ingredients() {
    var editions = 0, relocations = 0, halts = 0, late = 0
    for seed in 201...212 as ClosedRange<UInt64> {
      let set = TestSet.random(seed: seed)
      var bench = set.bench()
      _ = RandomPerformance.random(seed: seed, set: set).play(on: &bench, periods: .constant(64))
      for event in bench.events {
        switch event {
        case .handedOver: editions += 1
        case .relocated: relocations += 1
        case .halted: halts += 1
        case .answered(let ticket, _, _, _, let at) where bench.receipts[ticket] == at: late += 1
        default: break
        }
      }
    }
    #expect(
      editions > 5 && relocations > 5 && halts > 1 && late > 10,
      "\(editions) \(relocations) \(halts) \(late)")
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
    #expect(bench.changes.last == .changed(StemIndex(0), status: .play, at: 192, by: .input))
  }

  @Test("The master is the sum of the ports, in the order of the stems, bit for bit", arguments: 301...306)
  func masterIsTheSum(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: 5)
    var bench = stage.bench(), random = SplitMix64(seed: seed)
    var heard = Output(stems: 3)
    for _ in 0..<60 {
      bench.ask(random.pick(StemRequest.allCases), Int(random.number(0...2)), quantum: .beat)
      heard += bench.run(Int(random.number(1...90)), periods: .mixed(seed: seed))
    }
    #expect(heard.master.contains { $0 != 0 })
    for (k, sample) in heard.master.enumerated() {
      let sum = heard.ports.reduce(Float(0)) { $0 + $1[k] }
      #expect(sample.bitPattern == sum.bitPattern)
    }
  }

  @Test("When all stems are stopped the output is exactly +0", arguments: Periods.all)
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
}
