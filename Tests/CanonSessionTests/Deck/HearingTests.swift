import CanonEngine
import Testing

@testable import CanonSession

/// When a stem is heard, frame by frame, with ramps of 240 frames, at least 48.
@Suite struct HearingTests {
  private let ramps = Hearing.Ramps(usual: 240, shortest: 48, panic: 120, release: 0, isWhole: { $0 == 0 })

  /// A stem that has played since frame 0, and whose stop on a frame becomes known on another.
  private func stopping(at end: FramePosition, known: FramePosition) -> Hearing {
    var hearing = Hearing()
    hearing.change(from: .stop, to: .play, at: 0)
    hearing.change(from: .play, to: .playThenStop(PendingChange(at: end, by: .input)), at: known)
    return hearing
  }

  private func factors(_ hearing: Hearing, _ frames: [FramePosition]) -> [Float] {
    frames.map { hearing.loop(at: $0, ramps) }
  }

  @Test func anEndThatIsKnownInTimeFallsOverTheUsualRamp() {
    let hearing = stopping(at: 1000, known: 500)
    #expect(factors(hearing, [0, 760, 880, 1000]) == [1, 1, 0.5, 0])
  }

  @Test func anEndThatIsKnownLateFallsInWhatIsLeft() {
    let hearing = stopping(at: 1000, known: 900)
    #expect(factors(hearing, [900, 950, 1000]) == [1, 0.5, 0])
  }

  @Test func anEndAtOnceTakesTheShortestRamp() {
    let hearing = stopping(at: 1000, known: 1000)
    #expect(factors(hearing, [1000, 1024, 1048]) == [1, 0.5, 0])
  }

  @Test func aPanicTakesItsOwnRamp() {
    var hearing = stopping(at: 5000, known: 500)
    hearing.silence(at: 1000)
    hearing.change(from: .play, to: .stop, at: 1000)
    #expect(factors(hearing, [1000, 1060, 1120]) == [1, 0.5, 0])
  }
}
