import CanonEngine
import CanonTestSupport
import Testing

/// What a stem does by itself after so many loops. The loop has 4 frames; stem k is k + 1 throughout.
@Suite struct FollowActionTests {
  @Test("A stem stops after two loops, and reports it one loop before", arguments: Periods.all)
  func stops(periods: Periods) {
    var bench = Self.bench([.init(loops: 2, then: .stop)])
    bench.ask(.start, 0)
    #expect(bench.drawPorts(12, periods: periods) == ["11111111----"])
    let pending = StemStatus.playThenStop(PendingChange(at: 8, by: .follow))
    #expect(
      bench.changes.suffix(2) == [
        .changed(StemIndex(0), status: pending, at: 4, by: .follow),
        .changed(StemIndex(0), status: .stop, at: 8, by: .follow),
      ])
    #expect(bench.events.contains(.began(StemIndex(0), from: 0, end: .max, asks: 4, follow: 8)))
  }

  @Test("A follow action may mute its stem, which runs on")
  func mutes() {
    var bench = Self.bench([.init(loops: 1, then: .mute)])
    bench.ask(.start, 0)
    #expect(bench.draw(8) == "1111----")
    bench.ask(.unmute, 0)
    #expect(bench.draw(8) == "11111111", "once a run, not again")
  }

  @Test("A follow action may start a stem whose door is open", arguments: [true, false])
  func starts(isOpen: Bool) {
    var bench = Self.bench([.init(loops: 1, then: .start(StemIndex(1))), nil])
    bench.perform(.open(isOpen), 1)
    bench.ask(.start, 0)
    #expect(bench.drawPorts(8) == ["11111111", isOpen ? "----2222" : "--------"])
  }

  @Test("In a group the stem that follows replaces the one before")
  func handsOver() {
    var bench = Self.bench(
      [.init(loops: 1, then: .start(StemIndex(1))), .init(loops: 2, then: .start(StemIndex(0)))], group: 0)
    for stem in 0...1 { bench.perform(.open(true), stem) }
    bench.ask(.start, 0)
    #expect(bench.drawPorts(20) == ["1111--------1111----", "----22222222----2222"])
  }

  @Test("A follow action leaves a pending change of a person alone")
  func leftAlone() {
    var bench = Self.bench([.init(loops: 2, then: .stop)])
    bench.ask(.start, 0)
    bench.run(1)
    bench.ask(.mute, 0, quantum: Quantum(.loop, count: 4)!)
    #expect(bench.draw(23) == "111111111111111--------")
  }

  @Test("A pending follow action can be cancelled")
  func cancelled() {
    var bench = Self.bench([.init(loops: 2, then: .stop)])
    bench.ask(.start, 0)
    bench.run(5)
    bench.ask(.cancel, 0)
    #expect(bench.draw(11) == "11111111111")
  }

  @Test(
    "What has asked does not ask again, in a run or in one that begins on the same frame",
    arguments: Periods.all)
  func hasAsked(periods: Periods) {
    var bench = Self.bench([.init(loops: 2, then: .stop)])
    bench.perform(.asked, 0)
    bench.ask(.start, 0)
    #expect(bench.draw(12, periods: periods) == "111111111111")
    #expect(bench.events.contains(.began(StemIndex(0), from: 0, end: .max, asks: .max, follow: 8)))
    bench.ask(.stop, 0)
    bench.ask(.start, 0)
    bench.run(1)
    bench.perform(.asked, 0)
    #expect(bench.draw(20, periods: periods) == "11111111111111111111", "in a later run too")
  }

  @Test("The run after the one that has asked asks for itself")
  func asksAnew() {
    var bench = Self.bench([.init(loops: 1, then: .stop)])
    bench.perform(.asked, 0)
    bench.ask(.start, 0)
    bench.run(2)
    bench.ask(.stop, 0, quantum: .now)
    bench.run(2)
    bench.ask(.start, 0)
    #expect(bench.draw(8) == "1111----")
  }

  @Test("What began long ago does not ask on the frame on which it is restored")
  func restoredInItsLastLoop() {
    var bench = Self.bench([.init(loops: 2, then: .stop)])
    bench.perform(.asked, 0)
    bench.perform(.start(.now, from: -40), 0)
    #expect(bench.draw(8) == "11111111")
  }

  @Test("Only whole loops count: a stem that joins inside its loop counts from the first top")
  func wholeLoops() {
    var bench = Self.bench([.init(loops: 1, then: .stop)])
    bench.run(2)
    bench.ask(.start, 0, quantum: .now)
    #expect(bench.draw(10) == "111111----")
  }

  @Test("Any chooses a silent stem whose door is open, of the group if there is one")
  func any() {
    var chosen: Set<Int> = []
    for seed in 0..<40 as Range<UInt64> {
      var stems = Self.stems([.init(loops: 1, then: .startAny), nil, nil, nil, nil])
      stems[4].isBase = true
      var bench = Bench.make(.small(stems, seed: seed), sounds: Self.sounds)
      for stem in [1, 2, 4] { bench.perform(.open(true), stem) }
      bench.ask(.start, 0)
      bench.run(4)
      let ports = bench.drawPorts(4)
      #expect(ports[0] == "1111" && ports[3] == "----" && ports[4] == "----", "3 is shut, 4 is a base")
      chosen.formUnion((1...2).filter { ports[$0] != "----" })
      #expect(ports.count { $0 != "----" } == 2)
    }
    #expect(chosen == [1, 2], "not always the same one")
  }

  @Test("In a group any chooses a stem of the group")
  func anyOfTheGroup() {
    for seed in 0..<20 as Range<UInt64> {
      var stems = Self.stems([.init(loops: 1, then: .startAny), nil, nil, nil, nil])
      for stem in [0, 3, 4] { stems[stem].group = 7 }
      stems[2].group = 8
      var bench = Bench.make(.small(stems, seed: seed), sounds: Self.sounds)
      for stem in 0...4 { bench.perform(.open(true), stem) }
      bench.ask(.start, 0)
      bench.run(4)
      let ports = bench.drawPorts(4)
      #expect(ports[0...2] == ["----", "----", "----"])
      #expect((ports[3] == "----") != (ports[4] == "----"))
    }
  }

  @Test("Any never chooses a stem that is already armed")
  func anyButTheArmed() {
    for seed in 0..<10 as Range<UInt64> {
      let stems = Self.stems([.init(loops: 1, then: .startAny), nil, nil])
      var bench = Bench.make(.small(stems, seed: seed), sounds: Array(Self.sounds.prefix(3)))
      for stem in 1...2 { bench.perform(.open(true), stem) }
      bench.run(1)
      bench.ask(.start, 0)
      bench.ask(.start, 1, quantum: Quantum(.loop, count: 1000)!)
      #expect(bench.drawPorts(11) == ["---11111111", "-----------", "-------3333"], "seed \(seed)")
    }
  }

  @Test("The same seed makes the same choices, loop after loop; another seed makes others")
  func choices() {
    func choices(_ seed: UInt64) -> [String] {
      let stems = Self.stems(Array(repeating: .init(loops: 1, then: .startAny), count: 5), group: 0)
      var bench = Bench.make(.small(stems, seed: seed), sounds: Self.sounds)
      for stem in 0...4 { bench.perform(.open(true), stem) }
      bench.ask(.start, 0)
      return [bench.draw(200)]
    }
    #expect(choices(1) == choices(1))
    #expect(choices(1) != choices(2))
  }

  @Test("The choice is SplitMix64's first output for the seed, the stem and the frame, as the rules have it")
  func drawn() {
    for seed in 0..<30 as Range<UInt64> {
      let stems = Self.stems([nil, .init(loops: 2, then: .startAny), nil, nil, nil])
      var bench = Bench.make(.small(stems, seed: seed), sounds: Self.sounds)
      for stem in 0...4 { bench.perform(.open(true), stem) }
      bench.ask(.start, 1)
      bench.run(8)
      var random = SplitMix64(seed: seed ^ (1 &* 0x9E37_79B9_7F4A_7C15) ^ 8)
      let chosen = [0, 2, 3, 4][Int(random.next() % 4)]
      let ports = bench.drawPorts(4)
      #expect(ports.indices.filter { ports[$0] != "----" } == [1, chosen].sorted(), "seed \(seed)")
    }
  }

  @Test("No follow action has less than one loop, or more than a million")
  func range() {
    #expect(FollowAction(loops: 0, then: .stop) == nil)
    #expect(FollowAction(loops: 1_000_001, then: .stop) == nil)
    #expect(FollowAction(loops: 1_000_000, then: .stop)?.loops == 1_000_000)
  }

  private static func stems(_ follows: [FollowAction?], group: Int32 = -1) -> [StemConfiguration] {
    follows.map { StemConfiguration(group: group, follow: $0) }
  }
  private static let sounds = (1...5).map { StemBuffer.flat(Float($0), 4) }
  private static func bench(_ follows: [FollowAction?], group: Int32 = -1) -> Bench {
    Bench.make(.small(stems(follows, group: group)), sounds: Array(sounds.prefix(follows.count)))
  }
}
