import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// What Tab offers after each word of the vocabulary.
@Suite struct CommandCompletionTests {
  private static let source = CompletionSource(
    at: .lines, stems: ["cello", "violin-a", "violin-b"], scenes: ["finale", "verse"],
    variants: ["slow"], sections: ["chorus"], buses: ["hall"])
  private static let quanta = "now beat bar loop stem cycle"

  private func offered(after text: String, _ source: CompletionSource = source) -> String {
    CommandCompletion.candidates(for: TypedWords(text), source).joined(separator: " ")
  }

  @Test func firstComeTheWordsOfThePlace() {
    let all = Vocabulary.words(at: .lines).map(\.name)
    #expect(offered(after: "") == all.joined(separator: " "))
    #expect(offered(after: "  ") == all.joined(separator: " "))
    #expect(offered(after: "s") == "start stop solo scene skip seek section send status")
    #expect(offered(after: "S") == "start stop solo scene skip seek section send status")
    #expect(offered(after: "w", CompletionSource(at: .socket)) == "watch")
    #expect(offered(after: "w").isEmpty, "which only the socket has")
    #expect(offered(after: "zz").isEmpty)
  }

  @Test(
    "Then comes what the word takes",
    arguments: [
      ("press ", "cello violin-a violin-b all"), ("start ", "cello violin-a violin-b all"),
      ("stop ", "cello violin-a violin-b all"), ("mute ", "cello violin-a violin-b all"),
      ("unmute ", "cello violin-a violin-b all"), ("cancel ", "cello violin-a violin-b all at"),
      ("cancel at ", "all"), ("at ", "bar loop"),
      ("at bar 9 mu", "mute"), ("at @9 mute ", "cello violin-a violin-b all"), ("at 9 ", "s"), ("in ", ""),
      ("in 2 ", "bars beats loops s ms frames"), ("in 2 bars next ", "now beat bar loop stem cycle"),
      ("gain ", "cello violin-a violin-b all master hall"), ("pan ", "cello violin-a violin-b all"),
      ("solo ", "cello violin-a violin-b all off"), ("panic ", ""), ("scene ", "finale verse"),
      ("replace ", "cello violin-a violin-b"), ("skip ", ""), ("quit ", ""), ("status ", ""), ("ports ", ""),
      ("help ga", "gain"), ("next ", "now beat bar loop stem cycle"),
      ("previous ", "now beat bar loop stem cycle"), ("toggle ", "mute solo master"), ("undo ", ""),
      ("seek ", "bar loop"), ("section ", "bar loop off"), ("cue ", "cello violin-a violin-b all"),
      ("cue cello ", "violin-a violin-b on off"), ("click ", "on off"), ("count-in ", "off"),
      ("count-in 1 ", "bar bars"), ("send ", "cello violin-a violin-b"), ("send cello ", "hall cue"),
      ("send cello hall ", "off"), ("mark ", "bar loop here off"),
      ("goto ", "chorus section mark piece"),
      ("goto section ", "chorus"), ("goto mark ", ""), ("vamp ", ""), ("go ", ""), ("goto piece ", ""),
      ("learn ", "cello violin-a violin-b off"),
      ("pair ", "play look"), ("unpair ", ""),
      ("learn cello ", "press start stop mute unmute"), ("freeze ", "bar loop"),
      ("reload ", "now beat bar loop stem cycle"), ("tempo ", "original"), ("key ", "original"),
      ("variant ", "slow"),
    ])
  func afterTheWord(text: String, words: String) { #expect(offered(after: text) == words) }

  @Test func noWordOfTheVocabularyIsForgottenHere() {
    let tested =
      "press start stop mute unmute cancel gain pan solo pause resume fade panic scene next previous at in toggle undo replace skip seek section vamp go cue click count-in send mark goto freeze reload tempo key variant record capture keep learn unpair quit status doors ports pair pairings help"
    #expect(
      Vocabulary.words(at: .lines).map(\.name).sorted()
        == tested.split(separator: " ").map { String($0) }.sorted())
  }

