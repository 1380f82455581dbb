import CanonEngine
import CanonTestSupport
import Testing

/// Control's mirror of the engine knows every sample that a port was given, whatever is done with the stems.
@Suite struct EngineMirrorTests {
  private static let casesPerBatch = 25
  private static let batches = LongCampaign.count(20, long: 400)

  /// In 1023, 3177 and 3455 a relocation is received while the music stands, and leaves a factor above 0 for a frame that nobody hears. In 37 and 69 a
  /// skip is answered after what was due on its frames.
  private static let seeds =
    (0..<batches).map { batch in
      (0..<casesPerBatch).map { UInt64(batch * casesPerBatch + $0) }
    } + [[1023, 3177, 3455]]

  @Test("The mirror delivers what the ports were given, to the bit", arguments: seeds)
  func everything(seeds: [UInt64]) {
    for seed in seeds {
      if let problem = Self.problem(seed) {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }

  /// Plays a random performance frame by frame, and compares each one.
  private static func problem(_ seed: UInt64) -> String? {
    let set = TestSet.random(seed: seed)
    let performance = RandomPerformance.random(seed: seed, set: set).withSupplies(seed: seed, set: set)
    var bench = set.bench()
    bench.handle.mirror.keepSounds()
    var delivered = 0
    for step in performance.steps {
      while delivered < step.frame {
        delivered += 1
        if let problem = difference(&bench) { return "\(problem), before \(step.action)" }
      }
      bench.perform(step.action, step.stem)
    }
    for _ in 0..<100 { if let problem = difference(&bench) { return problem } }
    return nil
  }

  /// Delivers one frame.
  private static func difference(_ bench: inout Bench) -> String? {
    let output = bench.run(1)
    let end = bench.handle.clock.position
    guard bench.handle.clock.isRolling else { return nil }
    bench.handle.mirror.look(at: end)
    if bench.handle.mirror.differs { return "frame \(end - 1): it answers otherwise than the engine" }
    for place in output.ports.indices {
      var heard: [Float] = [0, 0]
      bench.handle.mirror.withSounds(of: place) { sounds in
        guard let index = sounds.lastIndex(where: { $0.from < end }) else { return }
        sounds[index].deliver((end - 1)..<end) { left, right in heard = [left[0], right[0]] }
      }
      let given = [output.ports[place][0], output.portsRight[place][0]]
      if heard != given { return "place \(place), frame \(end - 1): \(given), mirror \(heard)" }
    }
    return nil
  }

  // MARK: - Samples

  private func playing() -> Bench {
    let configuration = EngineConfiguration(
      grid: Grid(loop: GridLine(numerator: 200, denominator: 1)!, barsPerLoop: 1, beatsPerLoop: 4)!,
      sampleRate: .studio, stems: [StemConfiguration()], rampMilliseconds: 1)
    return .playing(StemBuffer([Float](repeating: 0.5, count: 200)), configuration, after: 300)
  }

  @Test("Samples that the engine no longer reads leave the memory while nobody looks")
  func freed() {
    var bench = playing()
    weak let old = bench.handle.buffer(of: StemIndex(0))
    bench.sounds = [[StemBuffer([Float](repeating: 0.25, count: 200))]]
    #expect(old != nil)
    bench.perform(.samples(0))
    bench.run(300)
    #expect(old == nil)
  }

  @Test("They stay as long as a meter may show them, and a second at most")
  func kept() {
    var bench = playing()
    bench.handle.mirror.keepSounds()
    weak let old = bench.handle.buffer(of: StemIndex(0))
    bench.sounds = [[StemBuffer([Float](repeating: 0.25, count: 200))]]
    bench.perform(.samples(0))
    bench.run(300)
    #expect(old != nil)
    bench.run(48_000)
    bench.handle.mirror.look(at: bench.position)
    #expect(old == nil)
  }
}
