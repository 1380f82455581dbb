import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What is measured of a loop.
@Suite struct SeamMeterTests {
  private static let rate = 48_000

  private func meter(_ channels: [Float]..., pieces: Int = 4096) -> SeamMeter {
    var meter = SeamMeter(channelCount: channels.count, rate: .studio)
    let samples = channels[0].indices.flatMap { frame in channels.map { $0[frame] } }
    samples.withUnsafeBufferPointer { all in
      var done = 0
      while done < all.count {
        let end = min(all.count, done + pieces * channels.count)
        meter.add(UnsafeBufferPointer(rebasing: all[done..<end]))
        done = end
      }
    }
    return meter
  }

  private static func sine(_ hertz: Double, frames: Int = rate, level: Float = 0.5) -> [Float] {
    (0..<frames).map { level * Float(sin(2 * .pi * hertz * Double($0) / Double(rate))) }
  }

  private static func noise(_ frames: Int = rate, level: Float = 0.3) -> [Float] {
    var random = SplitMix64(seed: 2)
    return (0..<frames).map { _ in level * random.sample() }
  }

  // MARK: - The seam

  @Test("A tone of whole periods has no seam; cut anywhere else it has")
  func tone() throws {
    let whole = try #require(meter(Self.sine(440)).seam)
    #expect(!whole.clicks && whole.besideIt < 1.1)
    for cut in [1, 27, 30, 50, 80] {
      let seam = try #require(meter(Array(Self.sine(440).dropLast(cut))).seam)
      #expect(seam.clicks, "\(cut): \(seam)")
    }
  }

  @Test("The step is that from the last sample to the first")
  func step() throws {
    var samples = Self.sine(100, level: 0.1)
    samples[0] = 0.25
    samples[Self.rate - 1] = -0.5
    #expect(try #require(meter(samples).seam).step == 0.75)
  }

  @Test("What is ordinary is the largest step in the loop, and the sharpest place beside the seam")
  func ordinaryPlaces() throws {
    var samples = Self.sine(10, level: 0.01)
    (samples[10], samples[11]) = (0.125, -0.125)
    samples[20_000] += 0.75
    let seam = try #require(meter(samples).seam)
    #expect(abs(seam.ordinaryStep - 0.75) < 0.001)
    #expect(abs(seam.ordinarySharpness - 0.375) < 0.001)
    #expect(abs(seam.sharpness / seam.besideIt - seam.ordinarySharpness) < 1e-6)
  }

  @Test("A millisecond of both ends is kept of each channel", arguments: [1000, 7, 2402])
  func ends(pieces: Int) {
    let (left, right) = (Self.sine(440), Self.sine(441))
    let ends = meter(left, right, pieces: pieces).ends
    #expect(ends.map(\.last) == [Array(left.suffix(48)), Array(right.suffix(48))])
    #expect(ends.map(\.first) == [Array(left.prefix(48)), Array(right.prefix(48))])
    #expect(meter([0.5, 0.25, 0]).ends == [SeamEnds(last: [0.5, 0.25, 0], first: [0.5, 0.25, 0])])
  }

  @Test("The places at which a channel was cut off are kept, a thousand at most")
  func places() {
    #expect(meter([0, 1, 1, 1, 0, -1, -1, -1, -1], [0, 0, 1, 1, 1, 0, 0, 0, 0]).flatTopFrames == [1, 5])
    let many = meter((0..<1500).flatMap { _ in [0, 1, 1, 1] as [Float] })
    #expect(many.flatTops == 1500 && many.flatTopFrames.count == 1000)
  }

  @Test("The peak is the highest sample of any channel, on either side of zero")
  func peak() {
    #expect(meter([0.5, -0.75, 0.25], [0, 0.125, 0.5]).peak == 0.75)
    #expect(meter([0.5, 0], [0.25, 1.5]).peak == 1.5)
  }

