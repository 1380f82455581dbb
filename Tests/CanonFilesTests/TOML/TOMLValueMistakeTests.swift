import Testing

@testable import CanonFiles

/// What is said of values that are none, and how far a text with mistakes is read.
@Suite struct TOMLValueMistakeTests {
  @Test(
    "Words for true and false are told with TOML's",
    arguments: [
      ("y", "true"), ("on", "true"), ("TRUE", "true"), ("Yes", "true"), ("n", "false"), ("off", "false"),
      ("False", "false"), ("NO", "false"),
    ])
  func truthValues(text: String, word: String) {
    #expect(
      problems("a = \(text)") == [
        "f:1: column 5: found \(text), expected true or false. Did you mean \(word)?"
      ])
  }

  @Test(
    "A value that is none is told in words that fit it",
    arguments: [
      ("„a“", "straight quotes"), ("«a»", "straight quotes"), ("‘a’", "straight quotes"),
      ("1,5", "a number with a point"), ("-0,25", "a number with a point"), ("007,5", "a value: "),
      ("1,5,2", "a value: "), ("1,", "a value: "), ("1,,5", "a value: "), (",5", "a value: "),
      ("-007", "a number without leading zeros"),
      ("+01", "a number without leading zeros"), ("99999999999999999999", "a whole number from -2^63"),
      ("0xFFFF_FFFF_FFFF_FFFF_F", "a whole number from -2^63"), ("0b2222", "a value: "),
      ("9_223_372_036_854_775_808", "a whole number from -2^63"), ("2026-13-01", "a date as"),
      ("2026-1-1", "a date as"), ("202-12-06", "a value: "), ("20:6-1-1", "a value: "),
      ("20/6-1-1", "a value: "), ("1__0", "a value: "), ("_1", "a value: "),
      ("0x", "a value: "), ("0xg", "a value: "), ("+0x1", "a value: "), ("0b2", "a value: "),
      ("1.", "a value: "), (".5", "a value: "), ("1e", "a value: "), ("1.e5", "a value: "),
      ("1e5.0", "a value: "), ("+ 1", "a value: "), ("2026-12-06T24:00:00", "a date as"),
      ("2026-12-06T23:60:00", "a date as"), ("2026-12-06T23:00:60", "a date as"),
      ("2026-12-06T18:00", "a date as"), ("2026-12-06T18:00:00.", "a date as"),
      ("2026-12-06T18:00:00+24:00", "a date as"), ("2026-12-06T18:00:00+01:60", "a date as"),
      ("2026-12-06T18:00:00+0100", "a date as"), ("2023-02-29", "a date as"), ("1900-02-29", "a date as"),
      ("2026-04-31", "a date as"), ("2026-00-10", "a date as"), ("2026-12-00", "a date as"),
    ])
  func values(text: String, expected: String) {
    let found = problems("a = \(text)")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("f:1: column 5: found \(text), expected \(expected)") == true, "\(found)")
  }

  @Test("A month has its days and no more", arguments: [(1900, 28), (2000, 29), (2023, 28), (2024, 29)])
  func months(year: Int, february: Int) {
    for (index, days) in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
      let month = String(101 + index).dropFirst()
      for day in [1, 28, 29, 30, 31, 32] {
        let found = problems("a = \(year)-\(month)-\(String(100 + day).dropFirst())")
        #expect(found.isEmpty == (day <= days), "\(year)-\(month)-\(day)")
      }
    }
  }

  @Test("A word is proposed in quotes, if it is short")
  func words() {
    #expect(problems("a = cello b").first?.hasSuffix(" Put quotes around a text: \"cello b\".") == true)
    let long = String(repeating: "x", count: 59)
    #expect(problems("a = \(long)").first?.contains("Put quotes around a text: \"\(long)\".") == true)
    #expect(problems("a = \(long)x").first?.contains("Put quotes") == false)
    #expect(problems("a = x\"y").first?.contains("Put quotes") == false)
  }

  @Test(
    "A column counts characters, of whatever size, from the line's beginning",
    arguments: [("x = 1\n", 2), ("x = 1\r\n", 2), ("", 1), ("# é\n\n", 3), ("x = '''\n\né'''\n", 4)])
  func columns(before: String, line: Int) {
    for (text, column) in [("a = ?", 5), ("'é' = ?", 7), ("'🎻チ' = ?", 8), ("  a = ?", 7), ("\ta = ?", 6)] {
      #expect(
        problems(before + text).first?.hasPrefix("f:\(line): column \(column): found ?") == true, "\(text)")
    }
  }

  @Test("After fifty mistakes the rest is not read; fewer leave it readable")
  func most() throws {
    let few = try TOMLFile(path: "f", text: String(repeating: "?\n", count: 49) + "a = 1\n")
    #expect(few.problems.count == 49)
    #expect(few.root.value("a")?.integer == 1)
    #expect(problems(String(repeating: "?\n", count: 50)).count == 50)
    #expect(problems(String(repeating: "?\n", count: 51)).count == 50)
    #expect(throws: FileProblems.self) { try TOMLFile(path: "f", text: String(repeating: "?\n", count: 51)) }
  }

  @Test("Tables and arrays may lie 64 deep")
  func depth() {
    func arrays(_ count: Int) -> String {
      "a = " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    #expect(problems(arrays(64)) == [])
    #expect(problems(arrays(65)).first?.contains("tables and arrays at most 64 deep") == true)
    let keys = Array(repeating: "a", count: 63).joined(separator: ".")
    #expect(problems("\(keys) = 1") == [])
    #expect(problems("\(keys).a.a = 1").first?.contains("tables and arrays at most 64 deep") == true)
    #expect(problems("[\(keys).a]") == [])
    #expect(problems("[\(keys).a.a]").count == 1)
    #expect(problems("[\(keys)]\nb = 1") == [])
    #expect(problems("[\(keys).a]\nb.c = 1").count == 1)
  }

  @Test("A mistake may be told in better words")
  func improved() throws {
    let file = try TOMLFile(path: "f", text: "a = ja\n") { problem in
      var problem = problem
      problem.advice = AnyAdvice(Advice(expected: "true", remedy: "Write true."))
      return problem
    }
    #expect(file.problems.map(\.remedy) == ["Write true."])
  }

  @Test("A header that is not closed counts all the same; two brackets on one side are two on both")
  func headers() throws {
    for (text, proposed, isArray) in [
      ("[a\nb = 1", "[a]", false), ("[[a\nb = 1", "[[a]]", true), ("[[a]\nb = 1", "[[a]]", true),
      ("[a]]\nb = 1", "[[a]]", true),
    ] {
      let file = try TOMLFile(path: "f", text: text)
      #expect(file.problems.count == 1)
      #expect(file.problems.first?.remedy == "Write \(proposed).", "\(text)")
      let table =
        isArray
        ? file.root.subtables("a", Advice(expected: "", remedy: "")).first
        : file.root.subtable("a", Advice(expected: "", remedy: ""))
      #expect(table?.value("b")?.integer == 1, "\(text)")
    }
  }

  @Test(
    "A text without an end is told where it begins, also in brackets that stay open",
    arguments: ["\"\"\"", "'''"])
  func unclosedTexts(quotes: String) {
    let message =
      "expected the three quotes that end this text. Add them; what follows was not read."
    #expect(problems("\na = \(quotes)x\nb = 1\n") == ["f:2: column 5: found \(quotes)x, \(message)"])
    #expect(problems("a = [\n1,\n \(quotes)x\nb = 1\n") == ["f:3: column 2: found \(quotes)x, \(message)"])
  }

  @Test("A table with an unreadable key has no missing keys reported; other tables do")
  func incompleteTables() throws {
    for (text, isIncomplete) in [("[t]\n= 1\n[u]\n", [true, false]), ("[t]\n[u]\nä = 1\n", [false, true])] {
      let file = try TOMLFile(path: "f", text: text)
      #expect(file.problems.count == 1)
      for (name, isSilent) in zip(["t", "u"], isIncomplete) {
        let before = file.problems.count
        file.root.subtable(name, Advice(expected: "", remedy: ""))?.report(
          "f", found: nil, Advice(expected: "e", remedy: "R."))
        #expect(file.problems.count == before + (isSilent ? 0 : 1), "\(name) in \(text)")
      }
      file.root.report("f", found: nil, Advice(expected: "e", remedy: "R."))
      #expect(file.problems.last?.message == "f: f: expected e. R.", "the file itself could be read")
    }
  }
}
