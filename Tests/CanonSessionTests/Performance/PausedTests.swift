import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession

/// When a performance counts as paused.
@Suite struct PausedTests {
  @Test(
    "It is paused while a stem is held that would be heard now or soon",
    arguments: [
      (.play, true), (.playThenStop(change(at: 9)), true), (.wait(change(at: 9)), true),
      (.muteThenPlay(change(at: 9)), true), (.stop, false), (.mute, false),
      (.muteThenStop(change(at: 9)), false),
    ] as [(StemStatus, Bool)])
  func held(status: StemStatus, isPaused: Bool) {
    let stems: [(isHeld: Bool, status: StemStatus)] = [(true, status), (false, .play)]
    #expect(stems.isPaused == isPaused)
  }
}
