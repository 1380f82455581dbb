import CanonEngine
import CanonTestSupport
import Testing

/// The start of the clock.
@Suite struct RollTests {
  @Test("Before the clock runs there is silence, and it stays on the first downbeat")
  func before() {
    var bench = Bench.make(stems: [[1, 2, 3, 4], [5, 6, 7, 8]], rolling: false)
    bench.ask(.start, quantum: .now)
    let silence = bench.run(1000, periods: .mixed(seed: 1))
    #expect(silence.bits.joined().allSatisfy { $0 == 0 })
    #expect(bench.handle.clock.position == 0)
    #expect(!bench.handle.clock.isRolling)
    #expect(bench.handle.clock.cycles > 0, "it is being called all the same")
  }

  @Test("A command sent before the clock runs is received at frame 0")
  func receivedAtZero() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]], rolling: false)
    bench.run(10)
    bench.ask(.start, quantum: Quantum(.loop, count: 3)!)
    bench.run(10)
    #expect(bench.changes == [.changed(StemIndex(0), status: .play, at: 0, by: .input)])
    #expect(bench.events.allSatisfy { $0.frame == 0 })
  }

  @Test("A base that was started before the clock sounds on the very first frame", arguments: Periods.all)
  func baseSounds(periods: Periods) {
    var bench = Bench.make(stems: [[1, 2, 3, 4], [5, 6, 7, 8]], rampMilliseconds: 5, rolling: false)
    _ = bench.handle.start(testPermit(StemIndex(0)), quantum: .loop, by: .clock)
    bench.run(100, periods: periods)
    _ = bench.handle.roll(by: .clock)
    let heard = bench.run(6, periods: periods)
    #expect(heard.ports == [[1, 2, 3, 4, 1, 2], [0, 0, 0, 0, 0, 0]])
    #expect(bench.handle.clock.position == 6)
    #expect(bench.handle.clock.isRolling)
  }

  @Test("A start sent with the clock's start plays from the first frame", arguments: [true, false])
  func together(rollFirst: Bool) {
    var bench = Bench.make(stems: [[1, 2, 3, 4]], rampMilliseconds: 5, rolling: false)
    if rollFirst { _ = bench.handle.roll(by: .clock) }
    bench.ask(.start)
    if !rollFirst { _ = bench.handle.roll(by: .clock) }
    #expect(bench.run(5).master == [1, 2, 3, 4, 1])
  }

  @Test("The clock starts once; a second start changes nothing")
  func again() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(3)
    let ticket = bench.handle.roll(by: .input)
    bench.run(3)
    #expect(bench.events.last == .answered(ticket, StemIndex(0), .unchanged, status: .stop, at: 3))
    #expect(bench.handle.clock.position == 6)
  }

  @Test("A level set before the clock starts holds from the very first frame")
  func levelBefore() {
    var bench = Bench.make(
      stems: [[Float](repeating: 1, count: 1000)], rampMilliseconds: 5, rolling: false)
    let half = PanFactors(left: Gain(linear: 0.5)!, right: Gain(linear: 0.5)!)
    _ = bench.handle.setPan(half, of: StemIndex(0), by: .recovery)
    bench.ask(.start)
    bench.run(10)
    _ = bench.handle.roll(by: .clock)
    #expect(bench.run(300).master.allSatisfy { $0 == 0.5 })
  }
}
