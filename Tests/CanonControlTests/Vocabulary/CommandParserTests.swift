import CanonControl
import CanonControlSupport
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

  /// The words that do something.
  static let words = Vocabulary.words(at: .journals)

  /// Every way to write every word.
  static let lines: [String] = words.flatMap { word in
    word.lines { kind in
      switch kind {
      case .stems(let orMaster): ["cello", "cello violin-a all", "violin-*"] + (orMaster ? ["master"] : [])
      case .stem: ["cello"]
      case .number(.decibels): ["-120", "-5.3", "0", "24"]
      case .number(.pan): ["-1", "-0.05", "0", "1"]
      case .number(.level): ["0", "0.25", "1e-06", "1"]
      case .number(let range) where range.isWhole:
        [range.range.lowerBound, range.range.upperBound].map { "\(Int64($0))" }
      case .number: ["0", "1"]
      case .frame: ["0", "-2880"]
      case .choice(let words): words
      case .scene: ["verse"]
      case .file:
        ["take-2.flac", "\"take 2.flac\"", #""a \"take\" \\ 2.flac""#, "now", "loop:2", "..", "琴.wav"]
      case .port: ["system:capture_1", "\"a client\""]
      case .bus: ["hall", "cue"]
      case .recording: ["take-1.wav", "\"take 2.flac\""]
      case .quantum: quanta
      case .length: lengths
      case .word: ["gain"]
      case .time: ["12.5 s", "3 s", "0 s", "bar 9", "loop 3", "@480000"]
      case .command: ["press cello", "scene verse bar", "gain master -6.0 loop over 2 bars", "panic"]
      case .waiting: ["3", "all"]
      case .playedTempo: ["92", "115 %", "original"]
      case .transposition: ["+2", "-30 cents", "original"]
      case .variant: ["slow"]
      case .span: ["bar 1 .. bar 2", "@0 .. @96", "bar 1 .. bar 2 then bar 4", "@0 .. @96 then @48"]
      case .section, .destination: ["chorus"]
      case .place(let orWay):
        ["bar 17", "loop 3", "12.5 s", "@480000", "@-5"]
          + (orWay ? ["+10 s", "-10 s", "-2 bars", "+1 frame"] : [])
      }
    }
  }

  private func parsed(_ line: String) throws -> ControlCommand {
    try CommandParser.parse(line, at: .journals)
  }

  @Test("A command written down and read again is the same command", arguments: lines)
  func descriptionRoundTrips(line: String) throws {
    let command = try parsed(line)
    #expect(try parsed(command.description) == command)
  }

  @Test(
    "A place before the first downbeat is in journals alone",
    arguments: ["seek @-5", "freeze @-5", "at bar 2 seek @-5"])
  func beforeTheFirstDownbeat(line: String) throws {
    #expect(try parsed(line).description == line)
    for place in [Place.lines, .scores] {
      #expect {
        try CommandParser.parse(line, at: place)
      } throws: { error in
        if case .invalid("@-5", .place, _) = error as? CommandProblem { true } else { false }
      }
    }
  }

  @Test(
    "What holds no fraction is written down as it was said",
    arguments: lines.filter {
      !["gain", "pan", "faded", "count-in", "send"].contains($0.split(separator: " ")[0])
    })
  func descriptionIsTheLine(line: String) throws {
    let written = try parsed(line).description
    #expect([" on", " out"].contains { written.replacing($0, with: "") == line } || written == line)
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

  @Test("Every word's example means that word", arguments: Vocabulary.words)
  func examples(word: Word) throws {
    let place = try #require(word.places.first)
    switch try CommandParser.read(word.example, at: place) {
    case .command(let command): #expect(command.description.split(separator: " ")[0] == word.name)
    case .view(let view): #expect(view.word == word.name)
    }
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
