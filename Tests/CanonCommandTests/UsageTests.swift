import CanonLiveSupport
import Testing

/// Wrong usage: status 2, the reason on standard error, nothing on standard output.
@Suite struct UsageTests {
  @Test func aMistypedSubcommandIsAnsweredWithTheNearest() throws {
    let canon = try Canon("chek")
    #expect(canon.status == 2)
    #expect(canon.output == [])
    #expect(canon.errors.contains { $0.contains("\"check\"") })
  }

  @Test func helpOnASubcommandThatThereIsNotIsWrongUsageToo() throws {
    #expect(try Canon("help", "chek").status == 2)
  }

  /// Arguments as words, and the first line on standard error.
  static let wrong: [(arguments: String, message: String)] = [
    ("render", "Error: Missing expected argument '--output <output>'"),
    (
      "render -o x.wav --loops 1 --seconds 1",
      "Error: --loops and --seconds exclude each other. Give one of them."
    ),
    (
      "play --connect physical:0",
      "Error: --connect physical:0: expected a port, a client, a pattern, a regular expression between slashes or physical:1, after OUTPUT= if it is not for the master."
    ),
    (
      "play --connect celo=system",
      "canon: --connect celo: the set has no such output. Did you mean \"cello\"?"
    ),
    (
      "play --connect system --no-connect",
      "Error: --connect and --no-connect exclude each other. Give one of them."
    ),
    ("play --headless --plain", "Error: --headless and --plain exclude each other. Give one of them."),
    ("render -o x.wav --loops 0", "Error: --loops 0: expected 1 to 1000000."),
    ("render -o x.wav --loops 1000001", "Error: --loops 1000001: expected 1 to 1000000."),
    ("render -o x.wav --loops two", "Error: The value 'two' is invalid for '--loops <loops>'"),
    ("render -o x.wav --seconds 0", "Error: --seconds 0.0: expected more than 0 and at most 1000000."),
    ("render -o x.wav --seconds nan", "Error: --seconds nan: expected more than 0 and at most 1000000."),
    ("render -o x.wav --seconds inf", "Error: --seconds inf: expected more than 0 and at most 1000000."),
    ("render -o x.wav --period 0", "Error: --period 0: expected 1 to 1048576 frames."),
    ("render -o x.wav --period 1048577", "Error: --period 1048577: expected 1 to 1048576 frames."),
    ("render -o x.wav --rate 7999", "Error: --rate 7999: expected 8000 to 384000 hertz."),
    ("render -o x.wav --rate 384001", "Error: --rate 384001: expected 8000 to 384000 hertz."),
    (
      "render -o x.wav --format mp3",
      "Error: The value 'mp3' is invalid for '--format <format>'. "
        + "Please provide one of 'wav16', 'wav24', 'wav32f' or 'flac'."
    ),
    ("play --name a:b", "Error: --name a:b: expected 1 to 63 bytes without a colon."),
    (
      "play --after-xrun wait",
      "Error: The value 'wait' is invalid for '--after-xrun <after-xrun>'. "
        + "Please provide one of 'move' and 'stay'."
    ),
    ("play --period 0", "Error: --period 0: expected 1 to 16384 frames."),
    ("play --period 16385", "Error: --period 16385: expected 1 to 16384 frames."),
    ("play --rate 7999", "Error: --rate 7999: expected 8000 to 384000 hertz."),
    ("doors a b", "Error: Unexpected argument 'b'"),
    ("doors --alarm 08:00", "Error: --alarm needs --ics. Name the calendar's file."),
    ("doors --ics x.ics --alarm 8", "Error: --alarm 8: expected 00:00 to 23:59, or off."),
    ("doors --ics x.ics --alarm 24:00", "Error: --alarm 24:00: expected 00:00 to 23:59, or off."),
    ("doors --jsn", "Error: Unknown option '--jsn'. Did you mean '--json'?"),
    (
      "doors --as-of soon",
      "canon: found \"soon\", expected a date as 2026-12-06, a time as 2026-12-06T18:00, or with an offset as "
        + "2026-12-06T18:00+09:00. Write digits in just these places."
    ),
  ]

  @Test("Each wrong usage is answered with what was expected", arguments: wrong)
  func wrongUsage(arguments: String, message: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let run = try CanonProcess.run(words, environment: ["JACK_DEFAULT_SERVER": "canon-test-none"])
    #expect(run.status == 2)
    #expect(run.output == [])
    #expect(run.errors.first == message)
  }

  @Test func withNothingNamedAndNothingUsualHereItSaysWhatItLookedFor() throws {
    let folder = try TestFolder()
    for subcommand in ["doors", "check", "play"] {
      let canon = try Canon(subcommand, folder: folder.path)
      #expect(canon.status == 2)
      #expect(canon.output == [])
      #expect(
        canon.errors == [
          "canon: no schedule or set is named, and there is neither set.toml nor Schedules/advent-2015.toml here, "
            + "nor an installed schedule."
        ])
    }
  }

  @Test(
    "What was typed is shown without its control characters",
    arguments: [
      ["play", "--name", "\u{1b}[31m:"], ["render", "-o", "x.wav", "--loops", "\u{1b}[31m"],
      ["doors", "--as-of", "\u{1b}[31m"], ["\u{1b}[31m"], ["check", "\u{1b}[31m.toml"],
      ["render", "-o", "/nonexistent/\u{1b}[31m.wav"],
      ["render", "-o", "/nonexistent/x.wav", "--stems", "/nonexistent/\u{1b}[31m"],
    ])
  func controlCharacters(arguments: [String]) throws {
    let run = try CanonProcess.run(arguments, environment: ["JACK_DEFAULT_SERVER": "canon-test-none"])
    #expect(run.status != 0)
    #expect(!(run.output + run.errors).joined().contains("\u{1b}"))
  }
}
