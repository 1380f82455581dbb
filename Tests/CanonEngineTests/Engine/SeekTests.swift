import CanonEngine
import CanonTestSupport
import Testing

/// The music moves to another place, and the frames count on. The loop has 8 frames; the stem plays 1 to 8.
@Suite struct SeekTests {
  @Test(
    "The music is at the place at once if there is no ramp, in phase, wherever that lies in the period",
    arguments: Periods.all)
  func inPhase(periods: Periods) {
    var bench = Self.bench().after(3)
    bench.perform(.seek(.to(22)))
    #expect(drawn(bench.run(6, periods: periods).master) == "781234")
    bench.perform(.seek(.by(-4)))
    #expect(drawn(bench.run(4, periods: periods).master) == "1234")
    #expect(bench.handle.clock.position == 13)
    #expect(bench.handle.clock.position - bench.handle.clock.origin == 28)
  }

  @Test("With a ramp all fall silent before it, and rise after it; the place is exact")
  func ramp() {
    var bench = Bench.playing(.flat(1, 8), .small(loop: 8, rampFrames: 4), after: 20)
    bench.perform(.seek(.to(102)))
    #expect(bench.run(9).master == [1, 0.75, 0.5, 0.25, 0, 0.25, 0.5, 0.75, 1])
    let moved = bench.events.filter { if case .relocated = $0 { true } else { false } }
    #expect(moved == [.relocated(at: 24, to: 102)])
  }

  @Test("Where a stem's loop begins it is heard whole at once")
  func whole() {
    var bench = Bench.playing(.flat(1, 8), .small(loop: 8, rampFrames: 4), after: 20)
    bench.perform(.seek(.to(104)))
    #expect(bench.run(6).master == [1, 0.75, 0.5, 0.25, 1, 1])
  }

  @Test("Back is not before the first downbeat; a place beyond the clock is refused")
  func limits() {
    var bench = Self.bench().after(3)
    bench.perform(.seek(.by(-1000)))
    #expect(bench.draw(3) == "123")
    for place in [1 << 53, Int64.max] {
      bench.perform(.seek(.to(place)))
      bench.run(1)
      #expect(bench.answers.last?.answer == .tooFar)
    }
    for by in [(1 << 53) - 1, FrameCount.max] as [FrameCount] {
      bench.perform(.seek(.by(by)))
      bench.run(1)
      #expect(bench.answers.last?.answer == .tooFar)
    }
  }

  @Test("Boundaries are those of the music: after it a start waits for the next one there")
  func boundaries() {
    var bench = Self.bench(starts: false).after(3)
    bench.perform(.seek(.to(13)))
    bench.ask(.start)
    #expect(bench.draw(5) == "---12")
  }

  @Test(
    "What is pending stays at its place in the music: later after going back, at once if its place was passed"
  )
  func pending() {
    for (target, heard) in [
      (SeekTarget.to(2), "------12"), (.to(6), "--12"), (.to(11), "45"), (.by(0), "-----12"),
    ] {
      var bench = Self.bench(starts: false).after(3)
      bench.ask(.start)
      bench.perform(.seek(target))
      #expect(bench.draw(heard.count) == heard, "\(target)")
    }
  }

  @Test("A run that repeats counts the loops of the music: what is heard again is not counted again")
  func repeats() {
    var bench = Self.bench(StemConfiguration(repeats: 2))
    bench.run(12)
    bench.perform(.seek(.by(-8)))
    #expect(bench.draw(13) == "567812345678-")
    bench = Self.bench(StemConfiguration(repeats: 2))
    bench.run(3)
    bench.perform(.seek(.to(17)))
    #expect(bench.draw(3) == "---", "its end was passed")
  }

