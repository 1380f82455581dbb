import CanonEngine
import CanonSession
import Testing

/// One line of text becomes a command, or a sentence that says why not.
@Suite struct CommandParserTests {
  static let quanta = ["now", "beat", "bar", "loop", "bar:4", "loop:2", "beat:1000000"]

  /// Every way to write every word that needs no file to be judged.
  static let lines: [String] = Vocabulary.words.flatMap { word -> [String] in
    switch word.arguments {
    case .request:
      ["\(word.name) cello", "\(word.name) cello violin-a all"]
        + quanta.map { "\(word.name) violin-* \($0)" }
    case .immediateRequest: ["\(word.name) cello", "\(word.name) all violin-?"]
    case .gain: ["-120", "-5.3", "0", "24"].map { "\(word.name) cello violin-a \($0)" }
    case .pan: ["-1", "-0.05", "0", "1"].map { "\(word.name) all \($0)" }
    case .frames: ["\(word.name) 0", "\(word.name) 1000000000000"]
    case .none: [word.name]
    }
  }

  @Test("A command written down and read again is the same command", arguments: lines)
  func descriptionRoundTrips(line: String) throws {
    let command = try CommandParser.parse(line)
    #expect(try CommandParser.parse(command.description) == command)
  }

  @Test(
    "What holds no fraction is written down as it was said",
    arguments: lines.filter { !$0.hasPrefix("gain") && !$0.hasPrefix("pan") })
  func descriptionIsTheLine(line: String) throws {
    #expect(try CommandParser.parse(line).description == line)
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
