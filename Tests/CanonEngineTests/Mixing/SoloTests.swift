import CanonEngine
import CanonTestSupport
import Testing

/// While any stem is soloed, only the soloed ones and the bases are heard. Stem 0 is the base; stem k is k + 1
/// throughout, all sound; the loop has 4 frames.
@Suite struct SoloTests {
  @Test("A soloed stem is heard with the base; afterwards all are heard again")
  func on() {
    var bench = Self.bench()
    bench.perform(.solo(.on), 1)
    #expect(bench.drawPorts(2) == ["11", "22", "--"])
    bench.perform(.solo(.off), 1)
    #expect(bench.drawPorts(2) == ["11", "22", "33"])
  }

  @Test("Several stems may be soloed; the others return when the last solo ends")
  func several() {
    expect((.on, 1, "12-"), (.on, 2, "123"), (.off, 1, "1-3"), (.off, 2, "123"))
  }

  @Test("A solo alone silences the bases")
  func alone() {
    expect((.alone, 1, "-2-"), (.on, 2, "-23"), (.on, 1, "123"))
  }

  @Test("A base may be soloed itself")
  func base() {
    expect((.alone, 0, "1--"))
  }

  @Test("It waits for its quantum, and says for which frame", arguments: Periods.all)
  func quantum(periods: Periods) {
    var bench = Self.bench().after(1)
    bench.perform(.solo(.on, .loop), 2)
    #expect(bench.drawPorts(6, periods: periods) == ["111111", "222---", "333333"])
    let isScheduled = bench.events.contains {
      if case .scheduled(_, StemIndex(2), at: 4) = $0 { true } else { false }
    }
    #expect(isScheduled)
  }

  @Test("A stem silenced by a solo keeps its state, and can be muted meanwhile")
  func status() {
    var bench = Self.bench()
    bench.perform(.solo(.on), 1)
    bench.ask(.mute, 2, quantum: .now)
    bench.run(1)
    #expect(bench.answers.suffix(2).map(\.status.state) == [.play, .play])
    bench.perform(.solo(.off), 1)
    #expect(bench.drawPorts(1) == ["1", "2", "-"])
  }

  @Test(
    "A stem that starts while others are soloed is not heard; a soloed one that is stopped silences them all the same"
  )
  func startsUnheard() {
    var bench = Bench.make(.small(Self.stems), sounds: Self.sounds)
    bench.perform(.solo(.on), 1)
    bench.ask(.start, 2)
    #expect(bench.drawPorts(2) == ["--", "--", "--"])
  }

  @Test("Audibility moves over the usual ramp, from where it is", arguments: Periods.all)
  func ramp(periods: Periods) {
    var bench = Self.bench(rampFrames: 8).after(20)
    bench.perform(.solo(.on), 1)
    let falling = bench.run(6, periods: periods).ports[2]
    #expect(falling == (0..<6).map { 3 * RampTests.point(1, 0, 8, $0) })
    bench.perform(.solo(.off), 1)
    let rising = bench.run(10, periods: periods).ports[2]
    #expect(rising == (0..<8).map { 3 * RampTests.point(RampTests.point(1, 0, 8, 6), 1, 8, $0) } + [3, 3])
  }

  @Test("A further solo does not disturb a ramp of the audibility to the same value", arguments: Periods.all)
  func rampGoesOn(periods: Periods) {
    var bench = Self.bench(rampFrames: 8).after(20)
    bench.perform(.solo(.on), 1)
    var falling = bench.run(3, periods: periods).ports[2]
    bench.perform(.solo(.on), 0)
    falling += bench.run(6, periods: periods).ports[2]
    #expect(falling == (0..<8).map { 3 * RampTests.point(1, 0, 8, $0) } + [0])
  }

  @Test("Before the clock runs a solo takes effect without a ramp")
  func beforeTheClock() {
    var bench = Bench.make(.small(Self.stems, rampFrames: 8), sounds: Self.sounds, rolling: false)
    for stem in 0...2 { bench.ask(.start, stem) }
    bench.perform(.solo(.on), 1)
    bench.run(5)
    bench.perform(.roll)
    #expect(bench.drawPorts(3) == ["111", "222", "---"])
  }

  /// One command after the other, and what is heard after each.
  private func expect(_ steps: (SoloMode, stem: Int, heard: String)...) {
    var bench = Self.bench()
    for (mode, stem, heard) in steps {
      bench.perform(.solo(mode), stem)
      #expect(bench.drawPorts(1).joined() == heard)
    }
  }

  private static let stems = [true, false, false].map { StemConfiguration(isBase: $0) }
  private static let sounds = (1...3).map { StemBuffer.flat(Float($0), 4) }
  private static func bench(rampFrames: Int = 0) -> Bench {
    var bench = Bench.make(.small(stems, rampFrames: rampFrames), sounds: sounds)
    for stem in 0...2 { bench.ask(.start, stem) }
    bench.run(0)
    bench.idle()
    return bench
  }
}
