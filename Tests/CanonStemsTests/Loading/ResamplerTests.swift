import CanonEngine
import CanonStems
import Foundation
import Testing

@Suite struct ResamplerTests {
  private static let odd = SampleRate(hertz: 44_101)!
  private static let lowest = SampleRate(hertz: 8_000)!
  private static let highest = SampleRate(hertz: 384_000)!

  @Test func theOriginalsLoopHasExactlyItsFrames() throws {
    #expect(Resampler.frames(1_058_400, from: .compactDisc, to: .studio) == 1_152_000)
    let result = try Resampler.resample(
      [Float](repeating: 0.5, count: 1_058_400), from: .compactDisc, to: .studio)
    #expect(result.count == 1_152_000)
    #expect(result.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var frames: Int, cycles: Int, from: SampleRate, to: SampleRate
    var testDescription: String { "\(cycles) cycles in \(frames) frames, \(from.hertz) to \(to.hertz) Hz" }
  }

  /// What was periodic stays so, in phase from the first frame over the seam to the last.
  @Test(arguments: [
    Case(frames: 44_100, cycles: 440, from: .compactDisc, to: .studio),
    Case(frames: 44_100, cycles: 1, from: .compactDisc, to: .studio),
    Case(frames: 48_000, cycles: 997, from: .studio, to: .compactDisc),
    Case(frames: 147, cycles: 3, from: .compactDisc, to: .studio),
    Case(frames: 7, cycles: 1, from: .compactDisc, to: .studio),
    Case(frames: 1001, cycles: 10, from: .compactDisc, to: .studio),  // 1089.52 frames
    Case(frames: 1000, cycles: 21, from: .studio, to: .compactDisc),  // 918.75 frames
    Case(frames: 30_000, cycles: 700, from: odd, to: .studio),  // 32652.32 frames
    Case(frames: 30_000, cycles: 700, from: .studio, to: odd),
    Case(frames: 3_000, cycles: 300, from: lowest, to: highest),
    Case(frames: 384_000, cycles: 300, from: highest, to: lowest),
    Case(frames: 500, cycles: 3, from: .studio, to: .studio),
  ])
  func aPeriodicSineStaysOne(_ test: Case) throws {
    let loop = sine(test.cycles, frames: test.frames)
    let result = try Resampler.resample(loop, from: test.from, to: test.to)
    let length = Double(test.frames) * Double(test.to.hertz) / Double(test.from.hertz)
    let ideal = result.indices.map { Float(0.5 * sin(2 * .pi * Double(test.cycles) * Double($0) / length)) }
    #expect(result.count == Int(length.rounded(.up)))
    #expect(largestDifference(result, ideal) < 1e-5)
  }

  @Test func goingOnIsGoingRound() throws {
    let loop = sine(3, frames: 147)
    let once = try Resampler.resample(loop, from: .compactDisc, to: .studio)
    var thrice = [Float](repeating: 0, count: 480)
    try thrice.withUnsafeMutableBufferPointer { target in
      try Resampler.resample(loop, from: .compactDisc, to: .studio, into: target)
    }
    #expect(largestDifference(thrice, once + once + once) < 1e-6)
  }

  @Test(arguments: [1, 2, 100, 299])
  func turningTheInputTurnsTheOutput(steps: Int) throws {
    let loop = music(frames: 147 * 300)
    let turned = Array(loop[(147 * steps)...] + loop[..<(147 * steps)])
    let a = try Resampler.resample(loop, from: .compactDisc, to: .studio)
    let b = try Resampler.resample(turned, from: .compactDisc, to: .studio)
    #expect(a.count == 160 * 300)
    #expect(largestDifference(Array(a[(160 * steps)...] + a[..<(160 * steps)]), b) < 1e-6)
  }

  @Test func thereAndBackIsNearlyTheSame() throws {
    let loop = sine(2000, frames: 44_100)
    let there = try Resampler.resample(loop, from: .compactDisc, to: .studio)
    let back = try Resampler.resample(there, from: .studio, to: .compactDisc)
    #expect(back.count == loop.count)
    #expect(largestDifference(loop, back) < 1e-5)
  }

  @Test func aLoopOfOneFrameIsAConstant() throws {
    let result = try Resampler.resample([0.25], from: .lowestForTests, to: .studio)
    #expect(result.count == 6)
    #expect(result.allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test(
    "A buffer of any length is filled to its last frame", arguments: [1, 2, 3, 100, 16_383, 16_384, 16_385])
  func lastFrame(frames: Int) throws {
    var result = [Float](repeating: .nan, count: frames)
    try result.withUnsafeMutableBufferPointer { target in
      try Resampler.resample([0.25], from: .studio, to: .compactDisc, into: target)
    }
    #expect(result.allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test func theSameRateChangesNoBit() throws {
    let loop: [Float] = [0.1, -0.0, .leastNonzeroMagnitude, 3]
    #expect(
      try Resampler.resample(loop, from: .studio, to: .studio).map(\.bitPattern) == loop.map(\.bitPattern))
  }

  @Test func theBitsAreTheSameEachTimeAndOnEachThread() async throws {
    let loop = music(frames: 10_000)
    let first = try Resampler.resample(loop, from: .compactDisc, to: .studio)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { try Resampler.resample(loop, from: .compactDisc, to: .studio) }
      }
      for try await result in group { #expect(result == first) }
    }
  }

  /// Noise that is the same each time.
  private func music(frames: Int) -> [Float] {
    var state: UInt32 = 1
    return (0..<frames).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 24) - 0.5
    }
  }
}

extension SampleRate {
  fileprivate static let lowestForTests = SampleRate(hertz: 8_000)!
}
