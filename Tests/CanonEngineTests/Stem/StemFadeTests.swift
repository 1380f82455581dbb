import CanonEngine
import CanonTestSupport
import Testing

/// `fade`: a stem fades to silence, and is mute there; or it begins from silence. The stem is 1 throughout; the usual ramp
/// has 4 frames, a loop 20.
@Suite struct StemFadeTests {
  // MARK: - Out

  @Test(
    "It falls in a straight line from its boundary on, and is mute and silent at its end",
    arguments: Periods.all)
  func out(periods: Periods) {
    var bench = Self.bench()
    bench.perform(.fade(.out, .loop, over: 10))
    let heard = bench.run(30, periods: periods).master
    #expect(heard == ones(10) + line(1, 0, 10) + zeros(10))
    #expect(bench.answers.last?.status == .playThenMute(PendingChange(at: 30, by: .input)))
    #expect(bench.events.contains(.changed(StemIndex(0), status: .mute, at: 30, by: .input)))
  }

  @Test("After a fade out the stem has its former gain")
  func gainStays() {
    var bench = Self.bench()
    bench.perform(.gain(Gain(linear: 0.5)!))
    bench.perform(.fade(.out, over: 8))
    bench.run(10)
    bench.ask(.unmute, quantum: .loop)
    #expect(bench.run(2).master == [0.5, 0.5], "the loop's top: no ramp")
  }

  @Test(
    "Taken back it rises over the usual ramp, from where it is",
    arguments: [StemRequest.cancel, .start, .press])
  func takenBack(request: StemRequest) {
    var bench = Self.bench()
    bench.perform(.fade(.out, over: 10))
    bench.run(5)
    bench.ask(request)
    #expect(bench.run(6).master == line(0.5, 1, 4) + ones(2))
    #expect(bench.answers.last?.status == .play)
  }

  @Test("A stop during a fade out lets the fade go on, and stops the stem on its own boundary")
  func stopped() {
    var bench = Self.bench()
    bench.perform(.fade(.out, over: 40))
    bench.run(2)
    bench.ask(.stop)
    let faded = line(1, 0, 40).dropFirst(2).prefix(4)
    #expect(bench.run(4).master == Array(faded))
    bench.run(4)
    #expect(bench.run(3).master == [0, 0, 0], "from the boundary on")
  }

  @Test("A fade that has not begun is dropped when another change replaces its mute")
  func forgotten() {
    var bench = Self.bench()
    bench.perform(.fade(.out, .loop, over: 10))
    bench.ask(.mute, quantum: Quantum(.loop, count: 2)!)
    #expect(bench.run(20).master == ones(20))
  }

