import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// What a terminal sends for a key.
@Suite struct TerminalKeysTests {
  @Test(
    "What a terminal sends for a key of one character",
    arguments: [
      (8, .backspace), (127, .backspace), (9, .tab), (10, .enter), (13, .enter), (27, .escape),
      (1, .control("a")), (26, .control("z")), (0, nil), (28, nil), (31, nil), (32, " "), (0x7530, "田"),
    ] as [(UInt32, Key?)])
  func keys(code: UInt32, key: Key?) throws {
    #expect(TerminalKeys.key(try #require(Unicode.Scalar(code))) == key)
  }

  // These numbers are part of ncurses' interface (curses.h): 0402 to 0550.
  @Test(
    "What ncurses makes of a key that sends several characters",
    arguments: [
      (258, .down), (259, .up), (260, .left), (261, .right), (262, .home), (263, .backspace), (330, .delete),
      (338, .pageDown), (339, .pageUp), (343, .enter), (353, .backTab), (360, .end), (264, nil),
      (265, .function(1)), (276, .function(12)), (277, nil), (0, nil), (500, nil),
    ] as [(Int, Key?)])
  func special(code: Int, key: Key?) { #expect(TerminalKeys.special(code) == key) }
}
