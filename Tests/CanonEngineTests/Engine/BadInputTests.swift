import CanonEngine
import CanonTestSupport
import Testing

/// What nobody in his right mind would send. The engine does not trap; what it does is silent or exact.
@Suite struct BadInputTests {
  @Test(
    "There is no such stem: nothing happens, to nobody",
    arguments: [2, 1000, Int(Int32.max), -1, Int(Int32.min)])
  func noSuchStem(number: Int) {
    var bench = Self.bench()
    let stem = StemIndex(number)
    bench.ask(.start, 1)
    bench.run(1)
    let before = bench.events
    _ = bench.handle.start(testPermit(stem), quantum: .now, by: .input)
    _ = bench.handle.stop(stem, quantum: .stem, by: .input)
    _ = bench.handle.press(testPermit(stem), quantum: .cycle, by: .input)
    _ = bench.handle.setPan(.centre, of: stem, over: 100, by: .input)
    _ = bench.handle.solo(.alone, stem, by: .input)
    _ = bench.handle.open(testPermit(stem), by: .input)
    #expect(bench.draw(4) == "2341")
    #expect(bench.events == before)
  }

  @Test(
    "A follow action that starts a stem that is none, or itself, does nothing",
    arguments: [0, 7, -3, Int(Int32.max)])
  func followNobody(number: Int) {
    let follow = FollowAction(loops: 1, then: .start(StemIndex(number)))
    var bench = Bench.make(.small([StemConfiguration(follow: follow)]), sounds: [.counting(4)])
    bench.perform(.open(true))
    bench.ask(.start)
    #expect(bench.draw(9) == "123412341")
  }

  @Test(
    "The largest counts lead to their exact boundary", arguments: Quantum.Unit.allCases.filter { $0 != .now })
  func largestCount(unit: Quantum.Unit) {
    var bench = Self.bench().after(1)
    bench.ask(.start, quantum: Quantum(unit, count: 1_000_000)!)
    bench.run(1)
    #expect(bench.answers.last?.status == .wait(PendingChange(at: 4_000_000, by: .input)))
    bench.skip(3_999_996)
    #expect(bench.draw(5) == "--123")
  }

  @Test(
    "A loop of years, thousands of times: no such boundary is within reach",
    arguments: Quantum.Unit.allCases.suffix(5), [1_000_000, 4096])
  func tooFar(unit: Quantum.Unit, count: Int) {
    let line = GridLine(numerator: (1 << 52) - 1, denominator: 1)!
    var bench = Bench.make(
      EngineConfiguration(grid: Grid(loop: line)!, sampleRate: .studio, stems: [StemConfiguration()]))
    bench.ask(.start, quantum: .now)
    bench.run(1)
    for action in Self.everything(Quantum(unit, count: count)!) { bench.perform(action) }
    let asked = bench.asked.count - 1
    #expect(bench.run(10).isSilent)
    #expect(bench.answers.suffix(asked).allSatisfy { $0 == (.tooFar, .play) })
  }

  @Test(
    "A start that counts from anywhere is silent or in phase, and its neighbour undisturbed",
    arguments: [.min, .min + 1, -1 << 53, -1, 1 << 53, 1 << 62, .max - 1, .max] as [FramePosition],
    StemEntry.allCases)
  func fromAnywhere(from: FramePosition, entry: StemEntry) {
    for intro in [IntroPlacement.upbeat, .boundary, .none] {
      let stem = StemConfiguration(
        entry: entry, intro: intro, repeats: 3, follow: FollowAction(loops: 1_000_000, then: .stop))
      let sound = StemBuffer([1, 2, 3, 4], intro: [5, 6], release: [7])
      var bench = Bench.make(.small([stem, StemConfiguration()]), sounds: [sound, .counting(4)])
      bench.ask(.start, 1)
      bench.perform(.start(.now, from: from))
      let heard = bench.run(40, periods: .mixed(seed: 5))
      #expect(heard.ports[0].allSatisfy { (0...7).contains($0) })
      #expect(drawn(heard.ports[1]).hasPrefix("123412341234"))
    }
  }

  @Test(
    "Nothing skips backwards, nor beyond the reach of the clock",
    arguments: [0, -1, .min, .max, 1 << 62] as [FrameCount])
  func skips(frames: FrameCount) {
    var bench = Self.bench()
    bench.ask(.start)
    bench.run(2)
    bench.perform(.skip(frames))
    bench.perform(.skip(frames))
    bench.engine.skip(frames)
    #expect(bench.draw(6) == "341234")
    #expect(bench.handle.clock.position == 8)
  }

  @Test("The loudest and the quietest gain, and the longest fades")
  func gains() {
    var bench = Self.bench()
    bench.ask(.start)
    for gain in [Gain.silence, Gain(linear: 16)!, Gain(linear: .leastNonzeroMagnitude)!] {
      bench.perform(.pan(PanFactors(left: gain, right: gain), over: .max))
      bench.perform(.master(gain, over: .max))
      #expect(bench.run(10).master.allSatisfy { (0...1024).contains($0) })
      bench.skip(1 << 31)
      #expect(bench.run(10).master.allSatisfy { $0.isFinite && $0 <= 1024 })
    }
  }

  @Test("An engine without stems delivers silence")
  func noStems() {
    var bench = Bench.make(.small([]))
    bench.perform(.roll)
    bench.perform(.master(.unity))
    #expect(bench.run(10).isSilent)
  }

  private static func bench() -> Bench {
    Bench.make(.small([StemConfiguration(), StemConfiguration()]), sounds: [.counting(4), .counting(4)])
  }

  private static func everything(_ quantum: Quantum) -> [RandomPerformance.Action] {
    [
      .ask(.stop, quantum), .ask(.mute, quantum), .pan(.centre, quantum), .solo(.alone, quantum),
      .master(.silence, quantum),
    ]
  }
}
