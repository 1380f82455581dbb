import CanonEngine
import CanonTestSupport
import Testing

/// Frames that nobody received: the clock moves on, the music with it.
@Suite struct SkipTests {
  @Test("Playing stems continue in phase, with a ramp up")
  func goesOnInPhase() {
    var bench = Bench.make(stems: [(1...1000).map(Float.init)], rampMilliseconds: 5)
    bench.ask(.start)
    bench.run(100)
    bench.skip(5555)
    let heard = bench.run(300)
    #expect(heard.master[0] == 0)
    #expect(heard.master[120] == 776 * RampTests.point(0, 1, 240, 120))
    let rest: [Float] = (896...955).map { (frame: Int) -> Float in Float(frame) }
    #expect(Array(heard.master[240...]) == rest)
    #expect(bench.events.last == .skipped(from: 100, frames: 5555))
    #expect(bench.handle.clock.position == 5955)
  }

  @Test("Changes whose frame was skipped take effect, and report the announced frame")
  func passedChanges() {
    var bench = Bench.make(stems: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 9, 9, 9]])
    bench.ask(.start, 1)
    bench.run(1)
    bench.ask(.start, 0)
    bench.ask(.mute, 1, quantum: Quantum(.loop, count: 2)!)
    bench.ask(.start, 2, quantum: Quantum(.loop, count: 5)!)
    bench.run(1)
    let before = bench.events.count
    bench.skip(9)
    #expect(
      bench.events[before...] == [
        .skipped(from: 2, frames: 9), .changed(StemIndex(0), status: .play, at: 4, by: .input),
        .began(StemIndex(0), from: 4, end: .max, asks: .max, follow: .max),
        .changed(StemIndex(1), status: .mute, at: 8, by: .input),
      ])
    #expect(bench.run(2).ports == [[4, 1], [0, 0], [0, 0]])
    #expect(bench.run(9).ports[2] == [0, 0, 0, 0, 0, 0, 0, 9, 9])
  }

  @Test("A stem that has faded before a boundary near the end of the skip is not heard again")
  func intoAFade() {
    var bench = Bench.make(stems: [[Float](repeating: 1, count: 1000)], rampMilliseconds: 5)
    bench.ask(.start)
    bench.run(100)
    bench.ask(.stop)
    bench.run(100)
    bench.skip(700)
    #expect(bench.run(300).master.allSatisfy { $0 == 0 })
    #expect(bench.events.last == .changed(StemIndex(0), status: .stop, at: 1000, by: .input))
  }

  @Test("A stem that starts on the target frame of a skip begins at full level")
  func ontoTheStart() {
    var bench = Bench.make(stems: [(1...1000).map(Float.init)], rampMilliseconds: 5)
    bench.run(1)
    bench.ask(.start)
    bench.run(1)
    bench.skip(998)
    #expect(bench.run(4).master == [1, 2, 3, 4])
  }

  @Test("A stem whose upbeat was skipped begins at full level too")
  func ontoTheStartPastTheUpbeat() {
    let sound = StemBuffer((1...1000).map(Float.init), intro: [Float](repeating: 9, count: 100))
    var bench = Bench.make(.small(loop: 1000, rampFrames: 40), sounds: [sound])
    bench.run(1)
    bench.ask(.start)
    bench.run(1)
    bench.skip(998)
    #expect(bench.run(4).master == [1, 2, 3, 4])
  }

  @Test("Before the clock runs there is nothing for a driver to skip")
  func notRolling() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]], rolling: false)
    bench.run(1)
    bench.engine.skip(3)
    bench.run(1)
    #expect(bench.handle.clock.position == 0)
    #expect(!bench.events.contains { if case .skipped = $0 { true } else { false } })
  }

  @Test("Before the clock runs a skip by command does nothing: the clock stays on the first downbeat")
  func notRollingByCommand() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]], rolling: false)
    _ = bench.handle.skip(3, by: .input)
    bench.run(1)
    #expect(bench.handle.clock.position == 0)
  }

  @Test("Skipping nothing, or backwards, does nothing", arguments: [0, -1, .min] as [FrameCount])
  func nothing(frames: FrameCount) {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.ask(.start)
    bench.run(3)
    let before = bench.events
    bench.engine.skip(frames)
    #expect(bench.run(3).master == [4, 1, 2])
    #expect(bench.events == before)

    _ = bench.handle.skip(frames, by: .input)
    #expect(bench.run(3).master == [3, 4, 1])
  }

  @Test("A skip by command sounds like a skip by the driver, sample for sample", arguments: 1...8)
  func byCommand(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: 5)
    var random = SplitMix64(seed: seed)
    var driver = stage.bench(), command = stage.bench()
    for _ in 0..<60 {
      let stem = Int.random(in: 0..<3, using: &random)
      let request = StemRequest.allCases.randomElement(using: &random)!
      let frames = Int.random(in: 1...300, using: &random),
        skip = FrameCount.random(in: 1...400, using: &random)
      driver.ask(request, stem, quantum: .beat)
      command.ask(request, stem, quantum: .beat)
      let before = (driver.run(frames).bits, command.run(frames).bits)
      #expect(before.0 == before.1)
      driver.skip(skip)
      _ = command.handle.skip(skip, by: .score)
    }
    #expect(driver.run(300).bits == command.run(300).bits)
  }

  @Test("Waiting commands start the clock before it skips")
  func rollsFirst() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]], rolling: false)
    bench.ask(.start)
    bench.perform(.roll)
    bench.send()
    bench.engine.skip(5)
    #expect(bench.run(3).master == [2, 3, 4])
    #expect(bench.events.contains(.skipped(from: 0, frames: 5)))
  }

  @Test("A skip by command is answered with the frame it was received on")
  func answer() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(3)
    let ticket = bench.handle.skip(6, by: .score)
    bench.run(1)
    #expect(bench.events.last == .answered(ticket, StemIndex(0), .accepted, status: .stop, at: 3))
    #expect(bench.handle.clock.position == 10)
  }
}
