import CanonEngine
import Foundation
import Testing

@testable import CanonStems

/// How loud a loop is while it repeats.
@Suite struct LoudnessMeterTests {
  /// - Parameter loop: One channel, which is all channels.
  private func loudness(_ loop: [Float], channels: Int = 2) -> Loudness {
    let samples = loop.flatMap { [Float](repeating: $0, count: channels) }
    return LoudnessMeter.measure(channelCount: channels, rate: .studio, FrameCount(loop.count)) { meter, _ in
      samples.withUnsafeBufferPointer { meter.add($0) }
    }
  }

  private func tone(_ hertz: Double, _ decibels: Double, frames: Int = 48_000, phase: Double = 0) -> [Float] {
    (0..<frames).map {
      Float(pow(10, decibels / 20) * sin(2 * .pi * hertz * Double($0) / 48_000 + phase))
    }
  }

  @Test("The reference of EBU Tech 3341: a tone of 1 kHz at -23 dBFS on both sides has -23 LUFS")
  func reference() throws {
    for decibels in [-23.0, -33, -6] {
      let measured = loudness(tone(1000, decibels))
      #expect(try abs(#require(measured.integrated) - decibels) < 0.1)
      #expect(abs(20 * log10(measured.truePeak) - decibels) < 0.1)
    }
  }

  @Test("One channel counts as it is heard: on both sides")
  func mono() throws {
    #expect(try abs(#require(loudness(tone(1000, -23), channels: 1).integrated) + 23) < 0.1)
  }

  @Test("A peak between the samples is seen")
  func truePeak() {
    // A quarter of the rate, the samples at 45 degrees: 3 dB below the tone's height.
    let samples = tone(12_000, 0, phase: .pi / 4)
    #expect(samples.map(abs).max().map { $0 < 0.708 } == true)
    #expect(abs(20 * log10(loudness(samples).truePeak)) < 0.3)
  }

  @Test(
    "A loop shorter than a block of 0.4 s is as loud as a longer one", arguments: [480, 4800, 9600, 240_000])
  func short(frames: Int) throws {
    #expect(try abs(#require(loudness(tone(1000, -20, frames: frames)).integrated) + 20) < 0.1)
  }

  @Test("Silence has no loudness")
  func silence() {
    #expect(loudness([Float](repeating: 0, count: 4800)) == Loudness(integrated: nil, truePeak: 0))
    #expect(loudness(tone(1000, -80)).integrated == nil, "below the gate")
  }

  @Test(
    "A loop is measured twice at least, and for three seconds",
    arguments: [(48_000, 3), (47_000, 4), (72_000, 2), (480_000, 2), (1, 144_000)])
  func turns(frames: FrameCount, count: Int) {
    #expect(LoudnessMeter.turns(frames, at: .studio) == count)
  }

  @Test("A peak across the seam counts")
  func seam() {
    // Two samples of opposite sign lift what is between their neighbours; here one of them is the loop's last frame.
    var loop = [Float](repeating: 0, count: 96_000)
    (loop[95_998], loop[95_999], loop[0], loop[1]) = (-0.5, 0.9, 0.9, -0.5)
    let samples = loop
    var once = LoudnessMeter(channelCount: 1, rate: .studio)
    samples.withUnsafeBufferPointer { once.add($0) }
    #expect(loudness(loop, channels: 1).truePeak > once.loudness.truePeak + 0.02)
  }
}
