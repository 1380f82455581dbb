import CanonEngine
import CanonTestSupport
import Testing

/// What is due on frames that nobody receives happens there, in the order of time. The loop has 4 frames; stem k is
/// k + 1 throughout.
@Suite struct SkipAgendaTests {
  @Test("A run that ends during a skip has its follow action")
  func overTheEnd() {
    let stems = [
      StemConfiguration(repeats: 2, follow: FollowAction(loops: 2, then: .start(StemIndex(1)))),
      StemConfiguration(),
    ]
    var bench = Self.bench(stems)
    bench.ask(.start, 0)
    bench.run(1)
    bench.skip(40)
    #expect(bench.drawPorts(4) == ["----", "2222"])
    #expect(bench.events.contains(.changed(StemIndex(1), status: .play, at: 8, by: .follow)))
  }

  @Test("After a skip a chain of follow actions is where it would be", arguments: 1...60)
  func chain(frames: Int) {
    let stems = (0..<3).map {
      StemConfiguration(group: 0, follow: FollowAction(loops: $0 + 1, then: .start(StemIndex(($0 + 1) % 3))))
    }
    var skipped = Self.bench(stems), heard = Self.bench(stems)
    skipped.ask(.start, 0)
    heard.ask(.start, 0)
    skipped.run(2)
    heard.run(2 + frames)
    skipped.skip(FrameCount(frames))
    #expect(skipped.drawPorts(30) == heard.drawPorts(30))
  }

  @Test("Random choices and pending commands are where they would be too", arguments: 1...20)
  func lot(seed: UInt64) {
    let stems = (0..<5).map { _ in StemConfiguration(follow: FollowAction(loops: 1, then: .startAny)) }
    var skipped = Self.bench(stems, seed: seed), heard = Self.bench(stems, seed: seed)
    for stem in stems.indices {
      skipped.ask(.start, stem, quantum: Quantum(.loop, count: stem + 1)!)
      heard.ask(.start, stem, quantum: Quantum(.loop, count: stem + 1)!)
      skipped.ask(.stop, stem, quantum: Quantum(.loop, count: 7 - stem)!)
      heard.ask(.stop, stem, quantum: Quantum(.loop, count: 7 - stem)!)
    }
    skipped.run(1)
    heard.run(1 + 77)
    skipped.skip(77)
    #expect(skipped.drawPorts(30) == heard.drawPorts(30))
  }

  @Test("A fade begins on its frame within a skip, and is where it would be")
  func fade() {
    var bench = Self.bench([StemConfiguration()])
    bench.ask(.start)
    bench.run(1)
    bench.perform(.gain(.silence, .loop, over: 8))
    bench.run(1)
    bench.skip(4)
    let fading: [Float] = (2...8).map { (place: Int) -> Float in 1 - Float(place) / 8 }
    #expect(bench.run(7).master == fading)
  }

  @Test("Of changes that nobody requested only the outcome is reported, once")
  func told() {
    var bench = Self.endlessChain()
    let before = bench.events.count
    bench.skip(4 * 1001)
    #expect(bench.events.count <= before + 5)
    var status = [StemStatus.stop, .stop]
    for case .changed(let stem, let new, _, _) in bench.events { status[stem.int] = new }
    #expect(status.map(\.soundsNow) == [false, true])
  }

  @Test("A skip of years through an endless chain is fast, and one stem of the group plays")
  func years() {
    var bench = Self.endlessChain()
    bench.skip(1 << 50)
    let ports = bench.run(20).ports
    #expect((0..<20).allSatisfy { frame in ports.count { $0[frame] != 0 } == 1 })
  }

  /// Two stems that start each other after every loop; the first plays.
  private static func endlessChain() -> Bench {
    var bench = bench(
      (0..<2).map {
        StemConfiguration(group: 0, follow: FollowAction(loops: 1, then: .start(StemIndex(1 - $0))))
      })
    bench.ask(.start, 0)
    return bench.after(1)
  }

  private static func bench(_ stems: [StemConfiguration], seed: UInt64 = 0) -> Bench {
    var bench = Bench.make(
      .small(stems, seed: seed), sounds: stems.indices.map { .flat(Float($0 + 1), 4) })
    for stem in stems.indices { bench.perform(.open(true), stem) }
    return bench
  }
}