  @Test("In noise a seam is like any other place; an attack on the first frame is none")
  func ordinary() throws {
    #expect(try !#require(meter(Self.noise()).seam).clicks)
    let decay = (0..<Self.rate).map { Float(exp(-Double($0) / 1600)) }
    #expect(try !#require(meter(zip(Self.noise(), decay).map(*)).seam).clicks, "a cymbal")
    #expect(try !#require(meter(zip(Self.sine(60, level: 1), decay).map(*)).seam).clicks, "a drum")
  }

  @Test("The end of a tone that breaks off into silence is a click")
  func breaksOff() throws {
    let tone = [Float](repeating: 0, count: 20_000) + Self.sine(220, frames: 20_050)
    #expect(try #require(meter(tone).seam).clicks)
    let quiet = tone.map { $0 / 1000 }
    #expect(try !#require(meter(quiet).seam).clicks, "too quiet to be heard")
  }

  @Test("The worse channel counts")
  func channels() throws {
    let (good, bad) = (Self.sine(440), Self.sine(440.5))
    for pair in [meter(good, bad), meter(bad, good)] { #expect(try #require(pair.seam).clicks) }
    // Sharper for what is around it, and too quiet to be heard.
    let faint = (0..<Self.rate).map { 0.006 * Float($0) / Float(Self.rate) }
    let seams = try (#require(meter(bad, faint).seam), #require(meter(faint).seam), #require(meter(bad).seam))
    #expect(seams.0 == seams.2 && seams.1.besideIt > seams.2.besideIt && !seams.1.clicks)
    #expect(try !#require(meter(good, good).seam).clicks)
  }

  @Test("Something sharp elsewhere in the loop does not hide a seam")
  func sharpElsewhere() throws {
    var pad = Self.sine(110.37, level: 0.3)
    pad[24_000] += 0.6
    let seam = try #require(meter(pad).seam)
    #expect(seam.clicks && seam.anywhere < 1.5 && seam.attack < 2)
  }

  @Test("What is too short has no ends to compare")
  func short() {
    #expect(meter(Self.sine(440, frames: 4800)).seam == nil)
    #expect(meter(Self.sine(440, frames: 4804)).seam != nil)
  }

  @Test("It is the same in pieces of any length", arguments: [1, 7, 100, 2401, 2402, 2403, 5000, 48_000])
  func pieces(length: Int) {
    let (left, right) = (Array(Self.sine(441.3).dropLast(5)), Array(Self.noise().dropLast(5)))
    let (whole, parts) = (meter(left, right, pieces: .max / 4), meter(left, right, pieces: length))
    #expect(parts.seam == whole.seam && parts.mean == whole.mean && parts.frameCount == whole.frameCount)
  }

  // MARK: - The rest

  @Test("The mean is that of the channel with the larger one, with its sign")
  func mean() {
    #expect(meter([0.5, 0.5, -0.25, 0.25]).mean == 0.25)
    #expect(meter([0.5, -0.5], [-0.25, -0.25]).mean == -0.25)
    #expect(meter(Self.sine(10)).mean.magnitude < 1e-6)
  }

  @Test(
    "Three samples in a row at full scale, of one sign, were cut off there; what is beyond was not",
    arguments: [
      ([1, 1, 1], 1), ([1, 1], 0), ([1, 1, -1, -1], 0), ([-1, -1, -1], 1), ([1, 1, 1, 1, 1, 1], 1),
      ([1, 1, 1, 0, 1, 1, 1], 2), ([32_767 / 32_768, 32_767 / 32_768, 1], 1), ([1.5, 1.5, 1.5], 0),
      ([0.999, 0.999, 0.999], 0),
    ] as [([Float], Int)])
  func flatTops(top: [Float], count: Int) {
    let measured = meter([0, 0.5] + top + [0.5, 0])
    #expect(measured.flatTops == count)
    #expect(measured.firstFlatTop == (count == 0 ? 0 : 2))
    #expect(
      meter([0, 0.5] + top + [0.5, 0], [0, 0.5] + top + [0.5, 0]).flatTops == count, "once in two channels")
    #expect(
      meter([Float](repeating: 0, count: top.count + 4), [0, 0.5] + top + [0.5, 0], pieces: 2).flatTops
        == count)
  }
}
