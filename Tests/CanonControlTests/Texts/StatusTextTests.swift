import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession

/// The answers to `status` and `doors`.
@Suite struct StatusTextTests {
  private let tokyo: Tokyo

  init() throws { tokyo = try Tokyo("2026-12-05T12:00") }

  // MARK: - status

  @Test func statusSaysWhereTheClockIsAndWhatEachStemDoes() {
    #expect(
      StatusText.status(moment(at: 324_000, .stop)) == [
        "Canon in D: now at loop 1, bar 3, beat 2 (frame 324000).", "Common cycle: 1 loop (24.0 s).",
        "Elapsed: 0:00:06. Left in this loop: 17.3 s.",
        "cello: playing. Gain 0.0 dB, pan 0.0. Base.", "violin-a: stopped. Gain -5.3 dB, pan 0.25.",
      ])
  }

  @Test func statusTellsWhatIsRecorded() {
    var moment = moment(at: 9)
    moment.recording = RecordStatus(path: "take.wav", frames: 48_000 * 65, sampleRate: .studio)
    #expect(StatusText.status(moment)[1] == "Recording to take.wav: 0:01:05.")
    moment.recording?.lost = 48_000
    #expect(StatusText.status(moment)[1] == "Recording to take.wav: 0:01:05, 1.0 s lost.")
  }

  @Test func statusHasTheMarks() {
    var moment = moment(at: 9)
    moment.marks = [Mark(number: 1, place: 144_000), Mark(number: 3, place: 1_152_000)]
    #expect(
      StatusText.status(moment).suffix(2) == [
        "Mark 1: loop 1, bar 2, beat 1 (frame 144000).", "Mark 3: loop 2 (frame 1152000).",
      ])
    #expect(
      StatusRecord(moment, preview: nil).json.contains(
        #""marks":[{"number":1,"position":144000},{"number":3,"position":1152000}]"#))
  }

  @Test func statusTellsWhatIsPending() {
    #expect(
      StatusText.status(moment(at: 1_104_000, .wait(change(at: 1_152_000)))).last
        == "violin-a: waiting; plays at loop 2 (frame 1152000) in 1.0 s (requested by input). "
        + "Gain -5.3 dB, pan 0.25.")
  }

  @Test func aRequestThatTheEngineHasNotReceivedIsNoFact() {
    #expect(
      StatusText.status(moment(.wait(change(at: 1_152_000)), requested: .stop)).last
        == "violin-a: waiting; plays at loop 2 (frame 1152000) in 24.0 s (requested by input). "
        + "Stops, not received yet. Gain -5.3 dB, pan 0.25.")
    #expect(
      StatusText.status(moment(requested: .play)).last
        == "violin-a: stopped. Plays, not received yet. Gain -5.3 dB, pan 0.25.")
  }

  @Test func aFileThatIsNotTheSetsIsTold() {
    #expect(
      StatusText.status(moment(.play, file: "take 2\u{7}.wav")).last
        == "violin-a: playing. Gain -5.3 dB, pan 0.25. File take 2\\u{7}.wav.")
  }

  @Test func aLockedStemIsShownWithItsDateAndTheTimeLeft() throws {
    let locked = DoorStatus.locked(opens: try tokyo("2026-12-06"))
    #expect(
      StatusText.status(moment(zone: tokyo.zone, door: locked, now: tokyo.now)).last
        == "violin-a: stopped. Gain -5.3 dB, pan 0.25. Opens Sunday 2026-12-06, in 12 hours (Asia/Tokyo).")
    #expect(
      StatusText.doors(moment(zone: tokyo.zone, door: locked, now: tokyo.now))
        == ["cello: No door: open.", "violin-a: Opens Sunday 2026-12-06, in 12 hours (Asia/Tokyo)."])
  }

  @Test func anOpenDoorIsMentionedInTheStatusOnlyIfItWillShut() throws {
    let since = try tokyo("2026-11-29"), until = try tokyo("2027-02-02T18:00")
    let open = moment(zone: tokyo.zone, door: .open(since: since, until: nil), now: tokyo.now)
    #expect(StatusText.status(open).last == "violin-a: stopped. Gain -5.3 dB, pan 0.25.")
    #expect(StatusText.doors(open).last == "violin-a: Open since Sunday 2026-11-29 (Asia/Tokyo).")
    let limited = moment(zone: tokyo.zone, door: .open(since: since, until: until), now: tokyo.now)
    let text = "Open since Sunday 2026-11-29, until Tuesday 2027-02-02 18:00 (Asia/Tokyo)."
    #expect(StatusText.status(limited).last == "violin-a: stopped. Gain -5.3 dB, pan 0.25. " + text)
    #expect(StatusText.doors(limited).last == "violin-a: " + text)
  }

  @Test func aDoorThatIsOverSaysSo() throws {
    let over = DoorStatus.over(since: try tokyo("2026-02-02"))
    #expect(
      StatusText.status(moment(zone: tokyo.zone, door: over, now: tokyo.now)).last
        == "violin-a: stopped. Gain -5.3 dB, pan 0.25. Shut since Monday 2026-02-02, for good (Asia/Tokyo).")
  }

  @Test func withoutAScheduleThereAreNoDoors() {
    #expect(StatusText.doors(moment()) == ["cello: No door: open.", "violin-a: No door: open."])
  }
}
