import CanonEngine
import Testing

@testable import CanonSession

/// Which stems a command means: ids, several of them, globs, `all`.
@Suite struct SelectionTests {
  let session: Performance

  init() throws { session = try SmallSet().session() }

  private func stems(_ words: String) async throws -> String {
    let selection = StemSelection(words.split(separator: " ").map(String.init))
    return try selection.indices(in: session.set).map { session.set[$0].id }.joined(separator: " ")
  }

  @Test(
    "A selection gives stems in the order of the set, each once",
    arguments: [
      ("cello", "cello"),
      ("violin-c cello violin-c", "cello violin-c"),
      ("all", "violin-a violin-b violin-c"),
      ("all cello", "cello violin-a violin-b violin-c"),
      ("violin-*", "violin-a violin-b violin-c"),
      ("violin-?", "violin-a violin-b violin-c"),
      ("*-b", "violin-b"),
      ("v*n*c", "violin-c"),
      ("*", "violin-a violin-b violin-c"),
      ("cello *-b", "cello violin-b"),
      ("*-a *-b", "violin-a violin-b"),
    ])
  func selects(words: String, ids: String) async throws {
    #expect(try await stems(words) == ids)
  }

  @Test("In a set of bases alone all means no stem, which is refused")
  func basesAlone() throws {
    let small = try SmallSet()
    try small.edit("base = false", "base = true")
    let set = try small.session().set
    #expect(throws: CommandProblem.noneMeant(["all"])) { try StemSelection(["all"]).indices(in: set) }
  }

  @Test(
    "A glob covers the whole id and nothing less",
    arguments: [
      ("violin", "violin-a"), ("iolin-*", "violin-a"), ("*violin", "violin-a"), ("violin-??", "violin-a"),
      ("", "a"), ("?", ""), ("VIOLIN-*", "violin-a"),
    ])
  func doesNotCover(pattern: String, id: String) {
    #expect(!StemSelection.glob(pattern, covers: id))
  }

  @Test(
    "Stars may stand for nothing, and side by side",
    arguments: [
      ("*", ""), ("*", "cello"), ("**", "cello"), ("c*ello", "cello"), ("cello*", "cello"),
      ("*l*l*", "cello"),
    ])
  func covers(pattern: String, id: String) {
    #expect(StemSelection.glob(pattern, covers: id))
  }

  @Test func aPatternOfManyStarsIsAnsweredAtOnce() {
    let stars = String(repeating: "*", count: 900)
    #expect(!StemSelection.glob(stars + "x", covers: "violin-a-violin-a-violin-a-violin-a-vio"))
    #expect(
      !StemSelection.glob(String(repeating: "*a", count: 400), covers: String(repeating: "a", count: 40)))
  }

  @Test(
    "A stem that there is not is answered with those that there are",
    arguments: [
      ("viola", "no stem is called \"viola\". There are: cello, violin-a, violin-b, violin-c."),
      (
        "violin-d",
        "no stem is called \"violin-d\". Did you mean \"violin-a\"? There are: cello, violin-a, violin-b, violin-c."
      ),
      (
        "Cello",
        "no stem is called \"Cello\". Did you mean \"cello\"? There are: cello, violin-a, violin-b, violin-c."
      ),
      ("bass*", "no stem is called \"bass*\". There are: cello, violin-a, violin-b, violin-c."),
      ("\u{1b}[2J", "no stem is called \"\\u{1b}[2J\". There are: cello, violin-a, violin-b, violin-c."),
    ])
  func unknown(word: String, message: String) async throws {
    let problem = await #expect(throws: CommandProblem.self) { try await stems(word) }
    #expect(problem?.message == message)
  }

  @Test func oneUnknownStemAmongOthersLeavesAllAsTheyWere() async throws {
    var bench = try await SessionBench(session)
    let before = await session.snapshot().stems.map(\.summary)
    #expect(try await bench.say("start violin-a violin-x violin-b now").count == 1)
    #expect(try await bench.say("gain violin-a violin-x -6").count == 1)
    await bench.run(SmallSet.loop)
    #expect(await session.snapshot().stems.map(\.summary) == before)
  }

  @Test func theBaseIsMutedByItsNameAndNotByAll() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("mute all now", then: 1)
    #expect(await session.stem("cello").status == .play)
    try await bench.say("mute cello now", then: 1)
    #expect(await session.stem("cello").status == .mute)
  }
}
