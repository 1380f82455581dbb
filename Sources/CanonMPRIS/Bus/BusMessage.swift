import CSystemd
import Glibc

/// A message of sd-bus, read or written.
/// - Thread: that of its bus
struct BusMessage {
  let pointer: OpaquePointer

  // MARK: - Reading

  /// The name of the method that it calls.
  var method: (interface: String, member: String) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    return (text(sd_bus_message_get_interface(pointer)), text(sd_bus_message_get_member(pointer)))
  }

  /// The call that it is.
  /// - Returns: nil if it has an argument that no method of a player has: one of another type, or a text longer than names are on
  ///   D-Bus. Such a message can have megabytes, and is not kept.
  var call: BusCall? {
    var values: [BusValue] = []
    while sd_bus_message_at_end(pointer, 1) == 0 {
      guard let value = next() else { return nil }
      values.append(value)
    }
    return BusCall(interface: method.interface, member: method.member, arguments: values)
  }

  /// The longest text that is read, in bytes.
  private static let longestText = 255

  private func next() -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return nil }
    switch UnicodeScalar(UInt8(bitPattern: type)) {
    case "s": return text(type).map { .text($0) }
    case "o": return text(type).map { .path($0) }
    case "x":
      var value: Int64 = 0
      return sd_bus_message_read_basic(pointer, type, &value) > 0 ? .integer(value) : nil
    case "d":
      var value = 0.0
      return sd_bus_message_read_basic(pointer, type, &value) > 0 ? .number(value) : nil
    case "b":
      var value: Int32 = 0
      return sd_bus_message_read_basic(pointer, type, &value) > 0 ? .bool(value != 0) : nil
    case "v":
      guard sd_bus_message_enter_container(pointer, type, contents) > 0, let value = next() else {
        return nil
      }
      return sd_bus_message_exit_container(pointer) > 0 ? value : nil
    default: return nil
    }
  }

  private func text(_ type: CChar) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, type, &text) > 0 else { return nil }
    guard let text, strlen(text) <= Self.longestText else { return nil }
    return String(cString: text)
  }

  // MARK: - Writing

  func append(_ value: BusValue) {
    switch value {
    case .bool(let value): append(value ? 1 : 0 as Int32, "b")
    case .integer(let value): append(value, "x")
    case .number(let value): append(value, "d")
    case .text(let text): append(text, "s")
    case .path(let path): append(path, "o")
    case .texts(let texts): within("a", "s") { for text in texts { append(text, "s") } }
    case .table(let table):
      within("a", "{sv}") {
        for (key, value) in table.sorted(by: { $0.key < $1.key }) {
          within("e", "sv") {
            append(key, "s")
            append(variant: value)
          }
        }
      }
    }
  }

  func append(variant value: BusValue) { within("v", value.signature) { append(value) } }

  private func append(_ text: String, _ type: UnicodeScalar) {
    _ = text.withCString { sd_bus_message_append_basic(pointer, CChar(type.value), $0) }
  }

  private func append<Value: BitwiseCopyable>(_ value: Value, _ type: UnicodeScalar) {
    _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(pointer, CChar(type.value), $0) }
  }

  private func within(_ kind: UnicodeScalar, _ contents: String, _ body: () -> Void) {
    sd_bus_message_open_container(pointer, CChar(kind.value), contents)
    body()
    sd_bus_message_close_container(pointer)
  }
}
