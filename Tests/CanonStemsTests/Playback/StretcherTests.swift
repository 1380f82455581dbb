import CanonEngine
import CanonTestSupport
import Glibc
import Testing

@testable import CanonStems

/// What another tempo and key do to a loop, measured.
@Suite struct StretcherTests {
  private static let rate = 48_000.0

  /// A loop of whole cycles.
  private static func tone(_ hertz: Double, frames: Int) -> [Float] {
    (0..<frames).map { Float(0.25 * sin(2 * .pi * hertz * Double($0) / rate)) }
  }

  private func stretched(
    _ loop: [Float], to wanted: Int, cents: Int = 0
  ) throws -> [Float] {
    try loop.withUnsafeBufferPointer { loop in
      StretchedLoop(
        [SoundSignal(loop: loop)], count: loop.count, wanted: wanted, by: Double(wanted) / Double(loop.count),
        pitch: try #require(Transposition(cents: cents)).factor, at: .studio
      ).channels[0]
    }
  }

  /// The frequency of a tone, by the times of its rises through zero.
  private func frequency(of tone: [Float]) -> Double {
    let rises: [Double] = (1..<tone.count).compactMap { frame in
      let (before, after) = (Double(tone[frame - 1]), Double(tone[frame]))
      return before < 0 && after >= 0 ? Double(frame) - after / (after - before) : nil
    }
    return Double(rises.count - 1) / (rises.last! - rises[0]) * Self.rate
  }

  private func level(_ samples: some Collection<Float>) -> Double {
    let energy: Double = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return (energy / Double(samples.count)).squareRoot()
  }

  @Test(
    "The length is exact, the pitch within 3 cents, the level within 0.5 dB",
    arguments: [(83_478, 0), (24_000, 0), (384_000, 0), (96_000, 200), (120_000, -1200), (60_000, 2400)])
  func tone(wanted: Int, cents: Int) throws {
    let made = try stretched(Self.tone(440, frames: 96_000), to: wanted, cents: cents)
    #expect(made.count == wanted)
    let expected = 440 * pow(2, Double(cents) / 1200)
    #expect(abs(1200 * log2(frequency(of: made) / expected)) < 3)
    #expect(abs(20 * log10(level(made) / (0.25 / 2.0.squareRoot()))) < 0.5)
  }

  @Test(
    "At the seam a loop is no rougher and no louder or softer than elsewhere", arguments: [83_478, 144_000])
  func seam(wanted: Int) throws {
    // Three notes that are no cycles of the loop, which begin and end in it, over a note that goes round.
    var loop = Self.tone(110, frames: 96_000)
    for (place, hertz) in [(0, 311.1), (30_000, 415.3), (60_000, 523.2)] {
      for frame in 0..<40_000 {
        let time = Double(frame) / Self.rate
        let note: Double = 0.2 * exp(-2 * time) * sin(2 * .pi * hertz * time)
        loop[(place + frame) % 96_000] += Float(note)
      }
    }
    let made = try stretched(loop, to: wanted)
    let twice = made + made
    let steps: [Float] = (1..<twice.count).map { abs(twice[$0] - twice[$0 - 1]) }
    let around = steps[(wanted - 3000)..<(wanted + 3000)]
    #expect(around.max()! <= 1.05 * steps[2000..<(wanted - 4000)].max()!)
    // 50 ms before the seam, where the end fades, beside the 50 ms before them, as in the loop itself.
    let (before, fade) = (level(made[(wanted - 4800)..<(wanted - 2400)]), level(made[(wanted - 2400)...]))
    let own = level(loop[(96_000 - 4800)..<(96_000 - 2400)]) / level(loop[(96_000 - 2400)...])
    #expect(abs(20 * log10(fade / before * own)) < 1.5)
  }

  @Test(
    "Beats of different stems stay within a millisecond of each other", arguments: [167_000, 240_000, 96_000])
  func beats(wanted: Int) throws {
    var random = SplitMix64(seed: 1)
    /// Sixteen clicks, each from the middle of a beat of 12,000 frames on.
    func clicks(over bed: [Float], _ click: (Double) -> Double) -> [Float] {
      var loop = bed
      for beat in 0..<16 {
        for frame in 0..<2400 { loop[beat * 12_000 + 6000 + frame] += Float(click(Double(frame))) }
      }
      return loop
    }
    let silence = [Float](repeating: 0, count: 192_000)
    let stems = [
      clicks(over: silence) { exp(-$0 / 300) * sin(2 * .pi * 900 * $0 / Self.rate) },
      clicks(over: silence) { exp(-$0 / 200) * 0.7 * Double(random.sample()) },
      clicks(over: Self.tone(220, frames: 192_000)) { exp(-$0 / 300) * sin(2 * .pi * 1500 * $0 / Self.rate) },
    ]
    /// The first frame near a place that is half as loud as the loudest there.
    func onset(_ samples: [Float], near place: Int) throws -> Int {
      let near = (place - 700)..<(place + 900), peak = near.map { abs(samples[$0]) }.max()!
      return try #require(near.first { abs(samples[$0]) > peak / 2 }) - place
    }
    let late = try stems.map { stem in
      let made = try stretched(stem, to: wanted)
      return try (0..<16).map { beat in
        let place = beat * 12_000 + 6000
        return try onset(made, near: place * wanted / stem.count) - onset(stem, near: place)
      }
    }
    for beat in 0..<16 {
      let frames = late.map { $0[beat] }
      #expect(frames.max()! - frames.min()! <= 48, "beat \(beat): \(frames)")
    }
  }

  @Test("The same input gives the same bits")
  func repeatable() throws {
    let loop = Self.tone(330, frames: 48_000)
    #expect(try stretched(loop, to: 40_000, cents: 50) == stretched(loop, to: 40_000, cents: 50))
  }
}
