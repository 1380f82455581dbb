import Testing

@testable import CanonFiles

/// Where a mistake in a text stands, and what it does to the rest.
@Suite struct TOMLMistakeTests {
  @Test(
    "The place of a mistake is its line and its column, in characters",
    arguments: [
      (
        "[ä]",
        "f:1: column 2: found ä, expected a key of ASCII letters, digits, - and _. "
          + "Correct the key; one with other characters needs quotes."
      ),
      (
        "\n'ö ドア' = ja",
        "f:2: column 10: found ja, expected a value: a text in quotes, a number, a date, "
          + "true or false. Put quotes around a text: \"ja\"."
      ),
      (
        "é = 1\n",
        "f:1: column 1: found é, expected a key of ASCII letters, digits, - and _. "
          + "Correct the key; one with other characters needs quotes."
      ),
      (
        "a = \"é\\q\"",
        "f:1: column 7: found \\q, expected \\n, \\t, \\\", \\\\ or \\u with four hexadecimal digits. "
          + "Write a backslash as \\\\, or use single quotes."
      ),
      (
        "a = 9223372036854775808",
        "f:1: column 5: found 9223372036854775808, "
          + "expected a whole number from -2^63 to 2^63 - 1. Correct the number."
      ),
      (
        "a = 1 b",
        "f:1: column 5: found 1 b, expected a value: a text in quotes, a number, a date, true or false. "
          + "Compare the line with the examples in Documentation/Formats.md."
      ),
      (
        "a = '' b",
        "f:1: column 8: found b, expected the end of the line. "
          + "Write each key on a line of its own, and comments after #."
      ),
      (
        "a = { b = 1, }",
        "f:1: column 14: found }, expected a key after the comma. "
          + "Remove the last comma: between braces none may end the list."
      ),
      (
        "a = 2026-02-30",
        "f:1: column 5: found 2026-02-30, expected a date as 2026-12-06, or a time as "
          + "2026-12-06T18:00:00. Write two digits each but for the year, and the seconds too."
      ),
    ])
  func places(text: String, message: String) { #expect(problems(text) == [message]) }

  @Test(
    "A mistake is reported alike whether lines end in LF or CR LF",
    arguments: [
      "a =\nb = 1\n", "a = \nb = 1\n", "a = \"x\nb = 1\n", "a = 'x\nb = 1\n", "a\nb = 1\n", "a.\n",
      "[a\nb = 1\n",
      "[\n", "[[a]\n", "a = [1 2,\n3]\n", "a = [\n?\n]\n", "a = {\nb = ?\n}\n", "a = 1 b \n",
      "a = 1 # ?\nb = c = d\n",
      "a = \"\"\"x\n\\q\n\"\"\"\n", "a = '''x\n\n",
    ])
  func lineEnds(text: String) {
    let found = problems(text)
    #expect(!found.isEmpty)
    #expect(problems(text.replacing("\n", with: "\r\n")) == found)
  }

  @Test(
    "A name that is taken is told with the line that has it",
    arguments: [
      ("a = [1]\n[[a]]\n", "a", 1), ("a = 1\n[a]\n", "a", 1), ("[a]\n[a]\n", "a", 1),
      ("a = {}\n[a.b]\n", "a", 1), ("\n[a.b]\n[a]\nb.c = 1\n", "b", 2), ("[[a]]\n[a]\n", "a", 1),
      ("a.b = 1\na.b.c = 2\n", "b", 1), ("[a]\nb.c = 1\n[a.b]\n", "b", 2),
      ("[a.b]\n[a]\n[a]\n", "a", 2),
    ])
  func twice(text: String, name: String, line: Int) {
    let found = problems(text)
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix(
        "found \"\(name)\" a second time, expected each name once in its table. "
          + "Line \(line) has it already: remove one of the two, or correct the name.") == true, "\(found)")
  }

  @Test("A bracket that stays open ends before the next key, be it indented or not", arguments: ["", "  "])
  func openBracket(indent: String) throws {
    let text = "x = [\n  1,\n\(indent)y = 2\n[t]\nz = 3\n"
    #expect(
      problems(text) == [
        "f:1: column 1: found x = [, expected a closing bracket for each one that opens. "
          + "Add the ] or } that is missing before the next key."
      ])
    let root = try TOMLFile(path: "f", text: text).root
    #expect(root.value("y")?.integer == 2)
    #expect(root.subtable("t", Advice(expected: "", remedy: ""))?.value("z")?.integer == 3)

    let header = "x = [\n  1,\n\(indent)[t]\nz = 3\n"
    #expect(problems(header).map { String($0.prefix { $0 != "," }) } == ["f:1: column 1: found x = ["])
    #expect(
      try TOMLFile(path: "f", text: header).root.subtable("t", Advice(expected: "", remedy: ""))?.value("z")?
        .integer
        == 3)
  }

  @Test("A name that is taken is told where it stands, though its value ends lines below")
  func twiceOverLines() {
    let problems = problems("a = 1\nb = 2\n a = [\n1,\n2]\n")
    #expect(
      problems.first?.hasPrefix(
        "f:3: column 1: found \"a\" a second time, expected each name once in its table.")
        == true)
    #expect(problems.count == 1, "and nothing else: \(problems)")
  }

  @Test("What follows a key that is too deep is not read: its lines may be those of its value")
  func afterTooDeep() {
    let key = [String](repeating: "a", count: 65).joined(separator: ".")
    let problems = problems("\(key) = \"\"\"one\n= two\n\"\"\"\nb = 5,3\n")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("expected tables and arrays at most 64 deep") == true, "\(problems)")
  }

  @Test("A string with an error is unknown, whatever follows it", arguments: ["\"", "\"\"\""])
  func brokenText(quote: String) throws {
    let file = try TOMLFile(path: "f", text: "a = \(quote)x\\qy\\tz\(quote)\n")
    #expect(file.problems.count == 1)
    #expect(file.root.value("a")?.isBroken == true)
  }

  @Test("Brackets that stay open in one line do not count in the next")
  func bracketsOfOneLine() {
    #expect(
      problems("x = [1 2]\ny = -5,3\n").last
        == "f:2: column 5: found -5,3, expected a number with a point. Write -5.3.")
  }

  @Test("A control character is told wherever it stands", arguments: ["a = 1 # \u{1b}\n", "a = '\u{1b}'\n"])
  func control(text: String) {
    #expect(
      problems(text).first?.hasSuffix(
        "expected no control characters but tabs. Remove it; in double quotes \\u001b stands for one.")
        == true,
      "\(problems(text))")
  }
}
