/// All syntax errors.
package enum TOMLAdvice: FileAdvice {
  case key
  case equals
  case value
  case date
  case endOfLine
  case control
  case escape
  case closingQuote
  case unclosedText
  case unclosed
  case lastComma
  case inlineTableInLines
  /// How many dots and brackets are too many.
  case tooDeep(most: Int)
  case leadingZero
  case tooLarge
  case curlyQuotes
  case comma(String)
  case boolean(String)
  case point(String)
  case text(String)
  case header(String, isArray: Bool)
  case twice(first: Int)

  package var code: String? { Self.code("syntax", self) }

  package var words: Advice {
    switch self {
    case .key:
      return Advice(
        expected: "a key of ASCII letters, digits, - and _",
        remedy: "Correct the key; one with other characters needs quotes.")
    case .equals:
      return Advice(
        expected: "= and a value after the key", remedy: "Write key = value on one line.")
    case .value:
      return Advice(
        expected: "a value: a text in quotes, a number, a date, true or false",
        remedy: "Compare the line with the examples in Documentation/Formats.md.")
    case .date:
      return Advice(
        expected: "a date as 2026-12-06, or a time as 2026-12-06T18:00:00",
        remedy: "Write two digits each but for the year, and the seconds too.")
    case .endOfLine:
      return Advice(
        expected: "the end of the line", remedy: "Write each key on a line of its own, and comments after #.")
    case .control:
      return Advice(
        expected: "no control characters but tabs",
        remedy: "Remove it; in double quotes \\u001b stands for one.")
    case .escape:
      return Advice(
        expected: "\\n, \\t, \\\", \\\\ or \\u with four hexadecimal digits",
        remedy: "Write a backslash as \\\\, or use single quotes.")
    case .closingQuote:
      return Advice(
        expected: "a closing quote on the same line", remedy: "Add the quote that is missing.")
    case .unclosedText:
      return Advice(
        expected: "the three quotes that end this text",
        remedy: "Add them; what follows was not read.")
    case .unclosed:
      return Advice(
        expected: "a closing bracket for each one that opens",
        remedy: "Add the ] or } that is missing before the next key.")
    case .lastComma:
      return Advice(
        expected: "a key after the comma",
        remedy: "Remove the last comma: between braces none may end the list.")
    case .inlineTableInLines:
      return Advice(
        expected: "all of { … } on one line",
        remedy: "Join the lines, or write the table with a header in brackets.")
    case .tooDeep(let most):
      return Advice(
        expected: "tables and arrays at most \(most) deep", remedy: "Remove dots or brackets."
      )
    case .leadingZero:
      return Advice(
        expected: "a number without leading zeros", remedy: "Remove the zeros, or put quotes around a text.")
    case .tooLarge:
      return Advice(
        expected: "a whole number from -2^63 to 2^63 - 1", remedy: "Correct the number.")
    case .curlyQuotes:
      return Advice(
        expected: "straight quotes", remedy: "Use the quotes \" that stand on the keyboard.")
    case .comma(let end):
      return Advice(expected: "a comma or \(end)", remedy: "Put a comma between each two values.")
    case .boolean(let word):
      return Advice(expected: "true or false", remedy: "Did you mean \(word)?")
    case .point(let number):
      return Advice(expected: "a number with a point", remedy: "Write \(number).")
    case .text(let text):
      return Advice(
        expected: Self.value.words.expected, remedy: "Put quotes around a text: \"\(CleanText.clean(text))\"."
      )
    case .header(let name, let isArray):
      let header = isArray ? "[[\(name)]]" : "[\(name)]"
      return Advice(
        expected: "\(isArray ? "]]" : "]") after the name of the table", remedy: "Write \(header).")
    case .twice(let line):
      return Advice(
        expected: "each name once in its table",
        remedy: "Line \(line) has it already: remove one of the two, or correct the name.")
    }
  }
}
