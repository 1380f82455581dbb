import CanonEngine
import CanonTestSupport
import Testing

/// A pause holds stems: they run on, and are not heard. Stem k is k + 1 throughout; the loop has 4 frames.
@Suite struct PauseTests {
  @Test("A held stem runs on unheard, and is in phase when it is resumed", arguments: Periods.all)
  func inPhase(periods: Periods) {
    var bench = Bench.make(.small(), sounds: [.counting(4)])
    bench.ask(.start)
    #expect(bench.draw(2, periods: periods) == "12")
    bench.perform(.hold(true))
    #expect(bench.draw(5, periods: periods) == "-----")
    bench.perform(.hold(false))
    #expect(bench.draw(4, periods: periods) == "4123")
    #expect(bench.answers.last?.status == .play)
  }

  @Test("A pause waits for its quantum and reports its frame; a resume replaces it")
  func quantum() {
    var bench = Self.bench(2)
    bench.perform(.hold(true, .loop), 1)
    #expect(bench.drawPorts(6) == ["111111", "222---"])
    #expect(bench.events.contains(.scheduled(bench.asked.last!.ticket, StemIndex(1), at: 4)))
    #expect(bench.events.contains(.held(StemIndex(1), true, at: 4)))
    bench.perform(.hold(false), 1)
    bench.perform(.hold(true, .loop), 1)
    bench.perform(.hold(false, .now), 1)
    #expect(bench.drawPorts(4)[1] == "2222")
  }

  @Test(
    "What waits takes effect unheard; a resume lets it be heard, and leaves alone what was muted or stopped")
  func justThose() {
    var bench = Self.bench(4, starting: [0, 1])
    bench.ask(.mute, 1, quantum: .now)
    bench.ask(.start, 2)
    for stem in 0..<4 { bench.perform(.hold(true), stem) }
    #expect(bench.drawPorts(5) == ["-----", "-----", "-----", "-----"])
    for stem in 0..<4 { bench.perform(.hold(false), stem) }
    #expect(bench.drawPorts(2) == ["11", "--", "33", "--"])
  }

  @Test(
    "A start, an unmute or a press that is given since ends it on the boundary, whole; for that stem alone",
    arguments: [StemRequest.start, .unmute, .press])
  func endedByName(request: StemRequest) {
    var bench = Self.bench(2, rampFrames: 2)
    if request == .unmute { bench.ask(.mute, 1, quantum: .now) } else { bench.ask(.stop, 1, quantum: .now) }
    bench.run(7)
    for stem in 0..<2 { bench.perform(.hold(true), stem) }
    bench.run(2)
    bench.ask(request, 1)
    #expect(bench.drawPorts(6) == ["------", "--2222"])
    #expect(bench.events.contains(.held(StemIndex(1), false, at: 12)))
  }

  @Test("A start of a playing stem removes the mark on its boundary, over the usual ramp")
  func startOfWhatPlays() {
    var bench = Self.bench(1, rampFrames: 2).after(3)
    bench.perform(.hold(true))
    bench.run(3)
    bench.ask(.start)
    #expect(bench.run(5).master == [0, 0, 0.5, 1, 1])
    #expect(bench.answers.last?.answer == .accepted)
    #expect(bench.events.contains(.scheduled(bench.asked.last!.ticket, StemIndex(0), at: 8)))
  }

  @Test("A start from before the pause is held with the stem, and so is one of a follow action")
  func heldStarts() {
    let stems = [
      StemConfiguration(follow: FollowAction(loops: 1, then: .start(StemIndex(1)))), StemConfiguration(),
    ]
    var bench = Bench.make(.small(stems), sounds: [.flat(1, 4), .flat(2, 4)])
    bench.perform(.open(true), 1)
    bench.run(1)
    bench.ask(.start, 0)
    for stem in 0..<2 { bench.perform(.hold(true), stem) }
    #expect(bench.drawPorts(10) == ["----------", "----------"])
    for stem in 0..<2 { bench.perform(.hold(false), stem) }
    #expect(bench.drawPorts(2) == ["11", "22"])
  }

  @Test("A cancelled start does not end the pause")
  func takenBack() {
    var bench = Self.armedInPause()
    bench.ask(.cancel)
    bench.run(4)
    #expect(!bench.events.contains { if case .held(_, false, _) = $0 { true } else { false } })
  }

