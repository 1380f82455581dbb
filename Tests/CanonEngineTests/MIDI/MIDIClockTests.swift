import CanonTestSupport
import Testing

@testable import CanonEngine

/// The music's time as MIDI clock. The loop has 9600 frames and four quarter notes: 100 frames a tick, 600 a sixteenth.
@Suite struct MIDIClockTests {
  private static func bench(loop: Int = 9600, beats: Int = 4, rolling: Bool = true) -> Bench {
    var bench = Bench.make(
      stems: [[Float](repeating: 1, count: loop)], beats: beats, rolling: rolling)
    bench.listenToTicks()
    return bench
  }

  private func ticks(_ frames: some Sequence<Int>) -> [Tick] { frames.map { Tick(Int64($0), [0xF8]) } }

  @Test("It starts with the music, and ticks 24 times each quarter note", arguments: Periods.all)
  func ticks(periods: Periods) {
    var bench = Self.bench()
    bench.run(1000, periods: periods)
    #expect(bench.ticks == [Tick(0, [0xFA])] + ticks(stride(from: 0, to: 1000, by: 100)))
  }

  @Test("Before the clock runs there is none")
  func notYet() {
    var bench = Self.bench(rolling: false)
    bench.run(1000)
    #expect(bench.ticks == [])
  }

  @Test("A tick is a share of the loop, rounded on its own: nothing adds up")
  func shares() {
    var bench = Self.bench(loop: 10_007)
    bench.run(20 * 10_007)
    let heard = bench.ticks.filter { $0.bytes == [0xF8] }
    #expect(heard.count == 20 * 96)
    for (number, tick) in heard.enumerated() { #expect(tick.frame == (number * 2 * 10_007 + 96) / 192) }
  }

  @Test("Music that moves stops it, says where it is, and goes on with the next sixteenth")
  func seek() {
    var bench = Self.bench()
    bench.run(50)
    // Sixteenth 131 begins on 78,600.
    bench.perform(.seek(.to(78_450)))
    bench.run(450)
    #expect(
      bench.ticks.dropFirst(2) == [Tick(50, [0xFC]), Tick(50, [0xF2, 3, 1]), Tick(50, [0xFB])]
        + ticks([200, 300, 400]))
  }

  @Test("So does a gap, without a burst of what was missed")
  func gap() {
    var bench = Self.bench()
    bench.run(150)
    bench.skip(1000)
    bench.run(800)
    #expect(
      bench.ticks.dropFirst(3) == [Tick(150, [0xFC]), Tick(150, [0xF2, 2, 0]), Tick(150, [0xFB])]
        + ticks(stride(from: 200, to: 950, by: 100)))
  }

  @Test("Music that stands still stops it, once; from the top it starts")
  func halt() {
    var bench = Self.bench()
    bench.run(150)
    bench.perform(.halt(0))
    bench.run(1000)
    bench.perform(.roll)
    bench.run(150)
    #expect(
      bench.ticks.dropFirst(3) == [Tick(150, [0xFC]), Tick(1150, [0xFA])] + ticks([1150, 1250]))
  }

  @Test("A song position wraps after 16,384 sixteenths")
  func far() {
    var bench = Self.bench()
    bench.perform(.seek(.to(600 * (16_384 + 130))))
    bench.run(10)
    #expect(bench.ticks.map(\.bytes) == [[0xF2, 2, 1], [0xFB], [0xF8]])
  }

  @Test("A set without beats has no ticks; a beat of eighths has twelve")
  func beats() {
    var bench = Self.bench(beats: 0)
    bench.run(1000)
    #expect(bench.ticks == [])
    let loop = GridLine(numerator: 9600, denominator: 1)!
    #expect(
      [1, 2, 4, 8, 16, 32].map { Grid(loop: loop, beatsPerLoop: 4, beatsPerWhole: $0)?.tick?.longestDistance }
        == [25, 50, 100, 200, 400, 800])
    #expect(Grid(loop: GridLine(numerator: 95, denominator: 1)!, beatsPerLoop: 4)?.tick == nil)
  }

  @Test("Without room for a message it goes on from the next one with a song position")
  func full() {
    var bench = Self.bench()
    let clock = UnsafeMutablePointer<MIDIClock>.allocate(capacity: 1)
    clock.initialize(to: MIDIClock(capacity: 3))
    defer {
      clock.deinitialize(count: 1)
      clock.deallocate()
    }
    func heard() -> [UInt8] {
      defer { clock.pointee.beginPeriod() }
      return (0..<clock.pointee.count).map { clock.pointee.message($0).status }
    }
    bench.send()
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 1200)
    defer { samples.deallocate() }
    for expected: [UInt8] in [[0xFA, 0xF8, 0xF8], [0xFC, 0xF2, 0xFB], [0xFC, 0xF2, 0xFB]] {
      bench.engine.process(frames: 600, master: OutputPair(left: samples, right: samples + 600), ticks: clock)
      #expect(heard() == expected)
    }
    // Nor does it fall silent when the music moves back meanwhile.
    bench.perform(.seek(.to(0)))
    bench.send()
    for expected: [UInt8] in [[0xFC, 0xFA, 0xF8], [0xFC, 0xF2, 0xFB]] {
      bench.engine.process(frames: 600, master: OutputPair(left: samples, right: samples + 600), ticks: clock)
      #expect(heard() == expected)
    }
    clock.pointee.stop()
    #expect(heard() == [0xFC])
  }
}
