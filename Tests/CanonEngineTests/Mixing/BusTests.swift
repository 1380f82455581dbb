import CanonEngine
import CanonTestSupport
import Testing

/// What stems send to buses, besides the master. Stem k is k + 1 throughout.
@Suite struct BusTests {
  @Test("A bus has the sum of what is sent to it, each stem with its own gain", arguments: Periods.all)
  func sends(periods: Periods) {
    var bench = Self.bench([[0.5, 0], [0.25, 2], []])
    let heard = bench.run(6, periods: periods)
    #expect(heard.buses[0] == [1, 1, 1, 1, 1, 1])
    #expect(heard.buses[2] == [4, 4, 4, 4, 4, 4])
    #expect(heard.master == [6, 6, 6, 6, 6, 6])
  }

  @Test("A stem may go to a later bus alone")
  func laterBusAlone() {
    var bench = Self.bench([[0, 2], [0.5, 0], [0, 0]])
    #expect(bench.run(2).buses == [[1, 1], [1, 1], [2, 2], [2, 2]])
  }

  @Test("A bus gets the port's signal, with the stem's gain, pan and state, times the gain of the send")
  func afterTheStem() {
    var bench = Self.bench([[3], [], []])
    bench.perform(.pan(PanFactors(left: Gain(linear: 0.5)!, right: .silence)))
    var heard = bench.run(2)
    #expect(heard.buses == [[1.5, 1.5], [0, 0]])
    bench.ask(.mute, quantum: .now)
    heard = bench.run(2)
    #expect(heard.buses == [[0, 0], [0, 0]])
  }

  @Test("A bus has the same bits with and without ports", arguments: 1...8)
  func withoutPorts(seed: UInt64) {
    let set = TestSet.random(seed: seed)
    let performance = RandomPerformance.random(seed: seed, set: set)
    var wired = set.bench(), bare = set.bench()
    bare.hasPorts = false
    let heard = performance.play(on: &wired, periods: .constant(64))
    let alone = performance.play(on: &bare, periods: .mixed(seed: seed))
    #expect(alone.buses.map { $0.map(\.bitPattern) } == heard.buses.map { $0.map(\.bitPattern) })
    #expect(alone.ports.joined().allSatisfy { $0.isNaN })
  }

  @Test("A set without buses has none, and one without sends leaves them silent")
  func none() {
    var bench = Self.bench([[], [], []])
    #expect(bench.run(4).buses == [[0, 0, 0, 0], [0, 0, 0, 0]])
    var without = Bench.make(stems: [[1, 2, 3, 4]])
    #expect(without.run(4).buses == [])
  }

  private static func bench(_ sends: [[Float]]) -> Bench {
    let stems = sends.map { StemConfiguration(sends: $0.map { Gain(linear: $0)! }) }
    let buses = max(1, sends.map(\.count).max()!)
    var bench = Bench.make(.small(stems, buses: buses), sounds: (1...3).map { .flat(Float($0), 4) })
    for stem in 0...2 { bench.ask(.start, stem) }
    return bench
  }
}
