import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// What is said of texts that are not TOML, and what can be read of them all the same.
@Suite struct BrokenTOMLTests {
  /// Each of these ended the parser that was here before, and canon with it.
  @Test(arguments: [
    ("[ä]", "f:1: column 2: found ä, expected a key of ASCII letters, digits, - and _. "),
    ("[ドア]", "f:1: column 2: found ドア, expected a key of ASCII letters, digits, - and _. "),
    ("[.a]", "f:1: column 2: found ., expected a key of ASCII letters, digits, - and _. "),
    ("[=]", "f:1: column 2: found =, expected a key of ASCII letters, digits, - and _. "),
    (
      "x = 2026-12-06T:00",
      "f:1: column 5: found 2026-12-06T:00, expected a date as 2026-12-06, or a time as "
    ),
    ("x = 2026-１２-06", "f:1: column 5: found 2026-１２-06, expected a date as 2026-12-06, or a time as "),
    (
      "a" + String(repeating: ".a", count: 200_000) + " = 1",
      "f:1: column 129: found a, expected tables and arrays "
    ),
    (
      "x = " + String(repeating: "[", count: 200_000),
      "f:1: column 69: found [, expected tables and arrays at most"
    ),
  ])
  func whatEndedCanonIsAMessage(text: String, message: String) {
    #expect(problems(text).count == 1)
    #expect(problems(text).first?.hasPrefix(message) == true, "\(problems(text))")
  }

  @Test(arguments: [
    ("base = yes", "found yes, expected true or false. Did you mean true?"),
    ("base = Off", "found Off, expected true or false. Did you mean false?"),
    ("gain = -5,3", "found -5,3, expected a number with a point. Write -5.3."),
    (
      "key = 007",
      "found 007, expected a number without leading zeros. Remove the zeros, or put quotes around a text."
    ),
    (
      "id = cello # low",
      "found cello, expected a value: a text in quotes, a number, a date, true or false. "
        + "Put quotes around a text: \"cello\"."
    ),
    (
      "id = “cello”", "found “cello”, expected straight quotes. Use the quotes \" that stand on the keyboard."
    ),
    (
      "id = \"cello",
      "found \"cello, expected a closing quote on the same line. Add the quote that is missing."
    ),
    (
      "file = \"C:\\music\"",
      "found \\m, expected \\n, \\t, \\\", \\\\ or \\u with four hexadecimal digits. "
        + "Write a backslash as \\\\, or use single quotes."
    ),
    ("tempo 80", "found 80, expected = and a value after the key. Write key = value on one line."),
    (
      "a = 1\na = 2",
      "found \"a\" a second time, expected each name once in its table. "
        + "Line 1 has it already: remove one of the two, or correct the name."
    ),
    (
      "[[stem]\nid = 1", "found the end of the line, expected ]] after the name of the table. Write [[stem]]."
    ),
    (
      "x = [1 2]",
      "found 1 2, expected a value: a text in quotes, a number, a date, true or false. "
        + "Compare the line with the examples in Documentation/Formats.md."
    ),
    (
      "x = [\"a\" \"b\"]", "found \"b\"], expected a comma or ]. Put a comma between each two values."
    ),
    (
      "x = [\n\"a\",\n[[stem]]\nid = 1",
      "found x = [, expected a closing bracket for each one that opens. "
        + "Add the ] or } that is missing before the next key."
    ),
  ])
  func slipsAreToldInPlainWords(text: String, message: String) {
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(": " + message) == true, "\(found)")
  }

  @Test(
    "What is wrong in brackets that close hides nothing of the lines below",
    arguments: [
      ("pan = [ä]\nx y", [1, 2]), ("pan = {a = [ä]}\nx y", [1, 2]), ("pan = [\n  ä, 2]\nx y", [2, 3]),
      ("pan = [\"a\" \"]\"]\nx y", [1, 2]), ("pan = { a = yes }\nx y\nb = no", [1, 2, 3]),
      // These do not close: whatever follows belongs to them, up to the next statement.
      ("pan = [ä\nx y\nb = 1", [1]), ("pan = [ä # ]\nx y\nb = 1", [1]), ("pan = [ä, \"]\"\nx y\nb = 1", [1]),
    ])
  func closedBrackets(text: String, lines: [Int]) {
    #expect(problems(text).compactMap { Int($0.split(separator: ":")[1]) } == lines, "\(problems(text))")
  }

  @Test func severalMistakesAreToldAtOnce() {
    let text = """
      a = yes
      b = 1
      [[c]
      d = [1,
        2
      e = "f
      g = { h = 1,
        i = 2 }
      j =
      """
    #expect(
      problems(text).map { String($0.prefix { $0 != "," }) } == [
        "f:1: column 5: found yes", "f:3: column 5: found the end of the line", "f:4: column 1: found d = [1",
        "f:6: column 5: found \"f", "f:7: column 13: found the end of the line",
        "f:9: column 4: found the end of the file",
      ])
  }

  @Test func theRestIsRead() throws {
    let file = try TOMLFile(path: "f", text: "a = yes\nb = 1\n[[c]\nd = 2\n[ä]\ne = 3\n[g]\nh = 4\n")
    #expect(file.root.bool("a", Advice(expected: "true or false", remedy: "")) == nil)
    #expect(file.root.value("b")?.integer == 1)
    let tables = file.root.subtables("c", Advice(expected: "", remedy: ""))
    #expect(tables.map { $0.value("d")?.integer } == [2])
    #expect(file.root.subtable("g", Advice(expected: "", remedy: ""))?.value("h")?.integer == 4)
    file.root.report("a", found: "something", Advice(expected: "more", remedy: ""))
    file.root.report(
      "f", found: nil, Advice(expected: "it, which may stand in a line that nobody could read", remedy: ""))
    file.root.finish()
    #expect(file.problems.map(\.line) == [1, 3, 5], "no mistake brings another with it")
  }

  /// What most likely is no TOML at all, and what has no end.
  @Test func nothingIsGuessedOfTheRestWhereItMeansNothing() {
    #expect(problems(String(repeating: "{}\n", count: 10_000)).count == TOMLParser.mostProblems)
    let text = "a = 1\nb = \"\"\"\nc = 1\n"
    #expect(throws: FileProblems.self) { try TOMLFile(path: "f", text: text) }
    #expect(problems(text).map { String($0.prefix(16)) } == ["f:2: column 5: f"])
  }

  /// A megabyte of anything takes seconds at most, even unoptimised.
  @Test(
    .timeLimit(.minutes(LongCampaign.minutes)),
    arguments: [
      "[", "{a=", "a.", "[[a]]\n", "a=[\n", "\"", "'''", "x = {\n", "\\", "\r\n", "[a\n", "ä", "a={b=[\n",
    ])
  func muchOfAnythingIsReadInTime(piece: String) {
    _ = problems(String(repeating: piece, count: (1 << 20) / piece.utf8.count))
  }
}
