import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

/// Pauses and panics, as sentences and as JSON.
@Suite struct PauseTextTests {
  private let now: FramePosition = 48_000
  private let later: FramePosition = 1_152_000

  private func text(_ event: PerformanceEvent) -> String? { EventText.line(for: event, in: moment(at: now)) }
  private func json(_ event: PerformanceEvent) -> String { EventRecord(event, in: moment(at: now)).json }

  @Test func aPauseIsToldOfThePerformanceOrOfItsStem() {
    #expect(text(.paused(nil, true, at: now)) == "The performance is paused.")
    #expect(text(.paused(nil, false, at: now)) == "The performance is resumed.")
    #expect(text(.paused(violin, true, at: now)) == "violin-a: paused.")
    #expect(
      text(.paused(nil, true, at: later)) == "The performance is paused, from loop 2 (frame 1152000) on.")
    #expect(json(.paused(nil, true, at: later)) == #"{"event":"paused","frame":1152000}"#)
    #expect(
      json(.paused(violin, false, at: now)) == #"{"event":"resumed","frame":48000,"stem":"violin-a"}"#)
  }

  @Test func aPanicSaysWhatIsLeftToDo() {
    #expect(
      text(.panic(at: now))
        == "Panic: every stem has stopped, and nothing is pending. Start the base by name.")
    #expect(json(.panic(at: now)) == #"{"event":"panic","frame":48000}"#)
  }

  @Test func quietPassesOverThem() {
    #expect(!PerformanceEvent.paused(nil, true, at: now).needsAttention)
    #expect(!PerformanceEvent.panic(at: now).needsAttention)
  }

  @Test func theStatusSaysThatThePerformanceIsPausedAndWhichStemsAre() {
    let lines = StatusText.status(moment(.play, isHeld: true))
    #expect(lines.contains(#"Paused: the clock runs on. Type "resume" to hear it again."#))
    #expect(lines.last == "violin-a: playing. Gain -5.3 dB, pan 0.25. Paused.")
    #expect(!StatusText.status(moment(.play)).contains { $0.contains("Paused") })
  }

  @Test(
    "A performance is paused while something that would be heard is held",
    arguments: [
      (StemStatus.play, true), (.wait(change(at: 9)), true), (.muteThenPlay(change(at: 9)), true),
      (.playThenStop(change(at: 9)), true), (.stop, false), (.mute, false),
    ])
  func isPaused(status: StemStatus, isPaused: Bool) {
    #expect(moment(status, isHeld: true).isPaused == isPaused)
    #expect(!moment(status, isHeld: false).isPaused)
  }
}
