import CanonEngine
import Testing

/// What is heard last before a client leaves.
@Suite struct FadeOutTests {
  @Test("5 ms of a straight line down, then silence, in whatever periods", arguments: [1, 16, 100, 1024])
  func line(period: Int) {
    var samples = [Float](repeating: 1, count: 2 * 1024)
    var fade = FadeOut(sampleRate: 8000)
    samples.withUnsafeMutableBufferPointer { samples in
      var start = 0
      while start + period <= 1024 {
        fade.lower(
          OutputPair(left: samples.baseAddress! + start, right: samples.baseAddress! + 1024 + start),
          frames: Int32(period))
        fade.advance(Int32(period))
        start += period
      }
    }
    #expect(fade.isOver)
    let expected = (0..<1000).map { max(0, 40 - Float($0)) / 40 }
    #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(Array(samples[..<1000]) == Array(samples[1024..<2024]))
  }
}
