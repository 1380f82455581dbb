import CanonEngine
import CanonTestSupport
import Testing

/// Offline, what repeats itself need not be mixed twice: `repetition` says when, `advance` moves on.
@Suite struct RepetitionTests {
  @Test("While nothing changes the repetition is the common cycle, until the next pending change")
  func period() {
    let stems = [StemConfiguration(frames: 4), StemConfiguration(frames: 6), StemConfiguration(frames: 7)]
    var bench = Bench.make(.small(stems), sounds: [.counting(4), .counting(6), .counting(7)])
    bench.ask(.start, 0)
    bench.ask(.start, 1)
    bench.run(1)
    var found = bench.repetition
    #expect(found == [12, .max], "the third is silent, and does not count")
    bench.ask(.start, 2, quantum: Quantum(.loop, count: 100)!)
    bench.run(1)
    found = bench.repetition
    #expect(found == [12, 400])
  }

  @Test("Silence repeats itself after every frame; before the clock runs there is nothing to repeat")
  func silence() {
    var bench = Bench.make(.small(), sounds: [.counting(4)], rolling: false)
    bench.run(3)
    var found = bench.repetition
    #expect(found == nil)
    bench.perform(.roll)
    bench.run(3)
    found = bench.repetition
    #expect(found == [1, .max])
  }

  @Test("While a ramp, an intro or a release is under way, nothing repeats itself")
  func moving() {
    let stem = StemConfiguration(entry: .top, intro: .boundary)
    let sound = StemBuffer([1, 2, 3, 4], intro: [5, 6], release: [7, 8, 9])
    var bench = Bench.make(.small([stem], rampFrames: 2), sounds: [sound])
    bench.ask(.start)
    #expect(isMoving(&bench, frames: 4) == [true, false, false, false], "the intro")
    bench.perform(.pan(.centre, over: 3))
    #expect(isMoving(&bench, frames: 4) == [true, true, false, false], "a fade")
    bench.perform(.master(.unity, over: 3))
    #expect(isMoving(&bench, frames: 2) == [true, true], "the master's")
    bench.ask(.stop, quantum: .now)
    #expect(isMoving(&bench, frames: 4) == [true, true, false, false], "the release")
  }

  @Test(
    "Copied or mixed, the bits are the same, and so is what comes after", arguments: 0..<60 as Range<UInt64>)
  func sameBits(seed: UInt64) {
    let set = TestSet.random(seed: seed)
    // Enough time between the commands for something to repeat.
    var performance = RandomPerformance.random(seed: seed, set: set)
    for k in performance.steps.indices { performance.steps[k].frame *= 20 }
    performance.frames *= 20
    var plain = set.bench(), copied = set.bench()
    let expected = performance.play(on: &plain, periods: .constant(512))
    var heard = Output(stems: copied.portCount, buses: copied.busCount)
    var frame = 0, saved = 0
    for step in performance.steps {
      saved += copied.copy(step.frame - frame, into: &heard)
      copied.readEvents()
      frame = step.frame
      copied.perform(step.action, step.stem)
    }
    saved += copied.copy(performance.frames - frame, into: &heard)
    #expect(heard.difference(from: expected) == nil)
    // Music that stands repeats nothing, and nor does what is heard on the cue bus.
    let isNew = performance.steps.contains {
      switch $0.action {
      case .halt, .click(true), .cue(true), .countIn: true
      default: false
      }
    }
    #expect(saved > 0 || isNew)
    copied.readEvents()
    #expect(copied.events == plain.events)
    #expect(copied.handle.clock.position == plain.handle.clock.position)
  }

  /// Whether nothing repeats itself, after each of the next frames.
  private func isMoving(_ bench: inout Bench, frames: Int) -> [Bool] {
    var moving: [Bool] = []
    for _ in 0..<frames {
      bench.run(1)
      moving.append(bench.repetition == nil)
    }
    return moving
  }
}

extension Bench {
  /// The period, and the frame on which it ends.
  fileprivate var repetition: [FrameCount]? { engine.repetition.map { [$0.period, $0.until] } }

  /// Delivers frames, but copies what repeats itself.
  /// - Returns: How many frames were copied.
  fileprivate mutating func copy(_ frames: Int, into output: inout Output) -> Int {
    var left = frames, saved = 0
    send()
    if frames > 0 { idle() }
    while left > 0 {
      guard let (period, until) = engine.repetition, until > handle.clock.position else {
        output += run(1)
        left -= 1
        continue
      }
      let quiet = Int(min(Int64(left), until - handle.clock.position))
      let cycle = run(min(Int(period), quiet))
      output += cycle
      left -= cycle.master.count
      let rest = quiet - cycle.master.count
      guard rest > 0 else { continue }
      for done in stride(from: 0, to: rest, by: Int(period)) {
        output += cycle.prefix(min(Int(period), rest - done))
      }
      engine.advance(FrameCount(rest))
      left -= rest
      saved += rest
    }
    return saved
  }
}
