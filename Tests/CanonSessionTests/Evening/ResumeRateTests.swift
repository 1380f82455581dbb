import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession

/// An evening goes on with a server of another sample rate: frames are those of the new rate.
@Suite struct ResumeRateTests {
  @Test func barsAndLoopsCountFromTheSameMoment() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06"))
    var evening = CanonSession.Evening(
      time: clock.now, music: Music(rate: .studio, position: 5 * 11_520 + 1000))
    evening.counted = 2 * 11_520
    let session = try await SmallSet().performance(at: clock)
    await session.resume(evening)
    _ = try await session.makeEngine(at: SampleRate(hertz: 44_100)!)
    #expect(await session.counted == 2 * 10_584)
  }
}

extension Performance {
  /// The frame of bar 1 and of loop 1.
  fileprivate var counted: FramePosition { deck.counted }
}
