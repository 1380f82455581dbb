import CanonEngine
import CanonTestSupport
import Testing

/// Channels, levels and ports.
@Suite struct MixerTests {
  @Test("A mono stem sounds on both sides, each with its own level")
  func monoLevels() {
    let pan = PanFactors(left: Gain(linear: 0.25)!, right: Gain(linear: 2)!)
    var bench = Bench.make(stems: [[1, 2, 3, 4]], pans: [pan])
    bench.ask(.start)
    let heard = bench.run(4)
    #expect(heard.master == [0.25, 0.5, 0.75, 1])
    #expect(heard.right == [2, 4, 6, 8])
  }

  @Test("A stereo stem keeps its channels separate")
  func stereo() {
    var bench = Bench.make(stems: [[0, 0, 0, 0], [10, 20, 30, 40]])
    let buffer = StemBuffer(frameCount: 4, channelCount: 2) { memory in
      for k in 0..<8 { memory[k] = Float(k + 1) }
    }
    bench.handle.setSamples(buffer, of: StemIndex(0), by: .input)
    bench.ask(.start, 0)
    bench.ask(.start, 1)
    let heard = bench.run(5, periods: .constant(3))
    #expect(heard.master == [11, 22, 33, 44, 11])
    #expect(heard.right == [15, 26, 37, 48, 15])
  }

  @Test("Both sides ramp to their own level")
  func levelsRampApart() {
    var bench = Bench.make(stems: [[Float](repeating: 1, count: 1000)], rampMilliseconds: 5)
    bench.ask(.start)
    bench.run(10)
    _ = bench.handle.setPan(PanFactors(left: .silence, right: Gain(linear: 3)!), of: StemIndex(0), by: .input)
    let heard = bench.run(250, periods: .mixed(seed: 9))
    for frame in 0..<240 {
      #expect(heard.master[frame] == RampTests.point(1, 0, 240, frame))
      #expect(heard.right[frame] == RampTests.point(1, 3, 240, frame))
    }
    #expect(heard.master[240...].allSatisfy { $0 == 0 })
    #expect(heard.right[240...].allSatisfy { $0 == 3 })
  }

  @Test("Without ports the master has the same bits", arguments: 1...6)
  func withoutPorts(seed: UInt64) {
    let stage = Stage(seed: seed, rampMilliseconds: 5)
    var with = stage.bench(), without = stage.bench()
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let stem = Int.random(in: 0..<3, using: &random)
      let request = StemRequest.allCases.randomElement(using: &random)!
      with.ask(request, stem, quantum: .beat)
      without.ask(request, stem, quantum: .beat)
      let length = Int.random(in: 1...100, using: &random)
      let expected = with.run(length)
      let isSent = without.handle.send()
      #expect(isSent)
      var memory = [Float](repeating: .nan, count: 2 * length)
      memory.withUnsafeMutableBufferPointer { memory in
        let master = OutputPair(left: memory.baseAddress!, right: memory.baseAddress! + length)
        without.engine.process(frames: Int32(length), master: master, ports: nil)
      }
      #expect(memory.map(\.bitPattern) == (expected.master + expected.right).map(\.bitPattern))
    }
  }

  @Test("A period of no frames receives commands and delivers nothing")
  func emptyPeriod() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(4)
    bench.ask(.start)
    let isSent = bench.handle.send()
    #expect(isSent)
    bench.idle()
    bench.readEvents()
    #expect(bench.handle.clock.position == 4)
    #expect(bench.changes.last == .changed(StemIndex(0), status: .play, at: 4, by: .input))
    #expect(bench.run(2).master == [1, 2])
  }
}
