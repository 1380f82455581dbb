import CanonControl
import CanonEngine
import CanonSession
import CanonStems
import Testing

/// The words with more than stems and a quantum, form by form.
@Suite struct CommandFormsTests {
  private let a = StemSelection(["a"])
  private let six = Decibels(-6)!

  private func parsed(_ line: String) throws -> ControlCommand { try CommandParser.parse(line) }

  @Test func aStartMayCountAsOneOnAnotherFrame() throws {
    #expect(try parsed("start a from 1152000") == .request(.start, a, nil, from: 1_152_000))
    #expect(try parsed("start a now from -5") == .request(.start, a, .now, from: -5))
    #expect(try parsed("start from 5") == .request(.start, StemSelection(["from", "5"]), nil))
    #expect(try parsed("stop a from 5") == .request(.stop, StemSelection(["a", "from", "5"]), nil))
  }

  @Test func aFadeHasAQuantumALengthBothOrNeither() throws {
    #expect(try parsed("gain a -6") == .gain(a, six, .immediate))
    #expect(try parsed("gain a -6 bar:2") == .gain(a, six, Fade(quantum: Quantum(.bar, count: 2)!)))
    #expect(try parsed("gain a -6 over 2 bars") == .gain(a, six, Fade(length: .bars(2))))
    #expect(
      try parsed("pan a 1 loop over 1.5 s")
        == .pan(a, Pan(1)!, Fade(quantum: .loop, length: .microseconds(1_500_000))))
    #expect(
      try parsed("gain master 3 over 1 loop")
        == .gain(StemSelection(["master"]), Decibels(3)!, Fade(length: .loops(1))))
  }

  @Test func theNumberIsTheLastWordBeforeTheFade() throws {
    #expect(
      try parsed("gain 1 2 -6 now over 8 frames")
        == .gain(StemSelection(["1", "2"]), six, Fade(quantum: .now, length: .frames(8))))
    #expect(try parsed("gain loop -6") == .gain(StemSelection(["loop"]), six))
    #expect(try parsed("gain over -6") == .gain(StemSelection(["over"]), six))
  }

  @Test func soloIsOnUnlessItSaysOtherwise() throws {
    #expect(try parsed("solo a") == .solo(a, .on, nil))
    #expect(try parsed("solo a b on") == .solo(StemSelection(["a", "b"]), .on, nil))
    #expect(try parsed("solo a alone bar") == .solo(a, .alone, .bar))
    #expect(try parsed("solo a off") == .solo(a, .off, nil))
    #expect(try parsed("solo a loop:2") == .solo(a, .on, Quantum(.loop, count: 2)!))
  }

  @Test func soloOffEndsItForAll() throws {
    #expect(try parsed("solo off") == .solo(nil, .off, nil))
    #expect(try parsed("solo off cycle") == .solo(nil, .off, .cycle))
  }

  @Test("A tempo and a key have one word or two, and may have a quantum; each says itself again")
  func playback() throws {
    func parsed(_ line: String) throws -> ControlCommand { try CommandParser.parse(line, at: .lines) }
    let commands: [(String, PlaybackChange, Quantum?)] = [
      ("tempo 92", .tempo(.beats(Tempo(92)!)), nil), ("tempo 92.5 bar", .tempo(.beats(Tempo(92.5)!)), .bar),
      ("tempo 115 %", .tempo(.percent(115_000)), nil),
      ("tempo 115 % bar:2", .tempo(.percent(115_000)), Quantum(.bar, count: 2)!),
      ("tempo original now", .tempo(.original), .now), ("key +2", .key(Transposition(cents: 200)!), nil),
      ("key -30 cents loop", .key(Transposition(cents: -30)!), .loop), ("key original", .key(.original), nil),
      ("variant slow", .variant("slow"), nil), ("variant slow bar", .variant("slow"), .bar),
    ]
    for (line, change, quantum) in commands {
      let command = try parsed(line)
      #expect(command == .playback(change, quantum) && command.description == line)
    }
    #expect(try parsed("tempo 115%") == .playback(.tempo(.percent(115_000)), nil))
    for line in ["tempo", "tempo fast", "tempo 92 93 94", "tempo 92 %% bar", "key", "key 25", "key +2 tones"]
    {
      #expect(throws: CommandProblem.self, "\(line)") { try parsed(line) }
    }
    // The journal has the edition that comes of it.
    #expect(throws: CommandProblem.self) { try CommandParser.parse("tempo 92", at: .scores) }
  }

  @Test func aSceneIsNamedAndMayHaveItsQuantum() throws {
    #expect(try parsed("scene verse") == .scene("verse", nil))
    #expect(try parsed("scene verse bar:2") == .scene("verse", Quantum(.bar, count: 2)!))
    // One word is the scene, whatever it is.
    #expect(try parsed("scene loop") == .scene("loop", nil))
  }

  @Test func aFileMayHaveSpacesAndQuotesInItsName() throws {
    #expect(try parsed("replace a take-2.flac") == .replace(a, file: "take-2.flac", nil))
    #expect(try parsed("replace a \"take 2.flac\" bar") == .replace(a, file: "take 2.flac", .bar))
    #expect(try parsed(#"replace a "the \"best\" \\ take""#) == .replace(a, file: #"the "best" \ take"#, nil))
    #expect(try parsed("replace a \"\"") == .replace(a, file: "", nil))
  }

  @Test func aFileNamedAsAQuantumIsAFile() throws {
    #expect(try parsed("replace a loop") == .replace(a, file: "loop", nil))
    #expect(try parsed("replace a bar:x") == .replace(a, file: "bar:x", nil))
    #expect(try parsed("replace a loop bar") == .replace(a, file: "loop", .bar))
  }
}
