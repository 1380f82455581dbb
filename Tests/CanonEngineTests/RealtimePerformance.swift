import CRealtime
import CanonEngine
import CanonTestSupport

/// A long random performance as a driver plays it: everything the engine can be asked, period after period,
/// with nothing but the engine between `enter` and `leave`.
enum RealtimePerformance {
  /// - Returns: The sum of all that was heard, so that a caller can see that there was something.
  static func play(seed: UInt64, periods: Int, enter: () -> Void, leave: () -> Void) -> Float {
    let stage = Stage(seed: seed, rampMilliseconds: 5)
    var bench = stage.bench(), random = SplitMix64(seed: seed)
    let longest = 256, memory = UnsafeMutablePointer<Float>.allocate(capacity: 8 * longest)
    defer { memory.deallocate() }
    let pairs: [OutputPair?] = (0..<4).map { k in
      OutputPair(left: memory + 2 * k * longest, right: memory + (2 * k + 1) * longest)
    }
    var heard: Float = 0
    for period in 0..<periods {
      for _ in 0..<Int.random(in: 0...2, using: &random) { ask(&bench, stage, &random) }
      _ = bench.handle.send()
      let frames = Int32.random(in: 0...Int32(longest), using: &random)
      let hasPorts = Bool.random(using: &random)
      pairs.withUnsafeBufferPointer { pairs in
        enter()
        let denormals = rt_flush_denormals()
        if period % 50 == 49 { bench.engine.skip(Int64(frames) * 1_000_003) }
        bench.engine.process(
          frames: frames, master: pairs[0]!, ports: hasPorts ? pairs.baseAddress! + 1 : nil)
        rt_restore_denormals(denormals)
        leave()
      }
      for k in 0..<Int(frames) { heard += abs(memory[k]) }
      // Now and then control does not come round for a while.
      if period % 20 < 15 { while bench.handle.nextEvent() != nil {} }
    }
    return heard
  }

  private static func ask(_ bench: inout Bench, _ stage: Stage, _ random: inout SplitMix64) {
    let stem = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      let gain = Gain(linear: Float.random(in: 0...1, using: &random))!
      _ = bench.handle.setLevel(Level(left: gain, right: .unity), of: StemIndex(stem), by: .input)
    case 1: _ = bench.handle.skip(Int64.random(in: 0...1_000_000_000, using: &random), by: .score)
    case 2:
      let frames = Int(stage.grid.loop.longestDistance)
      let buffer = StemBuffer(frameCount: frames, channelCount: 2) { $0.update(repeating: 0.5) }
      bench.handle.setSamples(buffer, of: StemIndex(stem), by: .input)
    case 3: bench.handle.removeSamples(of: StemIndex(stem), by: .input)
    default:
      let unit = Quantum.Unit.allCases.randomElement(using: &random)!
      bench.ask(
        StemRequest.allCases.randomElement(using: &random)!, stem, quantum: Quantum(unit)!,
        permitted: Bool.random(using: &random))
    }
  }
}
