import CanonEngine
import Foundation
import Testing

@testable import CanonStems

/// The peaks of a mix between its samples.
@Suite struct TruePeakTests {
  private func part(
    _ samples: [Float], _ configuration: StemConfiguration = StemConfiguration(isBase: true)
  ) -> MixPeak.Part {
    MixPeak.Part(
      StemBuffer(frameCount: samples.count, channelCount: 1) { _ = $0.update(from: samples) }, configuration)
  }

  private func mix(
    _ parts: [MixPeak.Part], rate: SampleRate = .studio, mostBytes: Int64 = 1 << 30
  ) async -> MixPeak {
    let loop = GridLine(numerator: 4800, denominator: 1)!
    let samples = await MixPeak(parts, loop: loop, rate: rate)
    return await TruePeak.mix(
      parts, samples: samples, peaks: parts.map { _ in 1.5 }, loop: loop, rate: rate, mostBytes: mostBytes)
  }

  /// A quarter of the rate: its samples can be 3 dB below its height.
  private func tone(phase: Double, frames: Int = 4800, level: Double = 1) -> [Float] {
    (0..<frames).map { Float(level * sin(.pi / 2 * Double($0) + phase)) }
  }

  @Test("It is the height of a tone whose samples are lower")
  func height() async {
    let peak = await mix([part(tone(phase: .pi / 4))])
    #expect(abs(peak.full - 1) < 0.02 && abs(peak.worst - 1) < 0.02 && !peak.isBound)
  }

  @Test("The loudest choice leaves out what lowers the peak between the samples")
  func choice() async {
    let opposite = part(tone(phase: .pi / 4 + .pi, level: 0.5), StemConfiguration())
    let peak = await mix([part(tone(phase: .pi / 4)), opposite])
    #expect(abs(peak.full - 0.5) < 0.02 && abs(peak.worst - 1) < 0.02)
  }

  @Test("Stems with loops and offsets of their own meet where they do at the set's rate")
  func phase() async throws {
    var click = [Float](repeating: 0, count: 2400)
    click[100] = 0.5
    let line = try #require(GridLine(numerator: 2400, denominator: 1))
    func peak(offset: FrameCount) async -> Float {
      await mix([
        part(click + [Float](repeating: 0, count: 2400)),
        part(click, StemConfiguration(line: line, offset: offset)),
      ]).full
    }
    #expect(await abs(peak(offset: 0) - 1) < 0.01)
    #expect(await abs(peak(offset: 2400) - 1) < 0.01)
    #expect(await abs(peak(offset: 1000) - 0.5) < 0.01)
  }

  @Test("It is never lower than the samples, also where the filter loses them")
  func highest() async {
    let peak = await mix([part((0..<4800).map { $0 % 2 == 0 ? 0.5 : -0.5 })])
    #expect(peak.full >= 0.5 && peak.worst >= 0.5 && peak.full < 0.51)
  }

  @Test("From 192 kHz on it is the peak of the samples")
  func fastRates() async throws {
    let peak = await mix([part(tone(phase: .pi / 4))], rate: try #require(SampleRate(hertz: 192_000)))
    #expect(abs(peak.full - 0.7071) < 0.001)
    let twice = await mix([part(tone(phase: .pi / 4))], rate: try #require(SampleRate(hertz: 96_000)))
    #expect(abs(twice.full - 1) < 0.02)
  }

  @Test("Without the memory for it, it is the sum of the stems' own peaks")
  func bound() async {
    let peak = await mix([part(tone(phase: 0)), part(tone(phase: 0), StemConfiguration())], mostBytes: 100)
    #expect(peak.isBound && peak.full == 3 && peak.worst == 3)
  }
}