  /// What is typed, and what is offered after a space.
  private static let offers = """
    mute cello -> violin-a violin-b QUANTA
    mute all -> QUANTA
    mute violin-* -> cello violin-a violin-b QUANTA
    mute cello now ->
    mute cello bar:2 ->
    mute cello violin-a violin-b -> QUANTA
    start cello -> violin-a violin-b QUANTA from
    start cello bar -> from
    start cello bar from ->
    start cello from 96000 ->
    pause -> cello violin-a violin-b all QUANTA
    resume cello -> violin-a violin-b QUANTA
    pause bar ->
    fade cello -> violin-a violin-b out in QUANTA over
    fade all in -> QUANTA over
    fade cello out bar -> over
    cancel cello -> violin-a violin-b
    cancel all ->
    gain cello -> violin-a violin-b master hall
    gain master -> cello violin-a violin-b hall
    gain cello -3 -> QUANTA over
    gain cello -3 bar -> over
    gain cello -3 over ->
    gain cello -3 over 2 -> bars beats loops s ms frames
    gain cello -3 bar over 2 -> bars beats loops s ms frames
    gain cello -3 over 2 bars ->
    pan cello -> violin-a violin-b
    pan cello 0.5 -> QUANTA over
    solo cello -> violin-a violin-b on off alone QUANTA
    solo cello on -> QUANTA
    solo off -> QUANTA
    solo off bar ->
    solo cello alone bar ->
    solo cello bar ->
    scene finale -> QUANTA
    scene finale bar ->
    replace cello ->
    replace cello take.flac -> QUANTA
    replace cello "take 2.flac" -> QUANTA
    replace cello take.flac now ->
    skip 4096 ->
    quit now ->
    nonsense ->
    """

  @Test("Completion offers what may follow further words", arguments: offers.split(separator: "\n"))
  func afterMore(line: Substring) throws {
    let arrow = try #require(line.firstRange(of: "->"))
    let words = line[arrow.upperBound...].replacing("QUANTA", with: Self.quanta).drop { $0 == " " }
    #expect(offered(after: String(line[..<arrow.lowerBound])) == words)
  }

  @Test(
    "What is typed already narrows it",
    arguments: [
      ("mute v", "violin-a violin-b"), ("mute VIOLIN-A", "violin-a"), ("mute cello b", "beat bar"),
      ("mute cello cello", ""), ("gain m", "master"), ("gain cello 0 o", "over"),
      ("gain cello 0 over 2 b", "bars beats"),
      ("mute \"vio", "violin-a violin-b"), ("scene f", "finale"),
    ])
  func narrowed(text: String, words: String) { #expect(offered(after: text) == words) }

  @Test func aStemMayBeCalledByANumber() {
    let source = CompletionSource(stems: ["1", "2"])
    #expect(offered(after: "gain 1 2 ", source) == "master")
    #expect(offered(after: "gain 1 -6 ", source) == Self.quanta + " over")
  }

  @Test(
    "Every command that the offers lead to is one",
    arguments: [
      "mute cello", "start cello", "stop violin-a", "solo cello", "scene finale", "gain cello -3",
      "pan cello 0.5",
      "replace cello take.flac",
    ])
  func offersAreCommands(text: String) throws {
    for word in CommandCompletion.candidates(for: TypedWords(text + " "), Self.source)
    where word != "over" && word != "from" {
      #expect(throws: Never.self, "\(text) \(word)") { try CommandParser.parse("\(text) \(word)") }
    }
  }

  @Test func unitsAndQuantaAreThoseOfTheVocabulary() throws {
    for unit in TimeLength.units {
      #expect(throws: Never.self) { try CommandParser.parse("gain cello 0 over 2 \(unit)") }
    }
    #expect(CommandCompletion.quanta.allSatisfy { Quantum($0) != nil })
  }

  // MARK: - The words before the cursor

  @Test(
    "Words are split as a command's are, and the last one is still being typed",
    arguments: [
      ("", [], "", ""), ("mu", [], "mu", ""), ("mute ", ["mute"], "", "mute "),
      (" mute  ce", ["mute"], "ce", " mute  "),
      ("a \"b c\" d", ["a", "b c"], "d", "a \"b c\" "), ("a \"b c", ["a"], "b c", "a "),
      ("a \"b\\\" c", ["a"], "b\" c", "a "),
      ("a \"\" ", ["a", ""], "", "a \"\" "), ("a b\\c", ["a"], "b\\c", "a "),
      ("a b\"c d\"e", ["a"], "bc de", "a "),
      ("a\u{a0}b", ["a"], "b", "a\u{a0}"),
    ] as [(String, [String], String, String)])
  func typedWords(text: String, complete: [String], partial: String, kept: String) {
    let words = TypedWords(text)
    #expect(words.complete == complete)
    #expect(words.partial == partial)
    #expect(words.kept == kept)
    let closed = text + (CommandWords.split(text) == nil ? "\"" : "")
    #expect(CommandWords.split(closed) == complete + (kept == text ? [] : [partial]))
  }

  @Test func aBackslashIsItselfOutsideQuotes() {
    #expect(TypedWords(#"replace a\"b"#).partial == #"a\b"#)
    #expect(TypedWords(#"replace "a\"b"#).partial == #"a"b"#)
  }
}
