import CanonSession

@testable import CanonSocket

/// The JSON schema of a record that canon encodes: its keys in snake case, their types, and which of them are always
/// there. A later canon may add keys.
enum RecordSchema {
  static var mark: [String: Any] { ["type": ["integer", "string"]] }

  static func object(_ record: Any) -> [String: Any] {
    var properties: [String: Any] = [:]
    var required: [String] = []
    for case (let name?, let value) in Mirror(reflecting: record).children {
      let key = snakeCase(name)
      properties[key] = type(of: value)
      if Mirror(reflecting: value).displayStyle != .optional { required.append(key) }
    }
    return ["type": "object", "properties": properties, "required": required.sorted()]
  }

  private static func type(of value: Any) -> [String: Any] {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { type(of: $0.value) } ?? type(named: "\(mirror.subjectType)")
    }
    if mirror.displayStyle == .collection, let first = mirror.children.first {
      return ["type": "array", "items": type(of: first.value)]
    }
    return mirror.displayStyle == .struct && mirror.children.count > 0 && !(value is String)
      ? object(value) : type(named: "\(mirror.subjectType)")
  }

  private static func type(named name: String) -> [String: Any] {
    if let wrapped = inside("Optional", name) { return type(named: wrapped) }
    if let element = inside("Array", name) { return ["type": "array", "items": type(named: element)] }
    return switch name {
    case "String": ["type": "string"]
    case "Int", "Int64", "Int32", "UInt32": ["type": "integer"]
    case "Double": ["type": "number"]
    case "Bool": ["type": "boolean"]
    case "JSONNumberOrText": mark
    case "JSONDecibels": ["anyOf": [["type": "number"], ["const": NumberRange.decibels.silence ?? ""]]]
    default: ["type": "object"]
    }
  }

  /// What stands between the brackets of `Optional<…>`.
  private static func inside(_ wrapper: String, _ name: String) -> String? {
    name.hasPrefix(wrapper + "<") ? String(name.dropFirst(wrapper.count + 1).dropLast()) : nil
  }

  private static func snakeCase(_ name: String) -> String {
    name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }
}
