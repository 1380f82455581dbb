import CRealtime
import CanonEngine
import CanonTestSupport

/// A long random performance as a driver plays it: everything the engine can be asked, period after period,
/// with nothing but the engine between `enter` and `leave`.
enum RealtimePerformance {
  /// - Parameter seed: Chooses the set too: intros, releases, groups, follow actions, buses, 16-bit samples.
  /// - Returns: The sum of all that was heard, so that a caller can see that there was something.
  static func play(seed: UInt64, periods: Int, enter: () -> Void, leave: () -> Void) -> Float {
    let set = TestSet.random(seed: seed)
    var bench = set.bench(), random = SplitMix64(seed: seed)
    let stems = bench.portCount
    let longest = 256, pairCount = 1 + stems + set.configuration.busCount
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * pairCount * longest)
    defer { memory.deallocate() }
    let pairs: [OutputPair?] = (0..<pairCount).map { k in
      OutputPair(left: memory + 2 * k * longest, right: memory + (2 * k + 1) * longest)
    }
    bench.perform(.roll)
    for stem in set.configuration.stems.indices {
      bench.perform(.samples(0), stem)
      bench.perform(.ask(.start, .now), stem)
    }
    var heard: Float = 0
    for period in 0..<periods {
      for _ in 0..<random.number(0...2) { ask(&bench, set, &random) }
      _ = bench.handle.send()
      let frames = Int32(random.number(0...Int64(longest)))
      let hasPorts = random.one(in: 2), hasBuses = random.one(in: 2)
      let place = random.number(0...100_000)
      // Mostly rolling, so that the music stands for a few periods only.
      let clock: PeriodClock =
        random.one(in: 10)
        ? random.pick([.stopped(at: place), .rolling(at: place), .rolling(at: place)]) : .free
      pairs.withUnsafeBufferPointer { pairs in
        enter()
        let denormals = rt_flush_denormals()
        if period % 50 == 49 { bench.engine.skip(Int64(frames) * 1_000_003) }
        bench.engine.process(
          frames: frames, following: clock, after: Int32(random.number(0...Int64(frames))), master: pairs[0]!,
          ports: hasPorts ? OutputPairs(pairs.baseAddress! + 1, count: stems) : nil,
          buses: hasBuses
            ? OutputPairs(pairs.baseAddress! + 1 + stems, count: pairs.count - 1 - stems) : nil)
        rt_restore_denormals(denormals)
        leave()
      }
      for k in 0..<Int(frames) { heard += abs(memory[k]) }
      // Now and then control does not come round for a while.
      if period % 20 < 15 { bench.readEvents() }
    }
    return heard
  }

  private static func ask(_ bench: inout Bench, _ set: TestSet, _ random: inout SplitMix64) {
    let stem = Int(random.number(0...Int64(set.sounds.count - 1)))
    if !set.editions.isEmpty, random.one(in: 20) {
      let number = Int(random.number(0...Int64(set.editions.count - 1)))
      bench.perform(.edition(number, random.pick([.now, .loop])))
      return
    }
    if let place = bench.ids.firstIndex(of: stem), random.one(in: 12) {
      // Samples that nobody keeps but the handle: it frees what they replace.
      let fill: (UnsafeMutableBufferPointer<Int16>) -> Void = { $0.update(repeating: 1000) }
      let buffer = StemBuffer(layout: set.sounds[stem][0].layout, channelCount: 2, integers: fill)
      bench.handle.setSamples(buffer, of: StemIndex(place), quantum: random.pick([.now, .stem]), by: .input)
      return
    }
    var action = RandomPerformance.randomAction(set, stem, &random)
    if random.one(in: 4) { action = RandomPerformance.later(action, random.number(-100...2000)) }
    if random.one(in: 30) { bench.perform(.revoke) }
    // The driver's own losses are between the hooks.
    if case .lose = action { return }
    bench.perform(action, stem)
  }
}
