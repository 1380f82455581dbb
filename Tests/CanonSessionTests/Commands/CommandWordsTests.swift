import Testing

@testable import CanonSession

/// A line falls into words; quotes hold together what belongs together.
@Suite struct CommandWordsTests {
  @Test(
    "White space separates, quotes hold together",
    arguments: [
      ("", []), ("  \t ", []), ("a", ["a"]), (" a  b\tc ", ["a", "b", "c"]),
      (#""a b""#, ["a b"]), (#"a "b c" d"#, ["a", "b c", "d"]), (#"""# + #"""#, [""]), (#"a """#, ["a", ""]),
      (#"ab"c d"e"#, ["abc de"]), (#""\"""#, ["\""]), (#""\\""#, ["\\"]), (#""a\b""#, ["ab"]),
      (#"a\b"#, [#"a\b"#]), ("\"琴 \u{3000}2\"", ["琴 \u{3000}2"]), ("a\nb", ["a", "b"]),
    ] as [(String, [String])])
  func splits(line: String, words: [String]) {
    #expect(CommandWords.split(line) == words)
  }

  @Test("A quote without its end is no words", arguments: ["\"", "a \"b", #""a\""#, #"a"b"c""#])
  func openQuotes(line: String) { #expect(CommandWords.split(line) == nil) }

  @Test(
    "A quote ends on its line: a journal has one command a line",
    arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}"])
  func quotesStayOnTheirLine(end: String) {
    #expect(CommandWords.split("\"a\(end)b\"") == nil)
    #expect(CommandWords.split("\"a\\\(end)b\"") == nil)
  }

  @Test(
    "Only what needs quotes gets them",
    arguments: [
      ("take-2.flac", "take-2.flac"), ("琴", "琴"), ("", #""""#), ("a b", #""a b""#), (#"a"b"#, #""a\"b""#),
      (#"a\b"#, #""a\\b""#), ("a\u{a0}b", "\"a\u{a0}b\""),
    ])
  func quotes(word: String, quoted: String) { #expect(CommandWords.quote(word) == quoted) }

  @Test(
    "What is quoted is one word again",
    arguments: [
      "", " ", "\"", "\\", "\\\"", "\"\"", "a b", "a\\", "\\ \"", "now", "\u{301}\"", "\"\u{301}",
    ])
  func roundTrip(word: String) {
    #expect(CommandWords.split("a \(CommandWords.quote(word)) b") == ["a", word, "b"])
  }
}
