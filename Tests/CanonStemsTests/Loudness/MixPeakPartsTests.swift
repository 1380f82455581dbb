import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// How loud stems become together: what each of them adds.
@Suite struct MixPeakPartsTests {
  private static let tenfold = Gain(linear: 10)!

  private func peak(
    _ parts: MixPeak.Part..., loop: FrameCount, isBound: Bool = false, rate: SampleRate = .studio
  ) async throws -> MixPeak {
    let line = try #require(GridLine(numerator: loop, denominator: 1))
    return await MixPeak(parts, loop: line, rate: rate, isBound: isBound)
  }

  /// A loop of two channels, as floats or in 16 bits.
  private func stereo(_ left: [Float], _ right: [Float], isShort: Bool) -> StemBuffer {
    guard isShort else {
      return StemBuffer(frameCount: left.count, channelCount: 2) { _ = $0.update(from: left + right) }
    }
    let pairs = zip(left, right).flatMap { (left: Float, right: Float) -> [Int16] in
      [Int16(left * 32_768), Int16(right * 32_768)]
    }
    let layout = StemLayout(loop: FrameCount(left.count))!
    return StemBuffer(layout: layout, channelCount: 2, integers: { _ = $0.update(from: pairs) })
  }

  @Test(
    "Each channel counts with the stem's gain on its own side, in either format, heard or bounded",
    arguments: [true, false], [true, false])
  func channels(isShort: Bool, isBound: Bool) async throws {
    let buffer = stereo([0.25, -0.5, 0], [0.125, 0.25, 0.75], isShort: isShort)
    func peak(_ configuration: StemConfiguration) async throws -> Float {
      var part = MixPeak.Part(buffer, configuration)
      if isBound { part = part.extremesAlone }
      return try await self.peak(part, loop: isBound ? 2 : 3, isBound: isBound).full
    }
    #expect(try await peak(StemConfiguration(isBase: true)) == 0.75)
    let left = PanFactors(Pan(-1)!), right = PanFactors(Pan(1)!)
    #expect(try await peak(StemConfiguration(pan: left, isBase: true)) == 0.5)
    #expect(try await peak(StemConfiguration(gain: Self.tenfold, pan: left, isBase: true)) == 5)
    #expect(try await peak(StemConfiguration(gain: Self.tenfold, pan: right, isBase: true)) == 7.5)
  }

  @Test("A stem with an offset is heard where it is, not at the loop's top", arguments: [-7, -3, 1, 5])
  func offsets(offset: FrameCount) async throws {
    // Both begin with a click, which meet on frame 1 of every four.
    let base = MixPeak.Part(StemBuffer([0, 0.5, 0, 0]), StemConfiguration(isBase: true))
    let other = StemBuffer([0.5, 0, 0, 0])
    #expect(try await peak(base, MixPeak.Part(other, StemConfiguration(offset: offset)), loop: 4).full == 1)
    #expect(
      try await peak(base, MixPeak.Part(other, StemConfiguration(offset: offset + 1)), loop: 4).full == 0.5)
  }

  @Test("Loops that are alike but for their offsets meet once in their cycle")
  func cycleOfOffsets() async throws {
    let line = try #require(GridLine(numerator: 6, denominator: 1))
    let base = MixPeak.Part(StemBuffer([0, 0, 0.5, 0]), StemConfiguration(isBase: true))
    let other = MixPeak.Part(
      StemBuffer([0.5, 0, 0, 0, 0, 0]), StemConfiguration(line: line, offset: 4))
    // The base has its click on frames 2, 6, 10, the other on 4 and 10: in the third loop of the cycle.
    #expect(try await peak(base, other, loop: 4).full == 1)
  }

  @Test("A loop of a fraction of frames is heard with the rounding of each turn")
  func fractions() async throws {
    // Loops of 2.5 frames begin on 0, 3, 5, 8: every other one has a third frame.
    let line = try #require(GridLine(numerator: 5, denominator: 2))
    let base = MixPeak.Part(StemBuffer([0, 0, 0, 0, 0.5]), StemConfiguration(isBase: true))
    let other = MixPeak.Part(StemBuffer([0, 0.5, 0]), StemConfiguration(line: line))
    #expect(try await peak(base, other, loop: 5).full == 0.5 + 0.5, "its frame 1 is frame 4 of five")
    let third = MixPeak.Part(StemBuffer([0, 0, 0.5]), StemConfiguration(line: line))
    #expect(try await peak(base, third, loop: 5).full == 0.5, "its frame 2 is frame 2 of five, never frame 4")
  }

  @Test(
    "Of a group, a stem in no fixed phase counts with its extremes, be it first or last", arguments: [0, 1])
  func groupsOutOfPhase(first: Int) async throws {
    let base = MixPeak.Part(StemBuffer([0.25, -0.25]), StemConfiguration(isBase: true))
    let phased = MixPeak.Part(StemBuffer([0.125, -0.5]), StemConfiguration(group: 0))
    let free = MixPeak.Part(StemBuffer([0.75, -0.375]), StemConfiguration(entry: .top, group: 0))
    let members = first == 0 ? [phased, free] : [free, phased]
    let peak = try await peak(base, members[0], members[1], loop: 2)
    #expect(peak.isBound)
    #expect(peak.full == 1)
    let below = try await self.peak(
      base, MixPeak.Part(StemBuffer([0.125, -0.5]), StemConfiguration(group: 0)),
      MixPeak.Part(StemBuffer([0.25, -1]), StemConfiguration(entry: .top, group: 0)), loop: 2)
    #expect(below.full == 1.25, "on the side below zero, too")
  }

  @Test("A cycle of ten minutes is gone through, a longer one is bounded")
  func tenMinutes() async throws {
    let rate = try #require(SampleRate(hertz: 8_000))
    // 4800 and 4799 frames would meet after 2879 seconds; 4800 and 1000 after three.
    let base = MixPeak.Part(StemBuffer([Float](repeating: 0, count: 4800)), StemConfiguration(isBase: true))
    for (frames, isBound) in [(4799, true), (1000, false)] {
      let other = MixPeak.Part(
        StemBuffer([Float](repeating: 0.5, count: frames)),
        StemConfiguration(line: GridLine(numerator: Int64(frames), denominator: 1)))
      #expect(try await peak(base, other, loop: 4800, rate: rate).isBound == isBound)
    }
  }
}
