import Testing

@testable import CanonJack

/// What jackd's frame clock does, as it was seen, and what canon makes of it.
@Suite struct ServerClockTests {
  /// The losses that a clock finds in cycles of (time, frames).
  private func losses(_ cycles: [(UInt32, UInt32)]) -> [Int64] {
    var clock = ServerClock()
    return cycles.map { clock.lostFrames(before: $0.0, frames: $0.1) }
  }

  @Test func nothingIsLostWhileTheTimesFollowOneAnother() {
    #expect(losses([(1000, 256), (1256, 256), (1512, 256)]) == [0, 0, 0])
  }

  @Test func aGapIsLostOnce() {
    #expect(losses([(0, 256), (1024, 256), (1280, 256)]) == [0, 768, 0])
  }

  @Test func theWrapOfTheClockIsNoGap() {
    #expect(losses([(UInt32.max - 255, 256), (0, 256), (512, 256)]) == [0, 0, 256])
  }

  @Test func aChangeOfPeriodIsNoGap() {
    // An old period of 256 was delivered, but the clock advanced by the new one.
    #expect(losses([(0, 256), (1024, 1024), (2048, 1024), (2112, 64), (2176, 64)]) == [0, 0, 0, 0, 0])
  }

  @Test("A late cycle that reads the next one's time counts as a loss once, however often it occurs")
  func lateCycles() {
    // Cycle k late: it reads the time of k + 1, then k + 1 comes and reads the same.
    var cycles: [(UInt32, UInt32)] = [(0, 256)]
    for k in stride(from: UInt32(1), to: 40, by: 4) {
      cycles += [((k + 1) * 256, 256), ((k + 1) * 256, 256), ((k + 2) * 256, 256), ((k + 3) * 256, 256)]
    }
    #expect(losses(cycles).reduce(0, +) == 256)
  }

  @Test func aClockThatBeginsAnewIsFollowed() {
    #expect(losses([(5_000_000, 256), (100, 256), (356, 256), (868, 256)]) == [0, 0, 0, 256])
  }
}
