import CanonEngine
import CanonTestSupport
import Testing

/// Nobody reads events: what was promised with a command keeps its room in the queue, and everything else is told later.
/// The loop has 4 frames.
@Suite struct EventRoomTests {
  @Test("A requested change is reported, however much else has happened meanwhile")
  func change() {
    var bench = Self.chain()
    bench.ask(.stop, 2, quantum: Quantum(.loop, count: 1000)!)
    Self.fill(&bench)
    bench.deliver(4100)
    bench.readEvents()
    let isTold = bench.events.contains(.changed(StemIndex(2), status: .stop, at: 4000, by: .input))
    #expect(isTold)
  }

  @Test("A completed replacement is reported too, and the old samples are freed")
  func replace() {
    var bench = Self.chain()
    weak let old = bench.handle.buffer(of: StemIndex(2))
    bench.handle.setSamples(
      .flat(9, 4), of: StemIndex(2), quantum: Quantum(.loop, count: 1000)!, by: .input)
    Self.fill(&bench)
    bench.deliver(4100)
    #expect(old != nil)
    bench.readEvents()
    #expect(old == nil)
    let isTold = bench.events.contains {
      if case .replaced(_, StemIndex(2), 4000) = $0 { true } else { false }
    }
    #expect(isTold)
  }

  @Test("A run that ends gives back the room of the change that was pending for later")
  func endOfRun() {
    var bench = Bench.make(.small([StemConfiguration(repeats: 1)]), sounds: [.flat(1, 4)])
    // More often than the queue has room for two events each.
    for _ in 0..<17_000 {
      bench.ask(.start, quantum: .now)
      bench.ask(.mute, quantum: Quantum(.loop, count: 1_000_000)!)
      bench.send()
      bench.deliver(4, periods: .constant(4))
      while bench.handle.nextEvent() != nil {}
    }
    bench.ask(.start, quantum: .now)
    #expect(bench.draw(5) == "1111-")
    #expect(bench.answers.last?.answer == .accepted)
  }

  @Test("Changes that nobody requested are reported once there is room: the latest state, and the run")
  func consequences() {
    var bench = Self.chain()
    Self.fill(&bench)
    bench.deliver(4100)
    bench.readEvents()
    bench.run(1)
    var status = [StemStatus.stop, .stop], began: [FramePosition] = [0, 0]
    for event in bench.events {
      switch event {
      case .changed(let stem, let new, _, _) where stem.int < 2: status[stem.int] = new
      case .began(let stem, let from, _, _, _) where stem.int < 2: began[stem.int] = from
      default: break
      }
    }
    for stem in 0..<2 {
      bench.perform(.pan(.centre), stem)
      bench.run(0)
      bench.idle()
      bench.readEvents()
      #expect(bench.answers.last?.status == status[stem])
    }
    #expect(began.max()! >= 4096, "one has begun to play not long ago")
  }

  @Test("Skips that could not be reported are reported as one, from the frame of the first")
  func skips() {
    var bench = Self.chain()
    Self.fill(&bench)
    bench.deliver(100)
    let frames = [30, 7, 50, 2, 11, 4] as [FrameCount]
    let from = frames.map { count in
      let position = bench.handle.clock.position
      bench.engine.skip(count)
      bench.deliver(5)
      return position
    }
    bench.readEvents()
    bench.run(1)
    let skips = bench.events.filter { if case .skipped = $0 { true } else { false } }
    #expect((1..<frames.count).contains(skips.count))
    let told = skips.count - 1
    let single = (0..<told).map { EngineEvent.skipped(from: from[$0], frames: frames[$0]) }
    #expect(skips == single + [.skipped(from: from[told], frames: frames[told...].reduce(0, +))])
  }

  /// Two stems follow each other for ever, a third plays; none of their samples is held elsewhere.
  private static func chain() -> Bench {
    let stems = (0..<3).map { stem in
      StemConfiguration(
        group: stem < 2 ? 0 : -1,
        follow: stem < 2 ? FollowAction(loops: 1, then: .start(StemIndex(1 - stem))) : nil)
    }
    var bench = Bench.make(.small(stems), sounds: [.flat(1, 4), .flat(2, 4), .flat(3, 4)])
    for stem in 0..<2 { bench.perform(.open(true), stem) }
    bench.ask(.start, 0)
    bench.ask(.start, 2)
    bench.run(1)
    return bench
  }

  /// Asks, one thing at a time, until the queue has no room for the answer.
  private static func fill(_ bench: inout Bench) {
    for _ in 0..<65_800 {
      bench.perform(.pan(.centre), 2)
      bench.send()
      bench.idle()
    }
  }
}
