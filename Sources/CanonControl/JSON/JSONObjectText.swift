import CanonSession

/// The text of a JSON object whose members are added one by one. ``JSONText`` makes a tree of a record before its text, which is too dear for
/// records of which there is one for each command.
struct JSONObjectText {
  private var text = "{"
  private var lacksNumber = false

  init() { text.reserveCapacity(192) }

  /// Ends the object.
  /// - Returns: One line; `{}` for an object with a number that JSON does not have.
  mutating func end() -> String {
    if lacksNumber { return "{}" }
    text += "}"
    return text
  }

  // A member without a value is omitted. Keys come in snake_case, and in alphabetical order.

  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    begin(key)
    JSONNode.append(quoted: value, to: &text)
  }

  mutating func add(_ key: String, _ value: (some FixedWidthInteger)?) {
    if let value { add(key, json: value.description) }
  }

  mutating func add(_ key: String, _ value: Bool?) {
    if let value { add(key, json: value ? "true" : "false") }
  }

  mutating func add(_ key: String, _ value: Double?) {
    guard let value else { return }
    do { add(key, json: try JSONWriter.text(value, value.description)) } catch { lacksNumber = true }
  }

  mutating func add(_ key: String, _ value: JSONDecibels?) {
    switch value {
    case .number(let number): add(key, number)
    case .silence: add(key, NumberRange.decibels.silence)
    case nil: break
    }
  }

  /// Any other value, which has no number that JSON does not have.
  mutating func add(_ key: String, encoded value: (some Encodable)?) {
    if let value { add(key, json: JSONText.text(value)) }
  }

  private mutating func add(_ key: String, json value: String) {
    begin(key)
    text += value
  }

  private mutating func begin(_ key: String) {
    text += text.utf8.count > 1 ? ",\"" : "\""
    text += key
    text += "\":"
  }
}
