import CanonFiles
import CanonSession
import Glibc
import Testing

@testable import CanonControl

/// What the subcommands say when they cannot do what was requested, and what they tell otherwise.
@Suite struct CommandLineSentenceTests {
  private let wording = Language.english.wording

  @Test(
    "What keeps a subcommand from its work is told with the remedy",
    arguments: [
      (
        .unknownSubcommand("rendr", known: ["play", "render"]),
        "\"rendr\" is not a subcommand. Did you mean \"render\"? There are: play, render."
      ),
      (
        .unknownSubcommand("x", known: ["play", "render"]),
        "\"x\" is not a subcommand. There are: play, render."
      ),
      (
        .writtenTwice(output: "o", stem: "o/master.wav"),
        "o: the master and a stem would both be written to o/master.wav. Name another output."
      ),
      (
        .overwritesInput("a.wav"),
        "a.wav is read for this rendering and would be overwritten. Name another output."
      ),
      (
        .noDoors("Two"), "Two: there are no doors, so there is nothing to write. Name a schedule."
      ),
      (.noOpenings("d.toml"), "d.toml: no door opens within five years, so there is nothing to write."),
      (
        .notACalendar("notes.txt"),
        "notes.txt is not a calendar and would be overwritten. Name another file."
      ),
      (
        .nothingForDoors("set.toml"),
        "set.toml: every stem plays from the start, so there is nothing for a door to open."
      ),
      (.alreadyThere("set.toml"), "set.toml exists and stays as it is. Remove or rename it first."),
      (.planExists("p.toml"), "p.toml exists and stays as it is. Name a new file with --save."),
      (
        .nothingToSave("canon"),
        "canon: this canon has no JACK server, so nothing is connected and nothing is saved. Try again when it plays."
      ),
      (.noWord, "a word is missing. Try \"canon ctl status\"; \"canon ctl help\" lists the words."),
      (.unreadableAnswer("<html>"), "the answer is not understood: <html>"),
      (
        .fewFiles(9, least: 32),
        "this process may open 9 files; expected at least 32. Raise the limit: \"ulimit -n 1024\", or LimitNOFILE=1024 in a systemd unit."
      ),
      (
        .littleMemory(9, least: 512, forStems: true),
        "this process may use 9 MiB of address space; expected at least 512 MiB for these stems. Raise the limit: \"ulimit -v unlimited\", or LimitAS=infinity in a systemd unit."
      ),
    ] as [(CommandLineProblem, String)])
  func problems(problem: CommandLineProblem, sentence: String) { #expect(problem.text(.english) == sentence) }

  @Test(
    "Options are named as they are typed",
    arguments: [
      (.both("--json", "--ics"), "--json and --ics exclude each other. Give one of them."),
      (.alarmWithoutCalendar, "--alarm needs --ics. Name the calendar's file."),
      (.alarm("24:00"), "--alarm 24:00: expected 00:00 to 23:59, or off."),
      (.emptyOutput, "--output: expected the name of a sound file."),
      (
        .outside(option: "--period", value: 1, 16...16_384, .frames),
        "--period 1: expected 16 to 16384 frames."
      ),
      (.outside(option: "--loops", value: 0, 1...9, nil), "--loops 0: expected 1 to 9."),
      (.seconds(0, most: 86_400), "--seconds 0.0: expected more than 0 and at most 86400."),
      (.name("a:b"), "--name a:b: expected 1 to 63 bytes without a colon."),
      (
        .recordFormat("a.mp3"),
        "--record a.mp3: expected a name that ends in .wav or .flac, e.g. --record take-1.wav"
      ),
      (
        .privateName("canon-private"),
        "--name canon-private: this is the name of canon's private server. Choose another."
      ),
      (
        .unknownOutput("celo", known: ["cello", "master"]),
        "--connect celo: the set has no such output. Did you mean \"cello\"?"
      ),
      (
        .unknownOutput("x", known: ["cello", "master"]),
        "--connect x: the set has no such output. Expected master, or the id of a stem or a bus, or a pattern that one has."
      ),
    ] as [(OptionProblem, String)])
  func options(problem: OptionProblem, sentence: String) {
    #expect(CommandLineProblem.option(problem).text(.english) == sentence)
    let option = sentence.prefix { $0 != " " && $0 != ":" }
    #expect(CommandLineProblem.option(problem).text(.japanese).contains(option), "the same option")
  }

  @Test("One is not told as several")
  func numbers() {
    #expect(wording.problems(1) == "1 problem." && wording.problems(2) == "2 problems.")
    #expect(
      wording.openings("a.ics", 1) == "a.ics: 1 opening."
        && wording.openings("a.ics", 0) == "a.ics: 0 openings.")
    #expect(
      wording.clipped("a.wav", 1) == "a.wav: 1 sample was beyond full scale and cut. Lower the gains.")
    #expect(
      wording.clipped("a.wav", 2) == "a.wav: 2 samples were beyond full scale and cut. Lower the gains.")
    #expect(
      wording.greeting("Two", stems: ["a"])
        == ["Two: 1 stem. The base plays; layer the others with \"press STEM\".", "Stems: a"])
    #expect(wording.greeting("Two", stems: ["a", "b"]).first?.hasPrefix("Two: 2 stems. ") == true)
  }

  @Test("The greeting has the day, and the doors that are shut")
  func greeting() {
    #expect(
      wording.greeting("2026-12-06", isPreview: false, locked: []) == "Today, 2026-12-06: every door is open."
    )
    #expect(
      wording.greeting("2026-12-06", isPreview: true, locked: ["a", "b"])
        == "Preview as of 2026-12-06: locked: a, b (type \"doors\").")
    #expect(wording.preview("2026-12-06") == "This is a preview, as of 2026-12-06.")
    #expect(wording.hint == "Type \"help\" for the words, \"quit\" to end.")
  }

  @Test("A journal that ends early, or that was played on a day to come")
  func journals() {
    #expect(
      wording.endless("e.journal")
        == "e.journal: the journal does not say where the performance ended: canon or the disk was stopped before. "
        + "It is rendered as far as the journal shows that it went.")
    #expect(
      wording.journalOfTheFuture("e.journal", "2030-01-01")
        == "e.journal: the journal says that it was played until 2030-01-01, which is still to come. "
        + "Doors do not open by that; preview with --as-of.")
    #expect(
      wording.judgedAsOf("2026-12-06")
        == "a preview: the doors are judged as of 2026-12-06, not as they were played.")
    #expect(wording.acceptedForLater == "accepted. It takes effect when the clock runs.")
  }
}
