import CanonControl
import CanonControlSupport
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems
import Testing

/// What is told when the music moves, stands, or is read again, and of commands that wait.
@Suite struct MusicMovesTextTests: EventTelling {
  private let waiting = [
    WaitingCommand(number: 3, command: .panic, at: 1_152_000, by: .input),
    WaitingCommand(number: 4, command: .next(nil), at: 2_304_000, by: .keyboard),
  ]

  @Test("The music moves to a place, stands at it, and goes on from it, and who requested it is named")
  func moves() {
    #expect(
      text(.seeks(to: 1_332_000, at: now, by: .keyboard))
        == "The music moves to loop 2, bar 2, beat 2 (frame 48000) (requested by keyboard).")
    #expect(
      text(.frozen(0, at: now, by: .input))
        == "The music stands still at loop 1 (frame 48000) (requested by input).")
    #expect(
      text(.goesOn(from: 36_000, at: now, by: .mouse))
        == "The music goes on from loop 1, bar 1, beat 2 (frame 48000) (requested by mouse).")
  }

  @Test("The clock that moved on is told in frames", arguments: [(1, "1 frame"), (4096, "4096 frames")])
  func skipped(frames: FrameCount, told: String) {
    #expect(
      text(.skipped(from: 96_000, frames: frames))
        == "The clock moved on by \(told) at frame 96000; the music goes on in phase.")
  }

  @Test("A reload is announced unless it takes effect at once")
  func reloading() {
    #expect(
      text(.reloading(at: later, by: .socket))
        == "What was read again takes effect at loop 2 (frame 1152000) (requested by socket).")
    #expect(text(.reloading(at: now, by: .socket)) == nil)
  }

  @Test("Another tempo and key are announced, and told when they play, with what else has changed")
  func playback() {
    let playback = Playback(tempo: .beats(Tempo(92)!), key: Transposition(cents: 200)!)
    #expect(
      text(.reloading(at: later, playback: playback, by: .socket))
        == "From loop 2 (frame 1152000) on the music plays at tempo 92, 2 semitones higher (requested by socket)."
    )
    let lower = Playback(tempo: .percent(115_000), key: Transposition(cents: -1)!)
    for (changes, sentence) in [
      (ReloadChanges(playback: lower), "The music plays at 115 % of its tempo, 1 cent lower."),
      (
        ReloadChanges(added: ["a"], playback: .original),
        "The music plays in its own tempo, in its own key. The set is as its files are now (new: a)."
      ),
    ] {
      #expect(text(.reloaded(changes, moment(), at: now, by: .input)) == sentence)
    }
  }

  @Test("Files of the door folder are announced, and told with their stems and the days of their doors")
  func files() throws {
    let tokyo = try Zone("Asia/Tokyo"), day = try AsOf.parse("2026-12-06", zone: tokyo)
    #expect(
      text(.reloading(at: later, by: .folder))
        == "New files of the door folder become stems at loop 2 (frame 1152000).")
    let files = ["a", "b"].map {
      ReloadChanges.AddedFile(file: "2026-12-06_\($0).wav", stem: $0, opens: day, zone: tokyo)
    }
    #expect(
      text(.reloaded(ReloadChanges(added: ["a", "b"], files: files), moment(), at: now, by: .folder))
        == "New in the set: \"a\" from \"2026-12-06_a.wav\", with a door on 2026-12-06 (Asia/Tokyo). "
        + "New in the set: \"b\" from \"2026-12-06_b.wav\", with a door on 2026-12-06 (Asia/Tokyo).")
  }

  @Test(
    "A reload tells which stems are new, gone or changed",
    arguments: [
      (ReloadChanges(), "Nothing has changed in the set, the schedule and the sound files."),
      (ReloadChanges(hasOther: true), "The set is as its files are now."),
      (ReloadChanges(added: ["a"]), "The set is as its files are now (new: a)."),
      (
        ReloadChanges(added: ["a"], removed: ["b", "c"], changed: ["d"], hasOther: true),
        "The set is as its files are now (new: a; gone: b and c; changed: d)."
      ),
    ])
  func reloaded(changes: ReloadChanges, sentence: String) {
    #expect(text(.reloaded(changes, moment(), at: now, by: .input)) == sentence)
  }

  @Test("A command that waits is told with its number, its frame and the time left")
  func waits() {
    #expect(
      text(.waits(waiting[0]))
        == "Waits as 3, \"panic\": received at loop 2 (frame 1152000) in 23.0 s (requested by input).")
  }

  @Test("Commands that no longer wait are told with the reason, one or several")
  func waitingEnded() {
    #expect(
      text(.waitingEnded([waiting[0]], .cancelled(by: .keyboard)))
        == "No longer waits: 3, \"panic\" (cancelled by keyboard).")
    #expect(
      text(.waitingEnded(waiting, .panic))
        == "No longer wait: 3, \"panic\"; 4, \"next\": the panic ended what waited.")
    #expect(
      text(.waitingEnded([waiting[1]], .refused(.noMoreScenes(after: "finale"))))
        == "No longer waits: 4, \"next\", because it would be refused: "
        + "no scene comes after \"finale\", the last one. Use previous, or scene with a name.")
  }

  @Test("A pause that is there already, or is not, changes nothing")
  func unchangedPause() {
    #expect(text(.pausing(nil, true, at: nil, by: .input)) == "Unchanged: the performance is paused already.")
    #expect(text(.pausing(nil, false, at: nil, by: .input)) == "Unchanged: the performance is not paused.")
    #expect(text(.pausing(violin, true, at: nil, by: .input)) == "violin-a: unchanged: paused already.")
    #expect(text(.pausing(violin, false, at: nil, by: .input)) == "violin-a: unchanged: not paused.")
  }

  @Test("Programs get the same as data: the commands' numbers, the new stems, the place of the music")
  func json() {
    #expect(json(.waitingEnded(waiting, .panic)).contains(#""event":"no-longer-waits""#))
    #expect(json(.waitingEnded(waiting, .panic)).contains(#""numbers":[3,4]"#))
    let changes = ReloadChanges(added: ["a"], removed: ["b"], changed: [])
    let reloaded = json(.reloaded(changes, moment(), at: now, by: .input))
    #expect(reloaded.contains(#""added":["a"]"#) && reloaded.contains(#""removed":["b"]"#))
    let seeks = json(.seeks(to: 1_332_000, at: now, by: .keyboard))
    #expect(seeks.contains(#""frame":48000"#) && seeks.contains(#""position":1332000"#))
  }
}
