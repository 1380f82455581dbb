import CanonSession

/// The text of a JSON object whose members are added one by one. ``JSONText`` makes a tree of a record before its text, which is too dear for
/// records of which there is one for each command. The text is bytes until it ends, because adding to a `String` costs more than what is added.
struct JSONObjectText {
  private var text: [UInt8] = []
  private var lacksNumber = false

  init() {
    text.reserveCapacity(192)
    text.append(UInt8(ascii: "{"))
  }

  /// Ends the object.
  /// - Returns: One line; `{}` for an object with a number that JSON does not have.
  mutating func end() -> String {
    if lacksNumber { return "{}" }
    text.append(UInt8(ascii: "}"))
    return String(decoding: text, as: UTF8.self)
  }

  // A member without a value is omitted. Keys come in snake_case, and in alphabetical order.

  mutating func add(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != Self.quote && $0 != UInt8(ascii: "\\") }
    guard isPlain else {
      text.append(contentsOf: JSONNode.quoted(value).utf8)
      return
    }
    text.append(Self.quote)
    text.append(contentsOf: value.utf8)
    text.append(Self.quote)
  }

  mutating func add(_ key: StaticString, _ value: (some FixedWidthInteger)?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  mutating func add(_ key: StaticString, _ value: Bool?) {
    if let value { add(key, json: value ? "true" : "false") }
  }

  mutating func add(_ key: StaticString, _ value: Double?) {
    guard let value else { return }
    // Nearly every number is whole. Zero may have a sign, and what is large is written with an exponent.
    if value != 0, value.magnitude < 1e15, let whole = Int64(exactly: value) { return add(key, whole) }
    do { add(key, json: try JSONWriter.text(value, value.description)) } catch { lacksNumber = true }
  }

  mutating func add(_ key: StaticString, _ value: JSONDecibels?) {
    switch value {
    case .number(let number): add(key, number)
    case .silence: add(key, NumberRange.decibels.silence)
    case nil: break
    }
  }

  /// Any other value, which has no number that JSON does not have.
  mutating func add(_ key: StaticString, encoded value: (some Encodable)?) {
    if let value { add(key, json: JSONText.text(value)) }
  }

  private mutating func add(_ key: StaticString, json value: String) {
    begin(key)
    text.append(contentsOf: value.utf8)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    if number < 0 { text.append(UInt8(ascii: "-")) }
    let start = text.count
    var rest = UInt64(number.magnitude)
    repeat {
      text.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    text[start...].reverse()
  }

  private mutating func begin(_ key: StaticString) {
    if text.count > 1 { text.append(UInt8(ascii: ",")) }
    text.append(Self.quote)
    key.withUTF8Buffer { text.append(contentsOf: $0) }
    text.append(Self.quote)
    text.append(UInt8(ascii: ":"))
  }

  private static let quote = UInt8(ascii: "\"")
}
