import Testing

@testable import CanonWeb

@Suite struct CodeGuessesTests {
  private let start = ContinuousClock.now

  @Test("Who has guessed twenty times waits ten minutes; others do not")
  func oneAddress() {
    var guesses = CodeGuesses()
    for second in 0..<20 {
      #expect(guesses.isWelcome("10.0.0.1", at: start))
      guesses.add("10.0.0.1", at: start + .seconds(second))
    }
    #expect(!guesses.isWelcome("10.0.0.1", at: start + .seconds(599)))
    #expect(guesses.isWelcome("10.0.0.2", at: start + .seconds(599)))
    #expect(guesses.isWelcome("10.0.0.1", at: start + .seconds(600)), "the first one is forgotten")
  }

  @Test("Guesses of all addresses are counted, until the codes are other ones")
  func all() {
    var guesses = CodeGuesses()
    for number in 1...7 { guesses.add("10.0.0.\(number)", at: start) }
    #expect(guesses.count == 7)
    guesses.begin()
    #expect(guesses.count == 0)
  }

  @Test("However many addresses guess, they take no more memory, and keep nobody out")
  func memory() {
    var guesses = CodeGuesses()
    for _ in 1...20 { guesses.add("10.0.0.1", at: start) }
    #expect(!guesses.isWelcome("10.0.0.1", at: start))
    for number in 1...1000 { guesses.add("2001:db8::\(number)", at: start + .milliseconds(number)) }
    #expect(guesses.isWelcome("10.0.0.2", at: start + .seconds(2)))
    #expect(guesses.isWelcome("10.0.0.1", at: start + .seconds(2)), "the oldest one is forgotten")
  }
}
