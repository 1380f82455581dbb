import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

/// Pauses and panics, as sentences and as JSON.
@Suite struct PauseTextTests: EventTelling {
  @Test func aPauseIsToldOfThePerformanceOrOfItsStem() {
    #expect(text(.paused(nil, true, at: now, by: .input)) == "The performance is paused.")
    #expect(text(.paused(nil, false, at: now, by: .input)) == "The performance is resumed.")
    #expect(text(.paused(violin, true, at: now, by: .input)) == "violin-a: paused.")
    #expect(
      json(.paused(nil, true, at: now, by: .input))
        == #"{"by":"input","event":"paused","frame":48000,"position":48000}"#)
    #expect(
      json(.paused(violin, false, at: now, by: .input))
        == #"{"by":"input","event":"resumed","frame":48000,"position":48000,"stem":"violin-a"}"#)
  }

  @Test func whatIsToComeIsNotToldAsAFact() {
    #expect(
      text(.pausing(nil, true, at: later, by: .input))
        == "The performance pauses at loop 2 (frame 1152000) in 23.0 s (requested by input).")
    #expect(
      text(.pausing(violin, false, at: later, by: .input))
        == "violin-a: resumes at loop 2 (frame 1152000) in 23.0 s (requested by input).")
    #expect(
      json(.pausing(nil, true, at: later, by: .input))
        == #"{"by":"input","event":"pauses","frame":1152000,"in_seconds":23,"position":1152000}"#)
    #expect(
      json(.pausing(violin, false, at: later, by: .input))
        == #"{"by":"input","event":"resumes","frame":1152000,"in_seconds":23,"position":1152000,"stem":"violin-a"}"#
    )
  }

  @Test func whatChangesNothingIsToldAsThat() {
    #expect(
      text(.pausing(nil, true, at: nil, by: .input)) == "Unchanged: the performance is paused already.")
    #expect(text(.pausing(nil, false, at: nil, by: .input)) == "Unchanged: the performance is not paused.")
    #expect(text(.pausing(violin, true, at: nil, by: .input)) == "violin-a: unchanged: paused already.")
    #expect(text(.pausing(violin, false, at: nil, by: .input)) == "violin-a: unchanged: not paused.")
    #expect(
      json(.pausing(violin, true, at: nil, by: .input))
        == #"{"by":"input","event":"unchanged","stem":"violin-a"}"#)
  }

  @Test func aPanicSaysWhatIsLeftToDo() {
    #expect(
      text(.panic(at: now, by: .input))
        == "Panic: every stem has stopped, and nothing is pending. Start the base by name.")
    #expect(
      json(.panic(at: now, by: .input)) == #"{"by":"input","event":"panic","frame":48000,"position":48000}"#)
  }

  @Test func quietPassesOverThem() {
    #expect(!PerformanceEvent.paused(nil, true, at: now, by: .input).needsAttention)
    #expect(!PerformanceEvent.panic(at: now, by: .input).needsAttention)
  }

  @Test func theStatusSaysThatThePerformanceIsPausedAndWhichStemsAre() {
    let lines = StatusText.status(moment(.play, isHeld: true))
    #expect(lines.contains(#"Paused: the clock runs on. Type "resume" to hear it again."#))
    #expect(lines.last == "violin-a: playing. Gain -5.3 dB, pan 0.25. Paused.")
    #expect(!StatusText.status(moment(.play)).contains { $0.contains("Paused") })
  }

  @Test func theStatusSaysWhatBecomesOfAPause() {
    func line(_ isHeld: Bool, _ frame: FramePosition?) -> String? {
      StatusText.status(
        moment(.play, isHeld: isHeld, nextHeld: Snapshot.Next(value: !isHeld, at: frame))
      ).last
    }
    let start = "violin-a: playing. Gain -5.3 dB, pan 0.25."
    #expect(line(false, later) == "\(start) Pauses at loop 2 (frame 1152000).")
    #expect(line(true, later) == "\(start) Paused; resumes at loop 2 (frame 1152000).")
    #expect(line(false, nil) == "\(start) Pauses, not received yet.")
    #expect(
      !moment(.play, nextHeld: Snapshot.Next(value: true, at: later)).isPaused, "an intention is no fact")
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
