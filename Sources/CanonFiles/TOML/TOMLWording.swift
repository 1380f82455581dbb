/// The wording of all syntax errors.
enum TOMLWording {
  static let key = Advice(
    expected: "a key of ASCII letters, digits, - and _",
    remedy: "Correct the key; one with other characters needs quotes.")
  static let equals = Advice(
    expected: "= and a value after the key", remedy: "Write key = value on one line.")
  static let value = Advice(
    expected: "a value: a text in quotes, a number, a date, true or false",
    remedy: "Compare the line with the examples in Documentation/Formats.md.")
  static let date = Advice(
    expected: "a date as 2026-12-06, or a time as 2026-12-06T18:00:00",
    remedy: "Write two digits each but for the year, and the seconds too.")
  static let endOfLine = Advice(
    expected: "the end of the line", remedy: "Write each key on a line of its own, and comments after #.")
  static let control = Advice(
    expected: "no control characters but tabs", remedy: "Remove it; in double quotes \\u001b stands for one.")
  static let escape = Advice(
    expected: "\\n, \\t, \\\", \\\\ or \\u with four hexadecimal digits",
    remedy: "Write a backslash as \\\\, or use single quotes.")
  static let closingQuote = Advice(
    expected: "a closing quote on the same line", remedy: "Add the quote that is missing.")
  static let unclosedText = Advice(
    expected: "the three quotes that end this text",
    remedy: "Add them; what follows was not read.")
  static let unclosed = Advice(
    expected: "a closing bracket for each one that opens",
    remedy: "Add the ] or } that is missing before the next key.")
  static let lastComma = Advice(
    expected: "a key after the comma", remedy: "Remove the last comma: between braces none may end the list.")
  static let inlineTableInLines = Advice(
    expected: "all of { … } on one line",
    remedy: "Join the lines, or write the table with a header in brackets.")
  static let tooDeep = Advice(
    expected: "tables and arrays at most \(TOMLParser.mostDepth) deep", remedy: "Remove dots or brackets.")
  static let leadingZero = Advice(
    expected: "a number without leading zeros", remedy: "Remove the zeros, or put quotes around a text.")
  static let tooLarge = Advice(
    expected: "a whole number from -2^63 to 2^63 - 1", remedy: "Correct the number.")
  static let curlyQuotes = Advice(
    expected: "straight quotes", remedy: "Use the quotes \" that stand on the keyboard.")

  static func comma(_ end: String) -> Advice {
    Advice(expected: "a comma or \(end)", remedy: "Put a comma between each two values.")
  }
  static func boolean(_ word: String) -> Advice {
    Advice(expected: "true or false", remedy: "Did you mean \(word)?")
  }
  static func point(_ number: String) -> Advice {
    Advice(expected: "a number with a point", remedy: "Write \(number).")
  }
  static func text(_ text: String) -> Advice {
    Advice(expected: value.expected, remedy: "Put quotes around a text: \"\(CleanText.clean(text))\".")
  }
  static func header(_ name: String, isArray: Bool) -> Advice {
    let header = isArray ? "[[\(name)]]" : "[\(name)]"
    return Advice(
      expected: "\(isArray ? "]]" : "]") after the name of the table", remedy: "Write \(header).")
  }
  static func twice(first line: Int) -> Advice {
    Advice(
      expected: "each name once in its table",
      remedy: "Line \(line) has it already: remove one of the two, or correct the name.")
  }
}
