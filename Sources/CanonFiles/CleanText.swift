/// Text from outside (files, names, command lines), made safe to show.
///
/// A title may reach a terminal, a JACK port name or a log, so everything that could move a cursor, reorder
/// the text or break a line becomes a visible escape: C0 controls, DEL, C1 controls, the bidirectional
/// controls, and line or paragraph separators. Ordinary letters of every script pass unchanged.
public enum CleanText {
  /// Returns `text` with each scalar written as `\u{hex}`.
  ///
  /// For every text, `clean(clean(t)) == clean(t)`.
  /// - Thread: any control thread
  public static func clean(_ text: String) -> String {
    if !text.unicodeScalars.contains(where: isUnsafe) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the cleaned text in double quotes, cut to 60 characters with an ellipsis. Messages show values in
  /// this form.
  public static func quote(_ text: String) -> String {
    let shown = clean(text)
    return shown.count > 60 ? "\"" + shown.prefix(60) + "…\"" : "\"" + shown + "\""
  }

  /// ``quote(_:)`` with the quotes of Japanese.
  package static func japaneseQuote(_ text: String) -> String { "「\(quote(text).dropFirst().dropLast())」" }

  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1f, 0x7f...0x9f: true  // C0, DEL, C1
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true  // bidirectional controls
    case 0x2028, 0x2029, 0xfeff: true  // separators, byte order mark
    default: false
    }
  }
}
