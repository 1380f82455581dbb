import CanonEngine
import CanonTestSupport
import Testing

/// What is heard between two changes, as a copy that other threads mix. `PropertyTests` compares it with what the engine delivers for random
/// performances.
@Suite struct MixStateTests {
  private func playing(_ sound: StemBuffer) -> Bench {
    let configuration = EngineConfiguration(
      grid: Grid(loop: GridLine(numerator: 200, denominator: 1)!, barsPerLoop: 1, beatsPerLoop: 4)!,
      sampleRate: .studio, stems: [StemConfiguration()], rampMilliseconds: 1)
    return .playing(sound, configuration, after: 300)
  }

  private func sound(_ value: Float) -> StemBuffer { StemBuffer([Float](repeating: value, count: 200)) }

  /// The master's left channel on some frames from `frame` on.
  private func mixed(_ state: MixState, from frame: FramePosition, frames: Int) -> [Float] {
    var mixer = StateMixer()
    mixer.load(state)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    memory.initialize(repeating: .nan, count: 2 * frames)
    defer { memory.deallocate() }
    mixer.mix(
      from: frame, frames: Int32(frames), master: OutputPair(left: memory, right: memory + frames),
      ports: nil,
      buses: nil)
    return Array(UnsafeBufferPointer(start: memory, count: frames))
  }

  @Test("Nothing is mixed before the clock runs and while the music stands")
  func silent() throws {
    var bench = Bench.make(stems: [[Float](repeating: 1, count: 100)], rolling: false)
    #expect(bench.engine.prepare(atMost: 64) == 64)
    #expect(MixState(bench.engine) == nil)
    bench.engine.advance(64)
    #expect(bench.engine.rollingPosition == nil)
    _ = bench.handle.roll(by: .clock)
    bench.send()
    #expect(bench.engine.prepare(atMost: 0) == 0)
    #expect(bench.engine.rollingPosition == 0)
    #expect(bench.engine.prepare(atMost: 64) == 64)
    #expect(MixState(bench.engine) != nil)
  }

  @Test("The frames end where something changes")
  func cut() {
    var bench = playing(sound(0.5))
    bench.ask(.mute, quantum: .loop)
    bench.send()
    // The fall of 48 frames before the boundary on 400.
    #expect(bench.engine.prepare(atMost: 1000) == 52)
    bench.engine.advance(52)
    #expect(bench.engine.prepare(atMost: 1000) == 48)
    bench.engine.advance(48)
    #expect(bench.engine.rollingPosition == 400)
  }

  @Test("A state keeps the samples that it reads, and is mixed when they have long been replaced")
  func kept() throws {
    var bench = playing(sound(0.5))
    weak let old = bench.handle.buffer(of: StemIndex(0))
    #expect(bench.engine.prepare(atMost: 10) == 10)
    var state = MixState(bench.engine)
    bench.engine.advance(10)
    bench.sounds = [[sound(0.25)]]
    bench.perform(.samples(0))
    bench.run(500)
    #expect(old != nil)
    #expect(try mixed(#require(state), from: 300, frames: 10) == [Float](repeating: 0.5, count: 10))
    state = nil
    #expect(old == nil)
    #expect(bench.engine.prepare(atMost: 10) == 10)
    let now = MixState(bench.engine)
    #expect(try mixed(#require(now), from: 810, frames: 10) == [Float](repeating: 0.25, count: 10))
  }
}
