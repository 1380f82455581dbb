import Foundation

/// A compiled pattern of names. Matching takes a time that grows with the name alone, whatever the pattern.
///
/// Sendable: it does not change once it is compiled, and `regexec` may be called on any thread.
public final class NamePattern: @unchecked Sendable {
  /// As it is written.
  public let text: String
  private var compiled = regex_t()

  /// For each `+` around another one the C library doubles what it repeats, so that `a+++…` would take all memory.
  static let mostPluses = 8

  /// A POSIX extended regular expression, to be found anywhere in a name.
  /// - Returns: nil if it cannot be read. Counts of repetitions, back references and more than ``mostPluses`` signs `+` are not read either:
  ///   they can take all memory and any time.
  convenience init?(expression: String) {
    let hasReference = zip(expression.utf8, expression.utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "\\") && (49...57).contains($1)
    }
    guard !expression.isEmpty, !expression.contains("{"), !hasReference,
      Self.pluses(of: expression) <= Self.mostPluses
    else { return nil }
    self.init(expression, compiling: expression)
  }

  /// The number of signs `+` that repeat: those behind a backslash and in brackets mean themselves.
  private static func pluses(of expression: String) -> Int {
    var (count, isEscaped) = (0, false)
    var bracketed: Int?
    for sign in expression.utf8 {
      if let length = bracketed {
        // The first sign in brackets never ends them.
        let isEnd = sign == UInt8(ascii: "]") && length > 0
        let isNot = sign == UInt8(ascii: "^") && length == 0
        bracketed = isEnd ? nil : isNot ? 0 : length + 1
      } else if isEscaped {
        isEscaped = false
      } else {
        if sign == UInt8(ascii: "+") { count += 1 }
        isEscaped = sign == UInt8(ascii: "\\")
        if sign == UInt8(ascii: "[") { bracketed = 0 }
      }
    }
    return count
  }

  /// A pattern of the shell for the whole name: `*`, `?`, `[…]` and `[!…]`.
  /// - Returns: nil if it has none of these, or a bracket that is not closed.
  convenience init?(glob: String) {
    guard glob.contains(where: { "*?[".contains($0) }) else { return nil }
    var (expression, isInBrackets) = ("^", false)
    var before: Character?
    for sign in glob {
      switch sign {
      case "]" where isInBrackets:
        expression += "]"
        isInBrackets = false
      case "!" where isInBrackets && before == "[": expression += "^"
      case _ where isInBrackets: expression.append(sign)
      case "[":
        expression += "["
        isInBrackets = true
      case "*": expression += ".*"
      case "?": expression += "."
      // In brackets a sign means itself, but for these two.
      case "^", "\\": expression += "\\\(sign)"
      // A letter beyond ASCII has several bytes, of which brackets would mean one.
      default:
        let isPlain = !sign.isASCII || sign.isLetter || sign.isNumber || sign == " "
        expression += isPlain ? "\(sign)" : "[\(sign)]"
      }
      before = sign
    }
    guard !isInBrackets else { return nil }
    self.init(glob, compiling: expression + "$")
  }

  private init?(_ text: String, compiling expression: String) {
    self.text = text
    guard regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
  }

  deinit { regfree(&compiled) }

  func matches(_ name: String) -> Bool { regexec(&compiled, name, 0, nil, 0) == 0 }
}

/// Patterns are equal if they are written alike; whoever holds one knows which kind it is.
extension NamePattern: Hashable {
  public static func == (one: NamePattern, other: NamePattern) -> Bool { one.text == other.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
