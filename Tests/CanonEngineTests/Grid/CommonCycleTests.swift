import CanonEngine
import CanonTestSupport
import Testing

/// The least common multiple of all that sounds.
@Suite struct CommonCycleTests {
  @Test(
    "Two loops meet again after their least common multiple, fractions too",
    arguments: [
      ((4, 1), (6, 1), (12, 1)), ((4, 1), (8, 1), (8, 1)), ((3, 1), (4, 1), (12, 1)),
      ((7, 2), (2, 1), (14, 1)),
      ((7, 2), (7, 3), (7, 1)), ((9, 4), (3, 2), (9, 2)), ((5, 1), (5, 1), (5, 1)),
    ] as [((Int64, Int64), (Int64, Int64), (Int64, Int64))])
  func multiples(a: (Int64, Int64), b: (Int64, Int64), both: (Int64, Int64)) {
    #expect(line(a).commonMultiple(with: line(b)) == line(both))
    #expect(line(b).commonMultiple(with: line(a)) == line(both))
  }

  @Test("Both lines have a boundary wherever their common multiple has one", arguments: Sampled.seeds)
  func law(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let a = line((random.number(30...900), random.number(1...30)))
    let b = line((random.number(30...900), random.number(1...30)))
    let cycle = a.commonMultiple(with: b)!
    for k in 1...20 as ClosedRange<Int64> {
      let meeting = cycle.position(of: k * cycle.denominator)
      for line in [a, b] { #expect(line.boundary(atOrAfter: meeting, every: 1) == meeting) }
    }
    for line in [a, b] {
      #expect((cycle.numerator * line.denominator) % (line.numerator * cycle.denominator) == 0)
    }
  }

  @Test("A common multiple beyond the range of a line is nil")
  func outOfRange() {
    let a = line(((1 << 40) - 87, 1)), b = line(((1 << 40) - 167, 1))
    #expect(a.commonMultiple(with: b) == nil)
    #expect(GridLine.commonCycle([a, b], otherwise: a) == nil)
    #expect(GridLine.commonCycle([a], otherwise: b) == a)
    #expect(GridLine.commonCycle([], otherwise: b) == b)
  }

  @Test("The quantum cycle counts all playing stems, and no muted or stopped ones")
  func quantum() {
    let stems = [4, 6, 10].map { StemConfiguration(frames: $0) }
    var bench = Bench.make(.small(stems), sounds: [.flat(1, 4), .flat(2, 6), .flat(3, 10)])
    for stem in 0...2 { bench.ask(.start, stem) }
    bench.run(1)
    #expect(boundary(&bench) == 60)
    bench.ask(.mute, 2, quantum: .now)
    #expect(boundary(&bench) == 60, "what sounded before the first command of a frame counts for all of them")
    bench.run(1)
    #expect(boundary(&bench) == 12)
    bench.ask(.stop, 1, quantum: .now)
    bench.run(1)
    #expect(boundary(&bench) == 4)
    bench.ask(.stop, 0, quantum: .now)
    bench.run(4)
    #expect(boundary(&bench) == 8, "nothing sounds: the set's loop")
    #expect(boundary(&bench, count: 5) == 20)
  }

  @Test("A cycle that is out of range is refused, and nothing changes")
  func tooFar() {
    let stems = [(1 << 40) - 87, (1 << 40) - 167].map { StemConfiguration(frames: $0) }
    // No samples: nobody has that many.
    var bench = Bench.make(.small(stems))
    for stem in 0...1 { bench.ask(.start, stem, quantum: .now) }
    bench.run(1)
    bench.ask(.mute, 0, quantum: .cycle)
    bench.ask(.stop, 1, quantum: .now)
    // One of them alone is within reach, but not so many of it.
    bench.ask(.mute, 0, quantum: Quantum(.cycle, count: 1_000_000)!)
    bench.run(1)
    #expect(bench.answers.map(\.answer) == [.accepted, .accepted, .accepted, .tooFar, .accepted, .tooFar])
    #expect(bench.answers.map(\.status).last == .play)
  }

  private func line(_ terms: (Int64, Int64)) -> GridLine {
    GridLine(numerator: terms.0, denominator: terms.1)!
  }

  /// Where a mute of the first stem with the quantum would take effect.
  private func boundary(_ bench: inout Bench, count: Int = 1) -> FramePosition? {
    bench.perform(.pan(.centre, Quantum(.cycle, count: count)!), 0)
    bench.send()
    bench.idle()
    bench.readEvents()
    for event in bench.events.reversed() {
      if case .scheduled(_, _, let at) = event { return at }
    }
    return nil
  }
}
