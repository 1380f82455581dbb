import CanonEngine
import CanonTestSupport
import Testing

/// The click on the cue bus, and count-ins.
@Suite struct ClickTests {
  /// A loop of two bars of two beats of four frames. Accents are 9, other beats 5; each sound has two frames.
  private static func bench(ramp: Int = 0, stems: Int = 1) -> Bench {
    let configurations = Array(repeating: StemConfiguration(), count: stems)
    var configuration = EngineConfiguration.small(
      loop: 16, beats: 4, configurations, buses: 2, cueBus: 1,
      click: ClickSounds(accent: .flat(9, 2), beat: .flat(5, 2)), rampFrames: ramp)
    configuration.grid = Grid(
      loop: GridLine(numerator: 16, denominator: 1)!, barsPerLoop: 2, beatsPerLoop: 4)!
    var bench = Bench.make(configuration, rolling: false)
    bench.portCount = stems
    bench.sounds = Array(repeating: [.flat(1, 16)], count: stems)
    for stem in 0..<stems {
      bench.perform(.samples(0), stem)
      bench.perform(.open(true), stem)
    }
    bench.perform(.roll)
    return bench
  }

  private func draw(_ bench: inout Bench, _ frames: Int, _ periods: Periods = .constant(3)) -> String {
    let heard = bench.run(frames, periods: periods)
    #expect(heard.buses[0].allSatisfy { $0 == 0 } && heard.buses[2] == heard.buses[3])
    return drawn(heard.buses[2])
  }

  @Test(
    "It is heard on each beat, accented at the beginning of a bar, on the cue bus alone",
    arguments: Periods.all)
  func beats(periods: Periods) {
    var bench = Self.bench()
    bench.perform(.click(true))
    let heard = bench.run(18, periods: periods)
    #expect(drawn(heard.buses[2]) == "99--55--99--55--99")
    #expect(heard.master.allSatisfy { $0 == 0 } && heard.buses[0].allSatisfy { $0 == 0 })
  }

  @Test("It begins with the next beat, not with what is left of one, and falls over the usual ramp")
  func onAndOff() {
    var bench = Self.bench(ramp: 2)
    bench.run(1)
    bench.perform(.click(true))
    #expect(draw(&bench, 8) == "---55--9")
    bench.perform(.click(false))
    #expect(draw(&bench, 4) == "9---")
  }

  @Test("After a relocation and a skip the beats are those of the place where the music is")
  func places() {
    var bench = Self.bench()
    bench.perform(.click(true))
    #expect(draw(&bench, 5) == "99--5")
    bench.perform(.seek(.to(7)))
    #expect(draw(&bench, 5) == "-99--")
    bench.perform(.skip(3))
    #expect(draw(&bench, 6) == "-99--5", "what is left of a beat is not heard")
  }

  @Test("While the music stands there is none, and a panic ends it")
  func halt() {
    var bench = Self.bench()
    bench.perform(.click(true))
    bench.run(4)
    bench.perform(.halt(nil))
    #expect(draw(&bench, 5) == "-----")
    bench.perform(.roll)
    #expect(draw(&bench, 5) == "55--9")
    bench.perform(.panic)
    bench.run(60)
    #expect(draw(&bench, 16) == String(repeating: "-", count: 16))
  }

  @Test("A count-in lets whole bars of the click precede a start from silence, and ends with it")
  func countIn() {
    var bench = Self.bench(stems: 2)
    bench.perform(.countIn(1))
    bench.run(1)
    bench.ask(.start, 0, quantum: .bar)
    bench.ask(.start, 1, quantum: .now)
    let heard = bench.run(18)
    #expect(drawn(heard.buses[2]) == "-------99--55-----")
    #expect(heard.ports.map(drawn) == Array(repeating: "---------------111", count: 2))
  }

  @Test("A stem that joins others, and one that is no longer to start, are not counted in")
  func notCountedIn() {
    var bench = Self.bench(stems: 2)
    bench.ask(.start, 0, quantum: .now)
    bench.run(1)
    bench.perform(.countIn(2))
    bench.ask(.start, 1, quantum: .bar)
    #expect(drawn(bench.run(9).ports[1]) == "-------11")
    bench.perform(.ask(.stop, .now), 0)
    bench.perform(.ask(.stop, .now), 1)
    bench.run(2)
    bench.ask(.start, 0, quantum: .bar)
    #expect(draw(&bench, 5) == "----9")
    bench.ask(.cancel, 0)
    #expect(draw(&bench, 20) == String(repeating: "-", count: 20))
  }
}