  @Test("An xrun does not shift a fade: the stem comes in again with the usual ramp", arguments: Periods.all)
  func xrun(periods: Periods) {
    var bench = Self.bench()
    bench.perform(.fade(.out, over: 16))
    bench.run(4, periods: periods)
    bench.skip(4)
    let falling = line(1, 0, 16), rising = line(0, 1, 4) + ones(8)
    #expect(
      bench.run(8, periods: periods).master == (0..<8).map { rising[$0] * falling[8 + $0] })
  }

  @Test("A release that begins during a fade has the level of the fade")
  func release() {
    var bench = Self.stopped(release: 6)
    bench.ask(.start)
    bench.run(10)
    bench.perform(.fade(.out, over: 20))
    bench.ask(.stop)
    #expect(
      bench.run(20).master == Array(line(1, 0, 20).prefix(10)) + [Float](repeating: 0.5, count: 6) + zeros(4))
  }

  @Test("A fade out of a silent stem changes nothing; it disarms one that waits")
  func silent() {
    var bench = Self.bench()
    bench.ask(.stop, quantum: .now)
    bench.perform(.fade(.out, over: 10))
    bench.ask(.start)
    bench.perform(.fade(.out, over: 10))
    bench.run(1)
    #expect(bench.answers.suffix(3).map(\.answer) == [.unchanged, .accepted, .accepted])
    #expect(bench.answers.last?.status == .stop)
  }

  @Test("A fade that would end too far in the future is refused")
  func tooFar() {
    var bench = Self.bench()
    bench.perform(.skip((1 << 53) - 100))
    bench.perform(.fade(.out, over: 200))
    bench.run(1)
    #expect(bench.answers.last?.answer == .tooFar)
    #expect(bench.answers.last?.status == .play)
  }

  // MARK: - In

  @Test(
    "From stop and from mute it begins in silence on its boundary, at the loop's top too",
    arguments: [StemRequest.stop, .mute])
  func fadeIn(from request: StemRequest) {
    var bench = Self.bench()
    bench.ask(request, quantum: .now)
    bench.run(4)
    bench.perform(.fade(.in, .loop, over: 10))
    #expect(bench.run(20).master == zeros(6) + line(0, 1, 10) + ones(4))
  }

  @Test("A fade in has no upbeat: there is silence until its boundary")
  func noUpbeat() {
    var bench = Self.stopped(intro: 4)
    bench.run(10)
    bench.perform(.fade(.in, .loop, over: 10))
    #expect(bench.run(20).master == zeros(10) + line(0, 1, 10))
  }

  @Test("A fade in during a fade out turns it back at once, over its own length")
  func turned() {
    var bench = Self.bench()
    bench.perform(.fade(.out, over: 20))
    bench.run(10)
    bench.perform(.fade(.in, .loop, over: 10))
    #expect(bench.run(12).master == line(0.5, 1, 10) + ones(2))
  }

  @Test("A fade in of a stem that plays without a fade changes nothing")
  func plays() {
    var bench = Self.bench()
    bench.perform(.fade(.in, over: 10))
    #expect(bench.run(5).master == ones(5))
    #expect(bench.answers.last?.answer == .unchanged)
  }

  @Test("A fade in ends the pause of its stem: one that plays rises over the fade's length")
  func held() {
    var bench = Self.bench()
    bench.perform(.hold(true))
    bench.run(4)
    bench.perform(.fade(.in, .loop, over: 10))
    #expect(bench.run(20).master == zeros(6) + line(0, 1, 10) + ones(4))
  }

  // MARK: - A restored level

  @Test("A restored level stays, and a fade starts there", arguments: Periods.all)
  func restored(periods: Periods) {
    var bench = Self.bench()
    bench.perform(.faded(Gain(linear: 0.5)!))
    #expect(bench.run(6, periods: periods).master == line(1, 0.5, 4) + [0.5, 0.5])
    bench.perform(.fade(.out, over: 8))
    #expect(bench.run(10, periods: periods).master == line(0.5, 0, 8) + zeros(2))
  }

  @Test(
    "From a restored level a fade in rises over its length, anything else that lets the stem play over the usual ramp",
    arguments: [
      (RandomPerformance.Action.fade(.in, over: 8), 8), (.ask(.start, .loop), 4), (.ask(.cancel, .now), 4),
    ])
  func risen(action: RandomPerformance.Action, frames: Int) {
    var bench = Self.bench()
    bench.perform(.faded(Gain(linear: 0.5)!))
    bench.run(6)
    bench.perform(action)
    #expect(bench.run(10).master == line(0.5, 1, frames) + ones(10 - frames))
    #expect(bench.answers.last?.answer == .accepted)
  }

  @Test("Only a stem that plays with nothing pending has a restored level")
  func notRestored() {
    var bench = Self.bench()
    func answer(_ level: Float) -> EngineEvent.Answer? {
      bench.perform(.faded(Gain(linear: level)!))
      bench.run(1)
      return bench.answers.last?.answer
    }
    #expect(answer(1) == .unchanged)
    #expect(answer(0.5) == .accepted)
    #expect(answer(0.5) == .unchanged)
    bench.ask(.stop)
    #expect(answer(0.25) == .unchanged)
    bench.run(20)
    #expect(answer(0.25) == .unchanged)
  }

  /// Ten frames of it have been heard.
  private static func bench() -> Bench {
    var bench = stopped()
    bench.ask(.start)
    return bench.after(10)
  }

  /// It is 1 in its intro and its release too, and has not started.
  private static func stopped(intro: FrameCount = 0, release: FrameCount = 0) -> Bench {
    let buffer = StemBuffer(
      layout: StemLayout(intro: intro, loop: 20, release: release)!, channelCount: 1,
      floats: { $0.update(repeating: 1) })
    return Bench.make(.small(loop: 20, rampFrames: 4), sounds: [buffer])
  }

  private func line(_ from: Float, _ to: Float, _ frames: Int) -> [Float] {
    (0..<frames).map { RampTests.point(from, to, frames, $0) }
  }
  private func ones(_ count: Int) -> [Float] { [Float](repeating: 1, count: count) }
  private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }
}
