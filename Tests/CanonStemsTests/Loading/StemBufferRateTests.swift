import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// A stem at another sample rate, made from the samples that it had.
@Suite struct StemBufferRateTests {
  private let half = SampleRate(hertz: 24_000)!

  private func converted(_ old: StemBuffer, loop: Int64, over denominator: Int64 = 1) throws -> StemBuffer {
    try old.converted(
      from: half, to: .studio, line: #require(GridLine(numerator: loop, denominator: denominator)))
  }

  @Test(
    "Intro, loop and release last as long as before; where the loop is a fraction of frames, the release gives way"
  )
  func layouts() throws {
    let loop = [Float](repeating: 0.5, count: 100)
    let parts = [Float](repeating: 0.5, count: 30)
    #expect(try converted(StemBuffer(loop), loop: 200).layout == StemLayout(loop: 200))
    #expect(
      try converted(StemBuffer(loop, intro: parts), loop: 200).layout == StemLayout(intro: 60, loop: 200))
    #expect(
      try converted(StemBuffer(loop, release: parts), loop: 200).layout
        == StemLayout(loop: 200, release: 60))
    #expect(
      try converted(StemBuffer(loop, intro: parts, release: parts), loop: 401, over: 2).layout
        == StemLayout(intro: 60, loop: 201, release: 59))
  }

  @Test("A loop alone is the circle that it is; a constant stays one to its last frame, round the seam too")
  func circles() throws {
    for old in [
      StemBuffer([Float](repeating: 0.5, count: 3000)),
      StemBuffer(integers: [Int16](repeating: 16_384, count: 3000)),
    ] {
      let new = try converted(old, loop: 6000)
      #expect(new.format == .float32)
      for frame in [0, 1, 3000, 5999] { #expect(abs(new.sample(frame, channel: 0) - 0.5) < 1e-5, "\(frame)") }
    }
  }

  @Test("With an intro the loop's end leads into its beginning, with a release into the release")
  func seams() throws {
    let loop = [Float](repeating: 0.5, count: 3000), silence = [Float](repeating: 0, count: 1000)
    let introduced = try converted(StemBuffer(loop, intro: loop), loop: 6000)
    #expect(abs(introduced.sample(11_999, channel: 0) - 0.5) < 1e-5, "the loop follows its end")
    #expect(abs(introduced.sample(6000, channel: 0) - 0.5) < 1e-5)
    #expect(abs(introduced.sample(0, channel: 0) - 0.5) > 1e-3, "before the intro there is silence")
    let released = try converted(StemBuffer(loop, release: silence), loop: 6000)
    #expect(abs(released.sample(7000, channel: 0)) < 1e-3)
    #expect(abs(released.sample(3000, channel: 0) - 0.5) < 1e-5)
    #expect(abs(released.sample(0, channel: 0) - 0.5) > 1e-3, "a release makes it one piece")
  }

  @Test("Each channel stays on its side")
  func channels() throws {
    let old = StemBuffer(frameCount: 2000, channelCount: 2) { samples in
      samples[..<2000].update(repeating: 0.5)
      samples[2000...].update(repeating: -0.25)
    }
    let new = try converted(old, loop: 4000)
    #expect(new.channelCount == 2)
    for frame in [0, 2000, 3999] {
      #expect(abs(new.sample(frame, channel: 0) - 0.5) < 1e-5)
      #expect(abs(new.sample(frame, channel: 1) + 0.25) < 1e-5)
    }
  }

  @Test("At the same rate nothing is converted, unless the loop has become longer by a frame")
  func sameRate() throws {
    let old = StemBuffer([0.25, 0.5, 0.75])
    func same(_ loop: Int64) throws -> StemBuffer {
      try old.converted(from: .studio, to: .studio, line: #require(GridLine(numerator: loop, denominator: 1)))
    }
    #expect(try same(3) === old)
    #expect(try same(2) === old)
    #expect(try same(4).decoded == [0.25, 0.5, 0.75, 0.25])
  }

  @Test("A stem that becomes too long at another rate is reported")
  func tooLong() throws {
    let old = StemBuffer([0.5])
    let failure = #expect(throws: Resampler.Failure.self) {
      try converted(old, loop: StemLayout.longest + 1)
    }
    #expect(failure?.reason == "2 frames are no stem")
  }
}