  @Test("A pause on or before the boundary of an earlier start holds it too; a later one does not")
  func order() {
    var bench = Self.bench(3, starting: []).after(1)
    for stem in 0..<3 { bench.ask(.start, stem) }
    bench.perform(.hold(true), 0)
    bench.perform(.hold(true, .loop), 1)
    bench.perform(.hold(true, Quantum(.loop, count: 2)!), 2)
    #expect(bench.drawPorts(8) == ["--------", "--------", "--3333--"])
  }

  @Test("A start is heard if an earlier pause waits for the same boundary")
  func startAfterPause() {
    var bench = Self.bench(1, starting: []).after(1)
    bench.perform(.hold(true, .loop))
    bench.ask(.start)
    #expect(bench.draw(5) == "--111")
  }

  @Test("The upbeat of a start that ends the pause is heard")
  func upbeat() {
    let buffer = StemBuffer(
      layout: StemLayout(intro: 2, loop: 4, release: 0)!, channelCount: 1,
      floats: { for k in $0.indices { $0[k] = Float(k + 1) } })
    var bench = Bench.make(.small(rampFrames: 1), sounds: [buffer])
    bench.perform(.hold(true))
    bench.run(1)
    bench.ask(.start)
    #expect(bench.draw(6) == "-12345")
  }

  @Test("A pause or a resume that would change nothing is unchanged")
  func unchanged() {
    var bench = Self.bench(2)
    func answer(_ action: RandomPerformance.Action, _ stem: Int = 0) -> EngineEvent.Answer? {
      bench.perform(action, stem)
      bench.run(1)
      return bench.answers.last?.answer
    }
    #expect(answer(.hold(false)) == .unchanged)
    #expect(answer(.holdAll(false, .loop)) == .unchanged)
    #expect(answer(.hold(true, Quantum(.loop, count: 100)!)) == .accepted)
    #expect(answer(.hold(true, Quantum(.loop, count: 100)!)) == .unchanged, "it waits for that already")
    #expect(answer(.hold(true, Quantum(.loop, count: 50)!)) == .accepted)
    #expect(answer(.hold(true)) == .accepted)
    #expect(answer(.hold(true)) == .unchanged)
    #expect(answer(.holdAll(true)) == .accepted, "one of them was heard")
    #expect(answer(.holdAll(true, .loop)) == .unchanged)
    #expect(answer(.hold(false, .loop)) == .accepted)
  }

  @Test("A pause of a held stem also holds a pending start that would end the mark")
  func heldAgain() {
    var bench = Self.armedInPause()
    bench.perform(.hold(true))
    bench.run(1)
    #expect(bench.answers.last?.answer == .accepted)
    #expect(bench.draw(8) == "--------")
  }

  @Test("Solo and pause silence a stem independently")
  func solo() {
    var bench = Self.bench(2)
    bench.perform(.solo(.on), 0)
    bench.perform(.hold(true), 1)
    bench.perform(.solo(.off), 0)
    #expect(bench.drawPorts(1) == ["1", "-"])
    bench.perform(.solo(.on), 0)
    bench.perform(.hold(false), 1)
    #expect(bench.drawPorts(1) == ["1", "-"])
    bench.perform(.solo(.off), 0)
    #expect(bench.drawPorts(1) == ["1", "2"])
  }

  @Test("A paused stem falls, and rises again, over the usual ramp, from where it is", arguments: Periods.all)
  func ramp(periods: Periods) {
    var bench = Self.bench(1, rampFrames: 8).after(20)
    bench.perform(.hold(true))
    #expect(bench.run(6, periods: periods).master == (0..<6).map { RampTests.point(1, 0, 8, $0) })
    bench.perform(.hold(false))
    let there = RampTests.point(1, 0, 8, 6)
    #expect(bench.run(8, periods: periods).master == (0..<8).map { RampTests.point(there, 1, 8, $0) })
  }

  /// All of the stems are k + 1 throughout.
  /// A stem that was paused, and then started for the next boundary.
  private static func armedInPause() -> Bench {
    var bench = bench(1, starting: [])
    bench.perform(.hold(true))
    bench.run(1)
    bench.ask(.start)
    return bench
  }

  private static func bench(_ count: Int, starting: [Int]? = nil, rampFrames: Int = 0) -> Bench {
    let stems = (0..<count).map { _ in StemConfiguration() }
    var bench = Bench.make(
      .small(stems, rampFrames: rampFrames), sounds: (1...count).map { .flat(Float($0), 4) })
    for stem in starting ?? Array(0..<count) { bench.ask(.start, stem) }
    bench.run(1)
    return bench
  }
}
