import CanonTestSupport
import Testing

@testable import CanonEngine

/// Samples in pages sound like the same samples in one piece, bit for bit.
@Suite struct StemPagesTests {
  @Test(
    "A whole performance has the same bits with the same samples in pages",
    arguments: 0..<40 as Range<UInt64>)
  func asPages(seed: UInt64) {
    var whole = TestSet.random(seed: seed)
    whole.sounds = whole.sounds.map { $0.map { $0.isPaged ? Self.whole($0) : $0 } }
    var paged = whole
    var random = SplitMix64(seed: seed)
    paged.sounds = whole.sounds.map {
      $0.map { StemBuffer(paging: $0, shift: Int(random.number(0...5))) }
    }
    let performance = RandomPerformance.random(seed: seed, set: whole)
    var a = whole.bench(), b = paged.bench()
    let heard = performance.play(on: &a, periods: .mixed(seed: seed))
    #expect(heard.difference(from: performance.play(on: &b, periods: .constant(64))) == nil)
  }

  @Test("Control reads the same samples and levels from pages", arguments: 0..<20 as Range<UInt64>)
  func control(seed: UInt64) {
    for sound in TestSet.random(seed: seed).sounds.joined() where !sound.isPaged {
      let paged = StemBuffer(paging: sound, shift: 2)
      #expect(paged.isSame(as: sound) && paged.decoded == sound.decoded)
      let count = Int(sound.layout.frameCount)
      let (a, b) = (sound.level(of: 1..<count), paged.level(of: 1..<count))
      // The sums of squares are added in another order.
      #expect(a.peak == b.peak && abs(a.power.sum() - b.power.sum()) <= a.power.sum() * 1e-5)
    }
  }

  @Test("The levels of all samples are those of the samples in one piece", arguments: 0..<20 as Range<UInt64>)
  func levels(seed: UInt64) {
    for sound in TestSet.random(seed: seed).sounds.joined() where !sound.isPaged {
      let levels = sound.levels(slice: 5)
      #expect(levels.count == (Int(sound.layout.frameCount) + 4) / 5)
      for other in [StemBuffer(paging: sound, shift: 2), sound.inWindow(shift: 2)] {
        #expect(other.levels(slice: 5).map(\.peak) == levels.map(\.peak))
        #expect(other.levels(slice: 5).map(\.power) == levels.map(\.power))
      }
      let silent = sound.inWindow(shift: 2, isReadable: false).levels(slice: 5)
      #expect(silent.count == levels.count && silent.allSatisfy { $0.peak == SIMD2() })
    }
  }

  @Test("What only mixes reads a page that is not in memory as silence", arguments: [false, true])
  func absent(ramps: Bool) throws {
    let sound = StemBuffer(paging: StemBuffer([1, 2, 3, 4, 5, 6, 7, 8]), shift: 1)
    let pages = try #require(sound.table)
    let second = try #require(pages.samples(of: 2, width: 4)).left
    pages.set(1, nil)
    #expect(sound.decoded == [1, 2, 0, 0, 5, 6, 7, 8])
    var bench = Bench.make(.small(loop: 8), sounds: [sound])
    // An engine that decides lets the stem wait (LateSamplesTests).
    bench.mixesLater = true
    bench.ask(.start)
    if ramps { bench.perform(.gain(.unity, over: 24)) }
    let first = bench.run(16, periods: .constant(3))
    #expect(first.master == [1, 2, 0, 0, 5, 6, 7, 8, 1, 2, 0, 0, 5, 6, 7, 8])
    #expect(first.ports[0] == first.master)
    pages.set(1, second)
    let later = bench.run(8, periods: .constant(3))
    #expect(later.master == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  /// The same samples in one piece.
  static func whole(_ sound: StemBuffer) -> StemBuffer {
    let (frames, channels) = (Int(sound.layout.frameCount), sound.channelCount)
    if sound.format == .float32 {
      let samples = sound.decoded
      return StemBuffer(
        layout: sound.layout, channelCount: channels, floats: { _ = $0.update(from: samples) })
    }
    return StemBuffer(
      layout: sound.layout, channelCount: channels,
      integers: { words in
        for frame in 0..<frames {
          for channel in 0..<channels {
            words[frame * channels + channel] = Int16(sound.sample(frame, channel: channel) * 32768)
          }
        }
      })
  }
}
