import Testing

@testable import canon

/// The words of a command line without its sources.
@Suite struct SessionArgumentsTests {
  private func options(_ words: String...) throws -> [String] {
    SessionArguments.options(of: words, without: try Play.parse(words).options.sources)
  }

  @Test("The sources are taken out, wherever they stand, and nothing else")
  func options() throws {
    #expect(try options("advent.toml") == [])
    #expect(try options("--osc", "7770", "advent.toml", "--plain") == ["--osc", "7770", "--plain"])
    #expect(try options("a.wav", "--web", "b.wav") == ["--web"])
    #expect(try options("--name", "canon", "--", "canon") == ["--name", "canon", "--"])
    let many = (1...3000).map { "\($0).wav" }
    #expect(
      SessionArguments.options(of: ["--web"] + many + ["--plain"], without: many) == ["--web", "--plain"])
    #expect(try options("--no-connect") == ["--no-connect"])
  }

  @Test("A source that is equal to an option's value leaves the option whole")
  func sameWords() throws {
    #expect(try options("--name", "evening", "evening") == ["--name", "evening"])
    #expect(try options("evening", "--name", "evening") == ["--name", "evening"])
    #expect(try options("a.wav", "a.wav", "--record", "a.wav") == ["--record", "a.wav"])
  }
}
