import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// Commands that wait for a time (`at`, `in`), and those that end them (`cancel at`).
@Suite struct WaitingFormsTests {
  private let press = ControlCommand.request(.press, StemSelection(["cello"]), nil)

  private func parsed(_ line: String) throws -> ControlCommand { try CommandParser.parse(line, at: .lines) }

  private func problem(_ line: String, at place: Place = .lines) -> CommandProblem? {
    do throws(CommandProblem) {
      _ = try CommandParser.parse(line, at: place)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A time is a frame in one word, or a number and its unit in two",
    arguments: [
      ("@480000", .frame(480_000)), ("@0", .frame(0)), ("bar 9", .bar(9)), ("loop 1", .loop(1)),
      ("12.5 s", .seconds(12.5)), ("0 s", .seconds(0)), ("1e1 s", .seconds(10)),
    ] as [(String, ScoreTime)])
  func times(text: String, time: ScoreTime) throws {
    #expect(try parsed("at \(text) press cello") == .wait(.at(time), press))
  }

  @Test(
    "A length is a number and its unit",
    arguments: [
      ("2 bars", .bars(2)), ("1 loop", .loops(1)), ("12.5 s", .microseconds(12_500_000)),
      ("8 frames", .frames(8)),
    ]
      as [(String, TimeLength)])
  func lengths(text: String, length: TimeLength) throws {
    #expect(try parsed("in \(text) press cello") == .wait(.later(length), press))
  }

  @Test("The command keeps its own quantum, fade and quoted names")
  func commands() throws {
    #expect(
      try parsed("at bar 9 gain \"my stem\" -6 loop over 2 bars")
        == .wait(
          .at(.bar(9)),
          .gain(StemSelection(["my stem"]), Decibels(-6)!, Fade(quantum: .loop, length: .bars(2)))))
    #expect(try parsed("in 2 s seek +10 s").description == "in 2 s seek +10 s")
  }

  @Test(
    "What is no time is told what a time is",
    arguments: [
      "bar 0", "bar 1.5", "loop -1", "-1 s", "nan s", "1e99 s", "beat 3", "9 bar", "@-1", "@x",
      "@2251799813685249",
    ])
  func badTime(text: String) {
    guard case .invalid(let shown, .time, let word)? = problem("at \(text) press cello") else {
      Issue.record("\(text)")
      return
    }
    #expect(word.name == "at" && text.hasPrefix(shown))
  }

  @Test("What is no length is told what a length is", arguments: ["1.5 bars", "-1 s", "2 hours", "bars 2"])
  func badLength(text: String) {
    guard case .invalid(text, .length, let word)? = problem("in \(text) press cello") else {
      Issue.record("\(text)")
      return
    }
    #expect(word.name == "in")
  }

  @Test("A missing time and a missing command are named")
  func missing() {
    func message(_ line: String) -> String? { problem(line)?.message }
    #expect(message("at")?.hasPrefix("at: a time is missing. Use: at TIME COMMAND") == true)
    #expect(message("at bar")?.hasPrefix("at: a time is missing. ") == true)
    #expect(message("at bar 9")?.hasPrefix("at: a command is missing. ") == true)
    #expect(message("at @9")?.hasPrefix("at: a command is missing. ") == true)
    #expect(message("in 2 bars")?.hasPrefix("in: a command is missing. ") == true)
    #expect(message("in 2")?.hasPrefix("in: a length is missing. Use: in LENGTH COMMAND") == true)
  }

  @Test(
    "Not all commands can wait",
    arguments: [
      "quit", "undo", "reload", "skip 5", "replace cello a.wav", "toggle master", "status",
      "at bar 2 press cello",
      "help",
    ])
  func cannotWait(command: String) {
    let word = String(command.prefix { $0 != " " })
    #expect(problem("at bar 9 \(command)") == .cannotWait(word))
    #expect(problem("at bar 9 cancel at 3") == .cannotWait("cancel at"), "which cancel can")
  }

  @Test("A mistake within the command is told as that of the command alone, at each place")
  func mistakes() {
    for line in ["strat cello", "gain cello loud", "start", "scene a b"] {
      #expect(problem("at bar 9 \(line)") == problem(line))
    }
    #expect(problem("in 2 s quit", at: .network) == problem("quit", at: .network))
    #expect(
      problem("at bar 9 press cello", at: .scenes)?.message.contains("cannot be part of a scene") == true)
  }

  @Test("A command that waits is ended by its number, or with all others")
  func ending() throws {
    #expect(try parsed("cancel at 3") == .endWaiting(3))
    #expect(try parsed("cancel at all") == .endWaiting(nil))
    for text in ["0", "-1", "x", "1.5", "bar"] {
      guard case .invalid(text, .waiting, _)? = problem("cancel at \(text)") else {
        Issue.record("\(text)")
        continue
      }
    }
  }

  @Test("A stem may be called at: alone, or among others, it is cancelled as a stem")
  func stemCalledAt() throws {
    #expect(try parsed("cancel at") == .request(.cancel, StemSelection(["at"]), nil))
    #expect(try parsed("cancel cello at") == .request(.cancel, StemSelection(["cello", "at"]), nil))
    #expect(
      try parsed("cancel at cello all") == .request(.cancel, StemSelection(["at", "cello", "all"]), nil))
  }
}
