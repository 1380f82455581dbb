import CanonEngine
import CanonTestSupport
import Testing

/// The music stands still, and the frames count on. The loop has 8 frames; the stem plays 1 to 8.
@Suite struct HaltTests {
  @Test(
    "What stands is silent; what rolls goes on where it stood, wherever that lies in the period",
    arguments: Periods.all)
  func standsStill(periods: Periods) {
    var bench = Self.bench().after(3)
    bench.perform(.halt(nil))
    #expect(drawn(bench.run(7, periods: periods).master) == "-------")
    bench.perform(.roll)
    #expect(drawn(bench.run(7, periods: periods).master) == "4567812")
    #expect(bench.handle.clock.position == 17)
    #expect(bench.handle.clock.position - bench.handle.clock.origin == 10)
  }

  @Test("What is pending happens at its place in the music, however long it stood")
  func pending() {
    var bench = Self.bench().after(3)
    bench.ask(.stop)
    bench.perform(.halt(nil))
    bench.run(1000)
    bench.perform(.gain(.unity))
    bench.run(500)
    bench.perform(.roll)
    #expect(bench.draw(7) == "45678--")
  }

  @Test("A fade that has begun stands still too")
  func fade() {
    var bench = Bench.playing(.flat(1, 8), .small(loop: 8), after: 8)
    bench.perform(.fade(.out, .now, over: 4))
    #expect(bench.run(2).master == [1, 0.75])
    bench.perform(.halt(nil))
    #expect(bench.run(50).master == Array(repeating: 0, count: 50))
    bench.perform(.roll)
    #expect(bench.run(4).master == [0.5, 0.25, 0, 0])
  }

  @Test("A fade that is requested while the music stands begins when it rolls")
  func fadeRequested() {
    var bench = Bench.playing(.flat(1, 8), .small(loop: 8), after: 8)
    bench.perform(.halt(nil))
    bench.run(5)
    bench.perform(.gain(.silence, over: 4))
    bench.run(50)
    bench.perform(.roll)
    #expect(bench.run(5).master == [1, 0.75, 0.5, 0.25, 0])
  }

  @Test("A gain for a later boundary has its ramp there, and an intro goes on where it stood")
  func laterAndIntro() {
    var bench = Bench.playing(.flat(1, 8), .small(loop: 8, rampFrames: 2), after: 8)
    bench.perform(.halt(nil))
    bench.run(5)
    bench.perform(.gain(.silence, .loop))
    bench.run(5)
    bench.perform(.roll)
    #expect(bench.run(9).master == [0, 0.5, 1, 1, 1, 1, 1, 0.5, 0])
  }

  @Test("With a ramp all fall silent before it and rise after it, at full level only where a loop begins")
  func ramp() {
    var bench = Bench.playing(.flat(1, 8), .small(loop: 8, rampFrames: 4), after: 10)
    bench.perform(.halt(nil))
    #expect(bench.run(6).master == [1, 0.75, 0.5, 0.25, 0, 0])
    bench.perform(.roll)
    #expect(bench.run(5).master == [0, 0.25, 0.5, 0.75, 1])
    bench.perform(.halt(48))
    bench.run(10)
    bench.perform(.roll)
    #expect(bench.run(2).master == [1, 1], "48 is the top of a loop")
  }

  @Test("What is requested while the music stands begins there when it rolls")
  func requests() {
    var bench = Self.bench().after(3)
    bench.perform(.halt(nil))
    bench.run(5)
    bench.ask(.stop, quantum: .now)
    bench.run(5)
    bench.ask(.start, quantum: .bar)
    bench.run(5)
    bench.perform(.roll)
    #expect(bench.draw(7) == "-----12")
  }

  @Test("A period's clock halts, rolls and moves the music, and each change is reported once")
  func follows() {
    var bench = Self.bench().after(3)
    for _ in 0..<3 {
      bench.perform(.clock(.stopped(at: 5)))
      #expect(bench.draw(2) == "--")
    }
    bench.perform(.clock(.rolling(at: 5)))
    #expect(bench.draw(2) == "67")
    bench.perform(.clock(.rolling(at: 7)))
    #expect(bench.draw(2) == "81")
    bench.perform(.clock(.rolling(at: 20)))
    #expect(bench.draw(2) == "56")
    let followed = bench.events.filter { if case .clockChanged = $0 { true } else { false } }
    #expect(
      followed == [
        .clockChanged(.halt(at: 5), at: 3), .clockChanged(.roll(from: 5), at: 9),
        .clockChanged(.seek(to: 20, on: 13), at: 13),
      ])
  }

  @Test("A seek moves the music at once while it stands, and a panic leaves it standing")
  func seekAndPanic() {
    var bench = Self.bench()
    bench.perform(.halt(nil))
    bench.run(5)
    bench.perform(.seek(.to(22)))
    bench.run(5)
    bench.perform(.roll)
    #expect(bench.draw(3) == "781")
    bench.perform(.halt(nil))
    bench.perform(.panic)
    bench.run(5)
    bench.ask(.start, quantum: .now)
    #expect(bench.draw(5) == "-----")
    bench.perform(.roll)
    #expect(bench.draw(3) == "234")
  }

  @Test(
    "A halt before the clock runs happens on the first frame that is delivered, after what is skipped, without a sound",
    arguments: Periods.all)
  func beforeTheClockRuns(periods: Periods) {
    var bench = Bench.make(.small(loop: 8, rampFrames: 4), sounds: [.flat(1, 8)], rolling: false)
    bench.ask(.start, quantum: .now)
    bench.perform(.halt(nil))
    bench.perform(.roll)
    bench.perform(.skip(21))
    #expect(bench.run(9, periods: periods).master == Array(repeating: 0, count: 9))
    #expect(bench.events.contains(.halted(at: 21, to: 21)))
    bench.perform(.roll)
    #expect(bench.run(5).master == [0, 0.25, 0.5, 0.75, 1])
    #expect(bench.handle.clock.position - bench.handle.clock.origin == 26)
  }

  @Test("A place beyond the clock is refused, and a clock that runs does not roll again")
  func refused() {
    var bench = Bench.make(.small(loop: 8), rolling: false)
    bench.perform(.roll)
    for action in [RandomPerformance.Action.halt(1 << 53), .halt(.min), .rollFrom(.max)] {
      bench.perform(action)
      bench.run(1)
      #expect(bench.answers.last?.answer == .tooFar)
    }
    bench.perform(.roll)
    bench.run(1)
    #expect(bench.answers.last?.answer == .unchanged)
  }

  private static func bench() -> Bench {
    var bench = Bench.make(.small(loop: 8), sounds: [.counting(8)])
    bench.ask(.start, quantum: .now)
    return bench
  }
}
