import CanonControl
import CanonSession
import Testing

/// What people read who have said something that is not a command.
@Suite struct CommandProblemTests {
  private static func message(_ line: String) -> String {
    do {
      return "no problem: \(try CommandParser.parse(line))"
    } catch {
      return error.message
    }
  }

  static let badLines: [(line: String, message: String)] = [
    ("", "unknown word \"\". Type \"help\" for the words."),
    ("   \t", "unknown word \"\". Type \"help\" for the words."),
    ("play cello", "unknown word \"play\". Type \"help\" for the words."),
    ("strat cello", "unknown word \"strat\". Did you mean \"start\"? Type \"help\" for the words."),
    ("Press cello", "unknown word \"Press\". Did you mean \"press\"? Type \"help\" for the words."),
    ("press", "press: a stem is missing. Use: press STEM… [QUANTUM], e.g. press violin-a"),
    ("cancel", "cancel: a stem is missing. Use: cancel STEM…, e.g. cancel all"),
    (
      "gain",
      "gain: a stem is missing. Use: gain STEM… DECIBELS [QUANTUM] [over LENGTH], e.g. gain violin-a -12 over 2 bars"
    ),
    ("pan", "pan: a stem is missing. Use: pan STEM… PAN [QUANTUM] [over LENGTH], e.g. pan violin-a 0.3"),
    ("skip", "skip: a number is missing. Use: skip FRAMES, e.g. skip 4096"),
    ("skip 1 2", "skip: \"2\" is one word too many. Use: skip FRAMES"),
    ("quit now", "quit: \"now\" is one word too many. Use: quit"),
  ]

  @Test("A line that is not a command is answered with one sentence", arguments: badLines)
  func badLine(line: String, message: String) {
    #expect(Self.message(line) == message)
  }

  @Test(
    "A mistyped word may be corrected to one that only shows something",
    arguments: ["statu", "doros", "halp"])
  func views(word: String) throws {
    let problem = try #require(
      #expect(throws: CommandProblem.self) { try CommandParser.read(word, at: .lines) })
    let meant = ["statu": "status", "doros": "doors", "halp": "help"][word]!
    #expect(
      problem.message == "unknown word \"\(word)\". Did you mean \"\(meant)\"? Type \"help\" for the words.")
    #expect(
      Self.message(word) == "unknown word \"\(word)\". Type \"help\" for the words.",
      "where it is none, in a score")
  }

  @Test(
    "What is not a quantum is answered with those that there are",
    arguments: [
      "bar:0", "bar:-1", "bar:", ":2", "now:2", "bars:2", "bar:2:3", "bar:1000001", "bar:x", "bar:２x",
    ])
  func badQuantum(text: String) {
    #expect(
      Self.message("start violin-a \(text)")
        == "\"\(text)\" is not a quantum. Expected now, beat, bar, loop, stem or cycle, with a count if wanted, as bar:2."
    )
  }

  @Test(
    "A gain is a number from -120 to 24", arguments: ["loud", "24.1", "-120.5", "nan", "inf", "1e400", "6dB"])
  func badGain(text: String) {
    #expect(
      Self.message("gain cello \(text)")
        == "gain: \"\(text)\" is not a number of decibels from -120 to 24, e.g. gain cello -6.")
  }

  @Test("A pan is a number from -1 to 1", arguments: ["left", "1.01", "-2", "nan", "0,5"])
  func badPan(text: String) {
    #expect(
      Self.message("pan cello \(text)")
        == "pan: \"\(text)\" is not a number from -1 (left) to 1 (right), e.g. pan cello 0.3.")
  }

  @Test(
    "A skip is a whole number of frames",
    arguments: ["-1", "1.5", "1000000000001", "99999999999999999999", "all"])
  func badSkip(text: String) {
    #expect(
      Self.message("skip \(text)")
        == "skip: \"\(text)\" is not a number of frames from 0 to 1000000000000, e.g. skip 4096.")
  }

  @Test func aMegabyteWithoutAnEndIsRefusedAtOnce() {
    let line = "press " + String(repeating: "x", count: (1 << 20) - 6)
    #expect(
      Self.message(line) == "a line of 1048576 bytes is too long. Expected a command of at most 1000.")
  }

  @Test func theLongestLineIsStillRead() {
    let longest = "press " + String(repeating: "x", count: 994)
    #expect(Self.message(longest).hasPrefix("no problem"))
    #expect(
      Self.message(longest + "x")
        == "a line of 1001 bytes is too long. Expected a command of at most 1000.")
  }

  @Test func aLineIsMeasuredInBytes() {
    let message = Self.message("press " + String(repeating: "琴", count: 400))
    #expect(message == "a line of 1206 bytes is too long. Expected a command of at most 1000.")
  }

  @Test func aMissingNumberIsNotCalledAMissingStem() {
    #expect(
      Self.message("gain cello")
        == "gain: a number is missing. Use: gain STEM… DECIBELS [QUANTUM] [over LENGTH], e.g. gain violin-a -12 over 2 bars"
    )
    #expect(
      Self.message("pan cello")
        == "pan: a number is missing. Use: pan STEM… PAN [QUANTUM] [over LENGTH], e.g. pan violin-a 0.3")
  }

  @Test func controlCharactersAreShownAndNotSent() {
    #expect(
      Self.message("\u{1b}[31mpress\u{7}")
        == "unknown word \"\\u{1b}[31mpress\\u{7}\". Type \"help\" for the words.")
    #expect(
      Self.message("gain cello \u{202e}6")
        == "gain: \"\\u{202e}6\" is not a number of decibels from -120 to 24, e.g. gain cello -6.")
    #expect(Self.message("\u{0}\u{9f}") == "unknown word \"\\u{0}\\u{9f}\". Type \"help\" for the words.")
  }

  @Test func aLongWordIsCutInItsMessage() {
    #expect(
      Self.message(String(repeating: "a", count: 900))
        == "unknown word \"\(String(repeating: "a", count: 60))…\". Type \"help\" for the words.")
  }
}
