/// A value of JSON while it is made.
final class JSONNode {
  enum Kind { case scalar, array, object }

  var kind = Kind.scalar
  /// A scalar as JSON has it.
  var text = "null"
  /// The elements of an array, or the members of an object with their keys.
  private var members: [(key: String, node: JSONNode)] = []

  var count: Int { members.count }

  /// - Parameter key: Of a member; elements have none.
  func add(_ key: String = "") -> JSONNode {
    let node = JSONNode()
    members.append((key, node))
    return node
  }

  /// Appends the value, the members of objects in the order of their keys.
  func append(to text: inout String) {
    if kind == .scalar {
      text += self.text
      return
    }
    let isObject = kind == .object
    if isObject { members.sort { $0.key < $1.key } }
    text += isObject ? "{" : "["
    for place in members.indices {
      if place > 0 { text += "," }
      if isObject {
        Self.append(quoted: members[place].key, to: &text)
        text += ":"
      }
      members[place].node.append(to: &text)
    }
    text += isObject ? "}" : "]"
  }

  /// A text in quotes. Control characters are escaped, and everything else that JSON does not need escaped stands as it is.
  static func quoted(_ text: String) -> String {
    var quoted = ""
    append(quoted: text, to: &quoted)
    return quoted
  }

  /// Appends ``quoted(_:)``.
  static func append(quoted text: String, to quoted: inout String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    quoted += "\""
    if isPlain { quoted += text } else { append(escaped: text, to: &quoted) }
    quoted += "\""
  }

  private static func append(escaped text: String, to quoted: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{8}": quoted += "\\b"
      case "\u{c}": quoted += "\\f"
      case "\0"..<" ":
        quoted += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }

  /// `inSeconds` as `in_seconds`, and `isURLKnown` as `is_url_known`.
  static func snakeCase(_ key: String) -> String {
    func isCapital(_ letter: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }
    guard key.utf8.contains(where: isCapital) else { return key }
    let letters = Array(key.utf8)
    var snake: [UInt8] = []
    for (place, letter) in letters.enumerated() {
      guard isCapital(letter) else {
        snake.append(letter)
        continue
      }
      let beginsWord =
        place > 0
        && (!isCapital(letters[place - 1]) || place + 1 < letters.count && !isCapital(letters[place + 1]))
      if beginsWord { snake.append(UInt8(ascii: "_")) }
      snake.append(letter + 0x20)
    }
    return String(decoding: snake, as: UTF8.self)
  }
}
