import CanonEngine
import CanonFiles
import CanonSession
import Testing

@testable import CanonControl
@testable import CanonSession

/// Refusals that no line of text alone can cause: each names the thing and the remedy.
@Suite struct RefusalSentenceTests {
  private static let file = FileProblems([
    FileProblem(file: "a.wav", found: "x", expected: "y", remedy: "Do z.")
  ])

  @Test(
    "Refusals about stems and scenes",
    arguments: [
      (
        .noneMeant(["all"]),
        "\"all\" means every stem but the base, and there is none. Name the base."
      ),
      (
        .noMoreScenes(after: "finale"),
        "no scene comes after \"finale\", the last one. Use previous, or scene with a name."
      ),
      (
        .noEarlierScene(before: "verse"),
        "no scene comes before \"verse\", the first one. Use next, or scene with a name."
      ),
      (.noMoreScenes(after: nil), "this set defines no scenes. Add some with [[scene]] in its set file."),
      (
        .noEarlierScene(before: nil),
        "no scene was run yet, so none comes before it. Use next for the first one."
      ),
      (
        .needEnded(stem: "a"),
        "a was not started: a stem that its door needs has just ended. Start that one first."
      ),
      (.notLoaded(stem: "a", file), "\"a\" cannot sound: a.wav: found x, expected y. Do z."),
    ] as [(CommandProblem, String)])
  func stems(problem: CommandProblem, sentence: String) { #expect(problem.message == sentence) }

  @Test(
    "Refusals of an undo",
    arguments: [
      (.nothingToUndo, "there is nothing to undo: you have changed nothing yet, or all of it is undone."),
      (
        .overridden("gain a -6.0", [Overriding("a", by: "door")]),
        "\"gain a -6.0\" cannot be undone: others have changed the same since (a by door)."
      ),
      (
        .overridden("mute a b", [Overriding("a", by: "door"), Overriding("b", by: "osc")]),
        "\"mute a b\" cannot be undone: others have changed the same since (a by door, b by osc)."
      ),
    ] as [(CommandProblem, String)])
  func undo(problem: CommandProblem, sentence: String) { #expect(problem.message == sentence) }

  @Test(
    "Refusals about times and places",
    arguments: [
      (
        .cannotWait("quit"),
        "\"quit\" cannot wait for a time. Commands that can: press, start, stop, mute, unmute, cancel, gain, pan, solo, pause, resume, fade, panic, scene, next, previous, seek or freeze."
      ),
      (
        .noSuchTime(.at(.bar(9))),
        "there is no \"at bar 9\": the set has no such unit, or it is too far in the future. Use loop or s, or an earlier time."
      ),
      (
        .noSuchPlace(.to(.bar(17))),
        "there is no place \"bar 17\" in the music: the set has no such unit, or it is too far away. Use loop or s, or a nearer place."
      ),
      (
        .noSuchPlace(.by(.bars(2), isBack: true)),
        "there is no place \"-2 bars\" in the music: the set has no such unit, or it is too far away. Use loop or s, or a nearer place."
      ),
      (
        .longPast(.at(.loop(1)), seconds: 3723.4),
        "\"at loop 1\" was 3723.4 s ago, more than an hour. Give the command without a time, or one to come."
      ),
      (
        .tooManyWaiting(1000),
        "1000 commands wait already. End some with cancel at NUMBER, or all with cancel at all."
      ),
      (.notWaiting(3, waiting: []), "no command 3 waits. None does."),
      (.notWaiting(3, waiting: [1]), "no command 3 waits. These do: 1. Use one of them, or all."),
      (
        .notWaiting(3, waiting: [1, 2, 7]),
        "no command 3 waits. These do: 1, 2 and 7. Use one of them, or all."
      ),
    ] as [(CommandProblem, String)])
  func times(problem: CommandProblem, sentence: String) { #expect(problem.message == sentence) }

  @Test("If thousands of commands wait, the first twenty are named")
  func manyWaiting() {
    let problem = CommandProblem.notWaiting(5000, waiting: Array(1...1000))
    for text in [problem.message, problem.text(.japanese)] {
      #expect(text.contains("20") && !text.contains("21"), "\(text)")
    }
  }

  @Test(
    "Refusals about a reload, an edition and the end",
    arguments: [
      (.notReloaded(file), "nothing was reloaded: a.wav: found x, expected y. Do z."),
      (
        .outOfDate,
        "the set is being read again, and this does not fit what is read. Repeat it in a moment."
      ),
      (
        .noPort("hall"),
        "nothing was reloaded: JACK gives no port for \"hall\". Remove stems or buses, or start jackd with more ports (--port-max)."
      ),
      (
        .noEdition(2),
        "the journal does not have the text of edition 2. Render it as canon wrote it, or remove the line."
      ),
      (.ended, "the performance has ended. Repeat the command when canon plays again."),
      (
        .busy,
        "the engine is busy: too many commands are waiting. This one will be received later."
      ),
    ] as [(CommandProblem, String)])
  func reload(problem: CommandProblem, sentence: String) { #expect(problem.message == sentence) }

  @Test("A performance takes only so many commands before it begins, and says how many")
  func tooMany() {
    #expect(
      CommandProblem.tooMany(2000).message.hasPrefix("2000 commands are waiting already."))
  }
}
