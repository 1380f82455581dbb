import CanonFiles
import CanonTerminal
import Testing

/// Why there is no screen is said with what to do, in every language.
@Suite struct TerminalProblemTests {
  @Test(
    "The reason and the remedy are told",
    arguments: [
      (TerminalProblem.unknown("nonesuch"), ["nonesuch", "xterm-256color"]),
      (.noLibrary("libncursesw.so.6: cannot open"), ["libncursesw.so.6: cannot open", "libncursesw6"]),
    ])
  func told(problem: TerminalProblem, parts: [String]) {
    for language in Language.allCases {
      for part in parts { #expect(problem.text(language).contains(part)) }
    }
  }
}
