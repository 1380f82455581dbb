import CanonEngine
import CanonTestSupport
import Testing

/// A driver requests something on the frame of an event that it has read. The loop has 4 frames, and the stems play 1234.
@Suite struct TriggerTests {
  private static func bench(rolling: Bool = true) -> Bench {
    var bench = Bench.make(
      .small([StemConfiguration(), StemConfiguration()]), sounds: [.counting(4), .counting(4)],
      rolling: rolling)
    for stem in 0...1 { bench.perform(.open(true), stem) }
    bench.send()
    bench.idle()
    bench.readEvents()
    return bench
  }

  private static func receipts(_ bench: borrowing Bench) -> [FramePosition] {
    bench.events.compactMap { if case .triggered(_, _, _, _, let at, _) = $0 { at } else { nil } }
  }

  @Test("It takes effect on its own frame, in a period of any length", arguments: [6, 7, 32, 1024])
  func onItsFrame(period: Int) {
    var bench = Self.bench()
    bench.perform(.trigger(5, .start, .now))
    #expect(drawn(bench.run(10, periods: .constant(period)).master) == "-----23412")
    #expect(Self.receipts(bench) == [5])
  }

  @Test("Its quantum counts from its frame; a press without one chooses its own")
  func quantum() {
    var bench = Self.bench()
    bench.perform(.trigger(5, .start, .loop))
    bench.perform(.trigger(6, .press, nil), 1)
    bench.run(7)
    #expect(
      bench.events.contains {
        if case .chosen(_, StemIndex(1), _, at: 6) = $0 { true } else { false }
      })
    #expect(bench.draw(3) == "-24")
  }

  @Test("It is told before its answer, with what was requested and by whom")
  func told() {
    var bench = Self.bench()
    bench.perform(.trigger(3, .start, .now), 1)
    bench.run(4)
    let triggered = bench.events.firstIndex {
      if case .triggered(_, StemIndex(1), .start, .now, at: 3, by: .input) = $0 { true } else { false }
    }
    let answered = bench.events.firstIndex {
      if case .answered(_, StemIndex(1), .accepted, _, at: 3) = $0 { true } else { false }
    }
    #expect(triggered != nil && answered != nil && triggered! < answered!)
  }

  @Test("For a stem that is not open none is taken; one that shuts before the frame begins no sound")
  func shut() {
    var bench = Self.bench()
    let start = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    bench.perform(.open(false))
    let isTakenBefore = bench.engine.take(start, after: 2)
    #expect(isTakenBefore)
    #expect(bench.draw(4) == "----")
    #expect(bench.answers.last?.answer == .notPermitted)
    let isTaken = bench.engine.take(start, after: 0)
    #expect(!isTaken)
  }

  @Test("Once control has ended them none is taken")
  func ended() {
    var bench = Self.bench()
    let old = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    bench.handle.endTriggers()
    let new = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    let taken = [bench.engine.take(old, after: 0), bench.engine.take(new, after: 0)]
    #expect(taken == [false, true])
  }

  @Test("Before the clock runs, and for another edition, none is taken")
  func outOfPlace() throws {
    var still = Self.bench(rolling: false)
    let early = still.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    let isTakenEarly = still.engine.take(early, after: 0)
    #expect(!isTakenEarly)

    var bench = Self.bench()
    let old = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    let stems = [0, 1].map { EditionStem(continuing: StemIndex($0), staysOpen: true) }
    _ = try bench.handle.handOver(
      to: Edition(.small([StemConfiguration(), StemConfiguration()]), stems: stems), quantum: .now, by: .input
    )
    bench.run(1000)
    let isTakenLate = bench.engine.take(old, after: 0)
    #expect(!isTakenLate)
    let new = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    let isTaken = bench.engine.take(new, after: 0)
    #expect(isTaken)
  }

  @Test("A period takes 64, and the next one as many")
  func many() {
    var bench = Self.bench()
    for _ in 0..<2 {
      let trigger = bench.handle.trigger(.press, StemIndex(0), quantum: .now, by: .input)
      let taken = (0..<100).map { _ in bench.engine.take(trigger, after: 2) }
      #expect(taken.count { $0 } == Trigger.mostInPeriod && taken[..<Trigger.mostInPeriod].allSatisfy { $0 })
      bench.run(4)
    }
    #expect(Self.receipts(bench).count == 2 * Trigger.mostInPeriod)
    #expect(bench.answers.count >= 2 * Trigger.mostInPeriod)
  }
}