  @Test("A follow action is due at its place in the music, and asks once in a run")
  func follows() {
    var bench = Bench.make(
      .small(
        loop: 8,
        [StemConfiguration(follow: FollowAction(loops: 2, then: .start(StemIndex(1)))), StemConfiguration()]),
      sounds: [.flat(1, 8), .flat(2, 8)])
    for stem in 0...1 { bench.perform(.open(true), stem) }
    bench.ask(.start)
    bench.run(3)
    bench.perform(.seek(.by(8)))
    #expect(bench.drawPorts(7)[1] == "-----22")
    bench.ask(.stop, 1, quantum: .now)
    bench.perform(.seek(.to(9)))
    #expect(bench.drawPorts(16)[1] == "----------------")
  }

  @Test("Before the first top of its run a stem reads its loop, as if it had run for ever")
  func beforeTheRun() {
    var bench = Self.bench(starts: false).after(17)
    bench.ask(.start)
    bench.run(8)
    bench.perform(.seek(.to(2)))
    #expect(bench.draw(4) == "3456")
  }

  @Test("A stem that enters at its top keeps its top's place in the music")
  func entersAtTop() {
    var bench = Self.bench(StemConfiguration(entry: .top), starts: false)
    bench.run(3)
    bench.ask(.start, quantum: .now)
    bench.run(2)
    bench.perform(.seek(.by(4)))
    #expect(bench.draw(3) == "781")
  }

  @Test("The last of several before the music moves wins; a panic ends it")
  func several() {
    var bench = Bench.make(.small(loop: 8, rampFrames: 4), sounds: [.counting(8)])
    bench.perform(.seek(.to(50)))
    bench.run(2)
    bench.perform(.seek(.to(70)))
    bench.run(4)
    #expect(bench.handle.clock.position - bench.handle.clock.origin == 72)
    bench.perform(.seek(.to(9)))
    bench.perform(.panic)
    bench.run(10)
    #expect(bench.handle.clock.position - bench.handle.clock.origin == 82)
  }

  @Test(
    "Before the clock runs the performance can begin anywhere, also before the first downbeat",
    arguments: [21, -3])
  func beforeTheClock(place: Int64) {
    var bench = Bench.make(.small(loop: 8), sounds: [.counting(8)], rolling: false)
    bench.ask(.start, quantum: .now)
    bench.perform(.seek(.to(place)))
    bench.perform(.roll)
    #expect(bench.draw(3) == "678")
  }

  @Test(
    "After a million relocations the drift is 0 frames, of the music and of stems that play", .serialized,
    arguments: [StemEntry.phase, .top])
  func amillion(entry: StemEntry) {
    let line = GridLine(numerator: 1_000_003, denominator: 7)!
    var bench = Bench.make(
      EngineConfiguration(
        grid: Grid(loop: line)!, sampleRate: .studio, stems: [StemConfiguration(entry: entry)],
        rampMilliseconds: 0),
      sounds: [.counting(142_858)])
    bench.ask(.start, quantum: .now)
    var random = SplitMix64(seed: 5)
    var place: Int64 = 0, count = 0
    while count < 1_000_000 {
      for _ in 0..<1000 {
        let by = random.number(-100_000...100_000)
        bench.perform(.seek(.by(by)))
        place = max(0, place + by)
        count += 1
      }
      bench.run(1)
      place += 1
    }
    #expect(bench.handle.clock.position == 1000)
    #expect(bench.handle.clock.position - bench.handle.clock.origin == place)
    // Its first top was the music's first downbeat.
    let top = line.position(of: line.index(containing: place))
    #expect(bench.run(1).master == [Float(place - top + 1)])
    bench.ask(.stop, quantum: Quantum(.loop)!)
    bench.run(1)
    let boundary = line.boundary(atOrAfter: place + 1, every: 1)
    #expect(
      bench.events.contains {
        guard case .answered(_, _, _, .playThenStop(let change), _) = $0 else { return false }
        return change.at == 1001 + boundary - (place + 1)
      })
  }

  private static func bench(_ stem: StemConfiguration = StemConfiguration(), starts: Bool = true) -> Bench {
    var bench = Bench.make(.small(loop: 8, [stem]), sounds: [.counting(8)])
    if starts { bench.ask(.start, quantum: .now) }
    return bench
  }
}
