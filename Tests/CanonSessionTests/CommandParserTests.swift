import CanonEngine
import CanonSession
import Testing

/// One line of text becomes a command, or a sentence that says why not.
@Suite struct CommandParserTests {
  static let quanta = [
    "now", "beat", "bar", "loop", "stem", "cycle", "bar:4", "loop:2", "beat:1000000", "stem:3", "cycle:2",
  ]
  static let lengths = [
    "1 loop", "2 loops", "1 bar", "8 bars", "3 beats", "2 s", "1500 ms", "0.5 ms", "1 frame",
  ]

  /// Every way to write every word.
  static let lines: [String] = Vocabulary.words.flatMap { word -> [String] in
    switch word.arguments {
    case .request:
      ["\(word.name) cello", "\(word.name) cello violin-a all"]
        + quanta.map { "\(word.name) violin-* \($0)" }
    case .immediateRequest: ["\(word.name) cello", "\(word.name) all violin-?"]
    case .start:
      ["\(word.name) cello", "\(word.name) cello all", "\(word.name) cello from 0"]
        + quanta.flatMap { ["\(word.name) violin-* \($0)", "\(word.name) cello \($0) from -2880"] }
    case .gain:
      ["-120", "-5.3", "0", "24"].map { "\(word.name) cello violin-a \($0)" }
        + ["\(word.name) master -6"] + faded("\(word.name) cello -6.5")
    case .pan: ["-1", "-0.05", "0", "1"].map { "\(word.name) all \($0)" } + faded("\(word.name) cello 0.25")
    case .solo:
      ["\(word.name) off"] + quanta.map { "\(word.name) off \($0)" }
        + ["on", "off", "alone"].flatMap { mode in
          ["\(word.name) cello all \(mode)"] + quanta.map { "\(word.name) violin-* \(mode) \($0)" }
        }
    case .scene: ["\(word.name) verse"] + quanta.map { "\(word.name) verse \($0)" }
    case .replace:
      ["take-2.flac", "\"take 2.flac\"", #""a \"take\" \\ 2.flac""#, "now", "loop:2", "..", "琴.wav"].flatMap {
        file in ["\(word.name) cello \(file)"] + quanta.map { "\(word.name) cello \(file) \($0)" }
      }
    case .frames: ["\(word.name) 0", "\(word.name) 1000000000000"]
    case .none: [word.name]
    }
  }

  private static func faded(_ line: String) -> [String] {
    quanta.map { "\(line) \($0)" } + lengths.map { "\(line) over \($0)" }
      + lengths.map { "\(line) cycle:2 over \($0)" }
  }

  @Test("A command written down and read again is the same command", arguments: lines)
  func descriptionRoundTrips(line: String) throws {
    let command = try CommandParser.parse(line)
    #expect(try CommandParser.parse(command.description) == command)
  }

  @Test(
    "What holds no fraction is written down as it was said",
    arguments: lines.filter { !["gain", "pan"].contains($0.split(separator: " ")[0]) })
  func descriptionIsTheLine(line: String) throws {
    #expect(try CommandParser.parse(line).description == line)
  }

  @Test(
    "A number is written with its fraction, a fade as it was said",
    arguments: [
      ("gain cello 0", "gain cello 0.0"), ("gain cello -0", "gain cello 0.0"),
      ("gain a b -6 loop over 2 bars", "gain a b -6.0 loop over 2 bars"),
      ("pan cello 1e-5 over 1.5 s", "pan cello 1e-05 over 1500 ms"),
      ("gain master 3 over 2000 ms", "gain master 3.0 over 2 s"),
      ("gain cello -6 over 0.0005 s", "gain cello -6.0 over 0.5 ms"),
      ("gain cello -6 over 1 loops", "gain cello -6.0 over 1 loop"),
    ])
  func numbersAndFades(line: String, written: String) throws {
    #expect(try CommandParser.parse(line).description == written)
  }

  @Test("Every word's example is a command of that word", arguments: Vocabulary.words)
  func examplesAreCommands(word: Word) throws {
    #expect(try CommandParser.parse(word.example).description.split(separator: " ")[0] == word.name)
  }

  @Test func theQuantumIsTheLastWordAfterAStem() throws {
    let two = try #require(Quantum(.bar, count: 2))
    #expect(try CommandParser.parse("mute cello now") == .request(.mute, StemSelection(["cello"]), .now))
    #expect(try CommandParser.parse("start a b bar:2") == .request(.start, StemSelection(["a", "b"]), two))
    #expect(try CommandParser.parse("press cello") == .request(.press, StemSelection(["cello"]), nil))
    #expect(try CommandParser.parse("press now") == .request(.press, StemSelection(["now"]), nil))
    #expect(
      try CommandParser.parse("press now cello") == .request(.press, StemSelection(["now", "cello"]), nil))
    #expect(try CommandParser.parse("cancel a now") == .request(.cancel, StemSelection(["a", "now"]), nil))
  }

  @Test func valuesAreRead() throws {
    #expect(try CommandParser.parse("gain a b -6.5") == .gain(StemSelection(["a", "b"]), Decibels(-6.5)!))
    #expect(try CommandParser.parse("pan a 0.3") == .pan(StemSelection(["a"]), Pan(0.3)!))
    #expect(try CommandParser.parse("skip 4096") == .skip(4096))
    #expect(try CommandParser.parse("quit") == .quit)
  }

  @Test func whiteSpaceOfEveryKindSeparatesWords() throws {
    #expect(
      try CommandParser.parse(" \tpress\u{a0} cello\u{3000}bar \r") == CommandParser.parse("press cello bar"))
  }
}
