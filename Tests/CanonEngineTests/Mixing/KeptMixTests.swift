import CanonTestSupport
import Testing

@testable import CanonEngine

/// While nothing changes the mix of the last cycle is read again: nobody hears a difference.
@Suite struct KeptMixTests {
  @Test("After a whole cycle in which nothing changed the mix is kept, and a change begins it anew")
  func kept() {
    var bench = Self.bench()
    bench.ask(.start, 0, quantum: .now)
    bench.run(12, periods: .constant(5))
    let isEarly = bench.hasMix
    #expect(!isEarly, "one loop of the other stem is missing")
    bench.run(12, periods: .constant(5))
    let isKept = bench.hasMix
    #expect(isKept)
    let before = bench.run(24, periods: .constant(7)).master
    let isStillKept = bench.hasMix
    #expect(isStillKept)
    bench.ask(.start, 1, quantum: .now)
    let after = bench.run(24, periods: .constant(7)).master
    let second = (0..<24).map { Float($0 % 8 + 1) }
    #expect(after == zip(before, second).map(+))
    let isKeptAgain = bench.hasMix
    #expect(isKeptAgain)
    #expect(bench.run(48, periods: .constant(64)).master == after + after)
  }

  @Test("What does not come again is not kept: a ramp, an intro, a release")
  func passing() {
    let intro = StemBuffer([1, 2, 3, 4, 5, 6, 7, 8], intro: [50, 60, 70])
    let release = StemBuffer([9, 9, 9, 9, 9, 9, 9, 9], release: [5, 4, 3])
    let configuration = EngineConfiguration.small(
      loop: 8, Array(repeating: StemConfiguration(), count: 2), rampFrames: 2)
    var kept = Bench.make(configuration, sounds: [intro, release])
    var mixed = Bench.make(configuration, sounds: [intro, release])
    kept.hasPorts = false
    var reads = 0
    for step in 0..<12 {
      for stem in 0...1 {
        kept.ask(step % 2 == 0 ? .start : .stop, stem, quantum: .loop)
        mixed.ask(step % 2 == 0 ? .start : .stop, stem, quantum: .loop)
      }
      for length in [7, 2, 16, 11] {
        #expect(
          kept.run(length, periods: .constant(3)).master == mixed.run(length, periods: .constant(64)).master)
        reads += kept.hasMix ? 1 : 0
      }
    }
    #expect(reads > 4)
  }

  @Test("A port that is connected, and a send, are delivered whatever is kept")
  func listeners() {
    var bench = Self.bench(buses: 1)
    bench.ask(.start, 0, quantum: .now)
    bench.run(48)
    let isKept = bench.hasMix
    #expect(isKept)
    bench.hasPorts = true
    #expect(bench.run(4).ports[0] == [1, 2, 3, 4])
    bench.hasPorts = false
    _ = bench.handle.send(StemIndex(0), to: 0, gain: Gain(linear: 0.5)!, by: .input)
    #expect(bench.run(4).buses[0] == [2.5, 3, 3.5, 4])
  }

  @Test("The master's gain acts on what is kept")
  func master() {
    var bench = Self.bench()
    bench.ask(.start, 0, quantum: .now)
    bench.run(48)
    _ = bench.handle.setMaster(Gain(linear: 0.5)!, by: .input)
    #expect(bench.run(28).master.prefix(4) == [0.5, 1, 1.5, 2])
    let isKept = bench.hasMix
    #expect(isKept)
  }

  @Test("Random performances sound the same, read or mixed, whatever the periods")
  func random() {
    var reads = 0
    for seed in 1...400 as ClosedRange<UInt64> {
      var set = TestSet.random(seed: seed)
      // A send is delivered by itself, and then nothing is read.
      for stem in set.configuration.stems.indices where seed % 4 > 0 {
        set.configuration.stems[stem].sends = []
      }
      var kept = set.bench(), mixed = set.bench()
      kept.hasPorts = false
      // Mostly there are some cycles between two actions.
      var performance = RandomPerformance.random(seed: seed, set: set)
      for k in performance.steps.indices { performance.steps[k].frame *= 20 }
      performance.frames *= 20
      let heard = performance.play(on: &kept, periods: .mixed(seed: seed, longest: 64)) { bench, output in
        if bench.hasMix, output.master.contains(where: { $0 != 0 }) { reads += 1 }
      }
      let expected = performance.play(on: &mixed, periods: .constant(64))
      #expect(heard.master.map(\.bitPattern) == expected.master.map(\.bitPattern), "seed \(seed)")
      #expect(heard.right.map(\.bitPattern) == expected.right.map(\.bitPattern), "seed \(seed)")
    }
    #expect(reads > 200, "read \(reads) times")
  }

  @Test("A cycle that is too long is not kept")
  func tooLong() {
    let lines = [KeptMix.mostFrames, KeptMix.mostFrames + 1, 3].map { StemConfiguration(frames: $0) }
    #expect(KeptMix.cycle(of: .small(loop: 4, [lines[0]])) == KeptMix.mostFrames)
    #expect(KeptMix.cycle(of: .small(loop: 4, [lines[1]])) == 0)
    #expect(KeptMix.cycle(of: .small(loop: 4, [lines[0], lines[2]])) == 0)
    #expect(KeptMix.cycle(of: .small(loop: 4, [lines[2], StemConfiguration()])) == 12)
    #expect(KeptMix.cycle(of: .small(loop: 4, [StemConfiguration(frames: 9, parts: 2)])) == 9)
  }

  /// A stem of 12 frames and one of 8: their cycle has 24.
  private static func bench(buses: Int = 0) -> Bench {
    var bench = Bench.make(
      .small(loop: 12, [StemConfiguration(), StemConfiguration(frames: 8)], buses: buses),
      sounds: [.counting(12), .counting(8)])
    bench.hasPorts = false
    return bench
  }
}

extension Bench {
  /// Whether the next frames are read instead of mixed.
  fileprivate var hasMix: Bool { engine.keptMix.has(engine.position) }
}
