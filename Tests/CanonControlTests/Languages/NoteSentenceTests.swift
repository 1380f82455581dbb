import CanonFiles
import CanonSchedule
import CanonSession
import Testing

@testable import CanonControl

/// What canon says by itself, sentence by sentence.
@Suite struct NoteSentenceTests {
  private static let problem = FileProblem(
    file: "a.toml", found: "nothing", expected: "something", remedy: "Write it.")
  private static let told = "a.toml: found nothing, expected something. Write it."

  private func text(_ note: Note) -> String { Language.english.wording.note(note) }

  @Test(
    "Notes about commands",
    arguments: [
      (.waitsForClock("quit"), "\"quit\" takes effect when the clock starts."),
      (.waitsForServer("press a"), "No JACK server. \"press a\" will take effect when one is available."),
      (
        .neverReceived(1),
        "The performance ended before a server received a command that was waiting. It was not carried out."
      ),
      (
        .neverReceived(3),
        "The performance ended before a server received 3 commands that were waiting. None of them was carried out."
      ),
      (
        .panicWhileReading,
        "A panic came while files were read: nothing is started that was asked for before it."
      ),
      (
        .stillReading(stems: ["a"]),
        "\"a\" is still being read. What was asked for takes effect on the first boundary after that."
      ),
      (
        .stillReading(stems: ["a", "b"]),
        "2 stems are still being read. What was asked for takes effect on the first boundary after that."
      ),
      (
        .samplesLate(stem: "a"),
        "The samples of \"a\" do not come in time: it is silent until the next bar for which they are there."
      ),
      (.samplesThere(stem: "a"), "The samples of \"a\" are there again."),
      (
        .waitsForStems("reload", left: 1),
        "\"reload\" waits until all stems are read: 1 is still being read."
      ),
      (
        .waitsForStems("tempo 92", left: 3),
        "\"tempo 92\" waits until all stems are read: 3 are still being read."
      ),
      (.undone("gain a 1.0", overridden: []), "Undone: gain a 1.0."),
      (
        .undone("scene x", overridden: [Overriding("a", by: "door"), Overriding("b", by: "input")]),
        "Undone: scene x. a was changed by door since and stays as it is. b was changed by input since and stays as it is."
      ),
    ] as [(Note, String)])
  func commands(note: Note, sentence: String) { #expect(text(note) == sentence) }

  @Test(
    "A lateness is told in milliseconds, at least one, and from a second on in seconds",
    arguments: [
      (0.0001, "1 ms"), (0.0125, "13 ms"), (0.9994, "999 ms"), (1, "1.0 s"), (12.34, "12.3 s"),
      (3599.96, "3600.0 s"),
    ])
  func lateness(seconds: Double, told: String) {
    #expect(text(.late("press a", seconds: seconds)) == "\"press a\" was received \(told) after its time.")
  }

  @Test(
    "Notes about samples and connections",
    arguments: [
      (.assumed(problem), told),
      (.keptSamples(stem: "a", problem), "\"a\" plays on with the samples that it had. \(told)"),
      (
        .unreadable(stem: "a", problem),
        "\"a\" is silent, and the others play without it: \(told) Then reload."
      ),
      (
        .ownSamples(stem: "a", FileProblems([problem])),
        "\"a\" plays its own file, because the file that it played instead cannot be read again. \(told)"
      ),
      (
        .patchKept(FileProblems([problem])),
        "The connections stay as they were before, because the file is wrong: \(told)"
      ),
      (
        .pieceSkipped(2, FileProblems([problem])),
        "Piece 2 of the programme cannot be played and is skipped: \(told)"
      ),
      (.fileLeftAlone(problem), "A file of the door folder is left alone. \(told)"),
      (
        .soundNotKept(FileProblems([problem])),
        "Samples that are no longer played could not be kept for the journal: \(told)"
      ),
      (
        .soundsNotRecorded,
        "The performance ended before all its sounds were in the journal. A rendering takes them from their files as they are then."
      ),
      (
        .notLocked,
        "The stems' memory could not be locked (see \"ulimit -l\"); a busy machine may cause dropouts."
      ),
      (
        .loudness(peak: "+6.1 dBFS", isBound: false, excess: "6.1"),
        "The stems reach +6.1 dBFS together, and the outputs clip above 0 dBFS. This avoids it: gain master -6.1"
      ),
      (
        .loudness(peak: "+6.1 dBFS", isBound: true, excess: "6.1"),
        "The stems may reach (an upper bound) +6.1 dBFS together, and the outputs clip above 0 dBFS. This avoids it: gain master -6.1"
      ),
    ] as [(Note, String)])
  func samples(note: Note, sentence: String) { #expect(text(note) == sentence) }

  @Test("Notes about the clock, in the schedule's zone")
  func clock() throws {
    let zone = try Zone("Asia/Tokyo")
    let now = try AsOf.parse("1970-01-02T03:04", zone: zone)
    #expect(
      text(.clockWrong(now, zone))
        == "This machine's clock says 1970-01-02 03:04 (Asia/Tokyo), which cannot be: doors that were not seen open stay shut. "
        + "Set the clock; the doors follow at once.")
    #expect(
      text(.clockRight(now, zone)) == "This machine's clock is right again: 1970-01-02 03:04 (Asia/Tokyo).")
    #expect(
      text(.notKeptInTime).hasPrefix("The disk did not answer in time: what this canon saw of the doors"))
  }

  @Test(
    "The command that controls a canon of another name has the name, quoted if need be",
    arguments: [
      ("canon", "canon ctl"), ("second", "canon ctl --name second"),
      ("my canon", "canon ctl --name \"my canon\""),
    ])
  func control(name: String, command: String) {
    #expect(text(.control(name)) == "Control it from other programs with \"\(command)\".")
    #expect(Language.japanese.wording.note(.control(name)).contains(command))
  }
}
