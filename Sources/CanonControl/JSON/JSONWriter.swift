/// Makes JSON of values. Foundation's encoder takes longer for the reply to a command than canon for the command.
struct JSONWriter: Encoder {
  private let node: JSONNode
  private let keepsKeys: Bool
  /// Whether the value is a dictionary, whose keys stay as they are in any case.
  private let isDictionary: Bool

  /// - Parameters:
  ///   - node: Becomes the value.
  ///   - keepsKeys: Whether keys stay as they are.
  init(_ node: JSONNode, keepsKeys: Bool, isDictionary: Bool = false) {
    (self.node, self.keepsKeys, self.isDictionary) = (node, keepsKeys, isDictionary)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.kind = .object
    return KeyedEncodingContainer(
      Members<Key>(node: node, keepsKeys: keepsKeys, keepsOwnKeys: keepsKeys || isDictionary))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.kind = .array
    return Elements(node: node, keepsKeys: keepsKeys)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { One(node: node, keepsKeys: keepsKeys) }

  /// - Throws: A number that JSON does not have.
  func write<Value: Encodable>(_ value: Value) throws {
    // A gain is found by its type alone: below, each type that a value is not takes a search.
    if Value.self == JSONDecibels.self { return try value.encode(to: self) }
    switch value {
    case let text as String: node.text = JSONNode.quoted(text)
    case let number as Int: node.text = String(number)
    case let number as Int64: node.text = String(number)
    case let number as Int32: node.text = String(number)
    case let isTrue as Bool: node.text = isTrue ? "true" : "false"
    case let number as Double: node.text = try Self.text(number, number.description)
    case let number as Float: node.text = try Self.text(Double(number), number.description)
    case let number as any FixedWidthInteger & Encodable: node.text = number.description
    case is any StringKeyed:
      try value.encode(to: JSONWriter(node, keepsKeys: keepsKeys, isDictionary: true))
    default: try value.encode(to: self)
    }
  }

  static func text(_ number: Double, _ text: String) throws -> String {
    guard number.isFinite else {
      throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "no number in JSON"))
    }
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let keepsKeys: Bool
    let keepsOwnKeys: Bool
    var codingPath: [any CodingKey] { [] }

    private func writer(_ key: String) -> JSONWriter {
      JSONWriter(node.add(keepsOwnKeys ? key : JSONNode.snakeCase(key)), keepsKeys: keepsKeys)
    }

    func encodeNil(forKey key: Key) { _ = writer(key.stringValue) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try writer(key.stringValue).write(value)
    }

    // Most members are of these types, which need not be found out then.
    func encode(_ value: String, forKey key: Key) { set(JSONNode.quoted(value), forKey: key) }
    func encode(_ value: Int, forKey key: Key) { set(String(value), forKey: key) }
    func encode(_ value: Int32, forKey key: Key) { set(String(value), forKey: key) }
    func encode(_ value: Int64, forKey key: Key) { set(String(value), forKey: key) }
    func encode(_ value: Bool, forKey key: Key) { set(value ? "true" : "false", forKey: key) }
    func encode(_ value: Double, forKey key: Key) throws {
      set(try JSONWriter.text(value, value.description), forKey: key)
    }
    private func set(_ text: String, forKey key: Key) {
      let name = key.stringValue
      node.add(keepsOwnKeys ? name : JSONNode.snakeCase(name)).text = text
    }

    func nestedContainer<Other: CodingKey>(
      keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> { writer(key.stringValue).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      writer(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { writer("super") }
    func superEncoder(forKey key: Key) -> any Encoder { writer(key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let node: JSONNode
    let keepsKeys: Bool
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    private func writer() -> JSONWriter { JSONWriter(node.add(), keepsKeys: keepsKeys) }

    func encodeNil() { _ = writer() }
    func encode<Value: Encodable>(_ value: Value) throws { try writer().write(value) }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      writer().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer().unkeyedContainer() }
    func superEncoder() -> any Encoder { writer() }
  }

  private struct One: SingleValueEncodingContainer {
    let node: JSONNode
    let keepsKeys: Bool
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.text = "null" }
    func encode(_ value: Double) throws { node.text = try JSONWriter.text(value, value.description) }
    func encode<Value: Encodable>(_ value: Value) throws {
      try JSONWriter(node, keepsKeys: keepsKeys).write(value)
    }
  }
}

/// Dictionaries, whose keys are no names of properties.
private protocol StringKeyed {}
extension Dictionary: StringKeyed where Key == String {}
