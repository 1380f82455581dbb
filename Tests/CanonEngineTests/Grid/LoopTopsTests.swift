import CanonEngine
import CanonTestSupport
import Testing

/// Where the loops of stems lie that are not as long as the set's. The set's loop has 4 frames; stems count 1, 2, 3, …
@Suite struct LoopTopsTests {
  @Test("A stem with half the loop's length plays twice in each loop", arguments: Periods.all)
  func half(periods: Periods) {
    #expect(heard(StemConfiguration(frames: 2), 2, "S-------", periods) == "12121212")
  }

  @Test("A stem twice as long joins in its second half, in phase with the origin", arguments: Periods.all)
  func double(periods: Periods) {
    #expect(heard(StemConfiguration(frames: 8), 8, "-S----------", periods) == "----56781234")
  }

  @Test("Loops of three and four frames line up after twelve", arguments: Periods.all)
  func threeAgainstFour(periods: Periods) {
    #expect(heard(StemConfiguration(frames: 3), 3, "-S--------------", periods) == "----231231231231")
  }

  @Test("A loop of 7/2 frames has its tops on 0, 4, 7, 11, 14", arguments: Periods.all)
  func rational(periods: Periods) {
    #expect(
      heard(StemConfiguration(frames: 7, parts: 2), 4, "S---------------", periods) == "1234123123412312")
  }

  @Test(
    "An offset moves the tops; a negative one to before the origin",
    arguments: [(1, "41234123"), (-1, "23412341"), (4, "12341234"), (-6, "34123412")] as [(Int64, String)])
  func offset(frames: Int64, output: String) {
    #expect(heard(StemConfiguration(frames: 4, offset: frames), 4, "S-------", .constant(5)) == output)
  }

  @Test(
    "What enters at its top begins with its first frame, and stays in phase with that", arguments: Periods.all
  )
  func entersAtTop(periods: Periods) {
    let stem = StemConfiguration(frames: 3, entry: .top)
    #expect(heard(stem, 3, "-S------M---U---------", periods) == "----1231----3123123123")
  }

  @Test("The quantum stem waits for the stem's own loop, which before its first run begins at its offset")
  func stemQuantum() {
    var bench = Bench.make(.small([StemConfiguration(frames: 6, offset: 1)]), sounds: [.counting(6)])
    bench.run(2)
    bench.ask(.start, quantum: .stem)
    #expect(bench.draw(12) == "-----1234561")
    bench.ask(.mute, quantum: Quantum(.stem, count: 2)!)
    #expect(bench.draw(14) == "23456123456---", "the tops are 1, 7, 13, 19; every second is 1, 13, 25")
  }

  @Test("After a run that began at its top, the quantum stem means the tops of that run")
  func stemQuantumOfLastRun() {
    let stem = StemConfiguration(frames: 6, entry: .top)
    var bench = Bench.make(.small(beats: 2, [stem]), sounds: [.counting(6)])
    bench.run(1)
    bench.ask(.start, quantum: .beat)
    #expect(bench.draw(3) == "-12")
    bench.ask(.stop, quantum: .stem)
    #expect(bench.draw(6) == "3456--")
    bench.ask(.start, quantum: .stem)
    #expect(bench.draw(8) == "----1234", "2 + 6 + 6")
  }

  /// What one stem delivers; commands drawn as in ``Timeline``.
  private func heard(_ stem: StemConfiguration, _ frames: Int, _ commands: String, _ periods: Periods)
    -> String
  {
    var bench = Bench.make(.small([stem]), sounds: [.counting(frames)])
    return Timeline.play(commands, on: &bench, periods: periods)
  }
}
