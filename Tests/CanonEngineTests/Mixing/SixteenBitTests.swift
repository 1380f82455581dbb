import CanonEngine
import CanonTestSupport
import Testing

/// 16-bit samples sound like the floats they stand for, bit for bit.
@Suite struct SixteenBitTests {
  @Test("A sample is value / 32768, exactly")
  func values() {
    let values: [Int16] = [.min, -32767, -1, 0, 1, 16384, .max]
    let buffer = StemBuffer(integers: values)
    let expected: [Float] = [-1, -32767.0 / 32768, -1.0 / 32768, 0, 1.0 / 32768, 0.5, 32767.0 / 32768]
    #expect(buffer.decoded == expected)
    var bench = Bench.make(.small(loop: 7), sounds: [buffer])
    bench.ask(.start)
    let heard = bench.run(7)
    #expect(heard.master == expected && heard.right == expected)
  }

  @Test("Both channels of a stereo stem keep their sides")
  func stereo() {
    let buffer = StemBuffer(layout: StemLayout(loop: 3)!, channelCount: 2) {
      (words: UnsafeMutableBufferPointer<Int16>) in
      for k in 0..<6 { words[k] = [8192, -8192, 16384, -16384, 24576, .min][k] }
    }
    var bench = Bench.make(.small(loop: 3), sounds: [buffer])
    bench.ask(.start)
    let heard = bench.run(4, periods: .constant(1))
    #expect(heard.master == [0.25, 0.5, 0.75, 0.25])
    #expect(heard.right == [-0.25, -0.5, -1, -0.25])
  }

  @Test(
    "A whole performance has the same bits with the same samples as floats",
    arguments: 0..<40 as Range<UInt64>)
  func asFloats(seed: UInt64) {
    var integers = TestSet.random(seed: seed)
    for stem in integers.sounds.indices {
      integers.sounds[stem] = integers.sounds[stem].enumerated().map { number, sound in
        Self.integers(like: sound, seed: seed &+ UInt64(100 * stem + number))
      }
    }
    var floats = integers
    floats.sounds = integers.sounds.map { $0.map(Self.floats) }
    let performance = RandomPerformance.random(seed: seed, set: integers)
    var a = integers.bench(), b = floats.bench()
    let heard = performance.play(on: &a, periods: .mixed(seed: seed))
    #expect(heard.difference(from: performance.play(on: &b, periods: .constant(64))) == nil)
  }

  @Test("16-bit samples take half the memory, two bytes each")
  func memory() {
    #expect(StemBuffer(integers: [1, 2, 3, 4]).bytes.count == 8)
    #expect(StemBuffer([1, 2, 3, 4]).bytes.count == 16)
  }

  private static func integers(like sound: StemBuffer, seed: UInt64) -> StemBuffer {
    var random = SplitMix64(seed: seed)
    return StemBuffer(layout: sound.layout, channelCount: sound.channelCount) {
      (words: UnsafeMutableBufferPointer<Int16>) in
      for k in words.indices { words[k] = Int16(truncatingIfNeeded: random.next()) }
    }
  }

  private static func floats(_ sound: StemBuffer) -> StemBuffer {
    let samples = sound.decoded
    return StemBuffer(layout: sound.layout, channelCount: sound.channelCount) {
      (floats: UnsafeMutableBufferPointer<Float>) in
      _ = floats.update(from: samples)
    }
  }
}
