import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonControl
@testable import CanonSession

/// Every event as a whole sentence.
@Suite struct EventTextTests {
  private func text(_ event: PerformanceEvent, _ snapshot: Snapshot = moment()) -> String? {
    EventText.line(for: event, in: snapshot)
  }

  private func answer(
    _ answer: EngineEvent.Answer, _ status: StemStatus, at frame: FramePosition = 1_152_000,
    position: FramePosition = 1_152_000
  ) -> String? {
    text(.answered(violin, answer, status: status, at: frame, by: .input), moment(at: position, status))
  }

  // MARK: - Answers

  @Test(
    "A pending change is told with its frame, the time left and who asked",
    arguments: [
      (StemStatus.wait(change(at: 2_304_000)), "waiting; plays"),
      (.playThenMute(change(at: 2_304_000)), "playing; mutes"),
      (.playThenStop(change(at: 2_304_000)), "playing; stops"),
      (.muteThenPlay(change(at: 2_304_000)), "muted; plays"),
      (.muteThenStop(change(at: 2_304_000)), "muted; stops"),
    ])
  func pending(status: StemStatus, words: String) {
    #expect(
      answer(.accepted, status, position: 1_617_600)
        == "violin-a: \(words) at loop 3 (frame 2304000) in 14.3 s (requested by input).")
  }

  @Test("Who asked is named", arguments: Asker.usual)
  func whoAsked(source: Asker) {
    let status = StemStatus.wait(change(at: 2_304_000, by: source))
    #expect(
      answer(.accepted, status, position: 2_304_000)
        == "violin-a: waiting; plays at loop 3 (frame 2304000) in 0.0 s (requested by \(source.word)).")
  }

  @Test func whatHappensOnTheVeryFrameIsToldOnceByTheChange() {
    #expect(answer(.accepted, .wait(change(at: 1_152_000)), at: 1_152_000) == nil)
    #expect(answer(.unchanged, .wait(change(at: 1_152_000)), at: 1_152_000) != nil)
  }

  @Test(
    "Taking back leaves nothing pending",
    arguments: [(StemStatus.stop, "stopped"), (.play, "playing"), (.mute, "muted")])
  func cancelled(status: StemStatus, word: String) {
    #expect(answer(.accepted, status) == "violin-a: \(word), nothing pending.")
  }

  @Test func whatAlreadyIsIsUnchanged() {
    #expect(answer(.unchanged, .play) == "violin-a: unchanged: playing.")
    #expect(
      answer(.unchanged, .wait(change(at: 1_200_000)))
        == "violin-a: unchanged: waiting; plays at loop 2, bar 1, beat 2 (frame 1200000) in 1.0 s "
        + "(requested by input).")
  }

  @Test func whatTheEngineWouldNotStartSaysSo() {
    #expect(
      answer(.notPermitted, .mute) == "violin-a: not started: its door is shut. It stays muted.")
  }

  @Test(
    "An event is reported with its position",
    arguments: [(StemStatus.stop, "stopped"), (.play, "playing"), (.mute, "muted")])
  func changed(status: StemStatus, word: String) {
    #expect(
      text(.changed(violin, status: status, at: 1_152_000, by: .input))
        == "violin-a: \(word) since loop 2 (frame 1152000).")
  }

  // MARK: - Places

  @Test(
    "A place is a loop, with bar and beat where it is not the loop's first frame",
    arguments: [
      (0, "loop 1 (frame 0)"), (1, "loop 1, bar 1, beat 1 (frame 1)"),
      (324_000, "loop 1, bar 3, beat 2 (frame 324000)"), (323_999, "loop 1, bar 3, beat 1 (frame 323999)"),
      (1_151_999, "loop 1, bar 8, beat 4 (frame 1151999)"), (1_152_000, "loop 2 (frame 1152000)"),
      (1_152_000_000_000, "loop 1000001 (frame 1152000000000)"),
    ] as [(FramePosition, String)])
  func places(frame: FramePosition, place: String) {
    #expect(
      text(.changed(violin, status: .play, at: frame, by: .clock)) == "violin-a: playing since \(place).")
  }

  @Test func withoutATempoAPlaceIsALoop() {
    let grid = Grid(loop: GridLine(numerator: 1000, denominator: 3)!)
    #expect(
      text(.changed(violin, status: .play, at: 334, by: .clock), moment(grid: grid))
        == "violin-a: playing since loop 2 (frame 334).")
  }

  @Test func beforeTheFirstServerAPlaceIsAFrame() {
    #expect(
      text(.changed(violin, status: .play, at: 334, by: .clock), moment(rate: nil, grid: nil))
        == "violin-a: playing since frame 334.")
  }

  @Test func timeLeftHasOneDecimalAndIsNeverNegative() {
    for (frames, left) in [(0, "0.0"), (2399, "0.0"), (2400, "0.1"), (47_999, "1.0"), (-48_000, "0.0")] {
      let status = StemStatus.wait(change(at: 100_000 + Int64(frames)))
      #expect(answer(.accepted, status, position: 100_000)?.contains(" in \(left) s (requested") == true)
    }
  }

  // MARK: - Levels, skips, refusals, notes

  @Test func theRestOfTheEvents() throws {
    #expect(text(.rolling) == "The clock starts.")
    #expect(
      text(.skipped(from: 1000, frames: 4096))
        == "The clock moved on by 4096 frames at frame 1000; the music goes on in phase.")
    #expect(
      try text(.refused(refusal(), by: .input))
        == "Refused: \"violin-a\" is locked until 2026-12-06 (Asia/Tokyo), in 12 hours.")
    #expect(text(.note(.waitsForClock("quit"))) == "\"quit\" takes effect when the clock starts.")
  }

  @Test func oneFrameIsOneFrame() {
    #expect(
      text(.skipped(from: 1000, frames: 1))
        == "The clock moved on by 1 frame at frame 1000; the music goes on in phase.")
    #expect(text(.driver(.periodChanged(1))) == "The server's period is now 1 frame.")
  }
}
