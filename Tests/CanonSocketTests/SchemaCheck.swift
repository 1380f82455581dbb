import Foundation

/// Whether a value keeps to a JSON schema, as far as canon's own goes.
struct SchemaCheck {
  let root: [String: Any]

  /// What is wrong, with the way to it; empty if nothing is.
  func problems(_ value: Any, as name: String) -> [String] {
    let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
    return check(value, definitions[name] ?? ["enum": [Any]()], name)
  }

  private func check(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      return problems(value, as: String(reference.split(separator: "/").last ?? ""))
    }
    var result: [String] = []
    if let kinds = (schema["type"] as? String).map({ [$0] }) ?? schema["type"] as? [String],
      !kinds.contains(where: { Self.isOf($0, value) })
    {
      result.append("\(path): \(value) is not \(kinds)")
    }
    if let allowed = schema["enum"] as? [NSObject] ?? (schema["const"] as? NSObject).map({ [$0] }),
      !allowed.contains(where: { $0.isEqual(value) })
    {
      result.append("\(path): \(value) is none of \(allowed)")
    }
    if let choices = schema["anyOf"] as? [[String: Any]],
      !choices.contains(where: { check(value, $0, path).isEmpty })
    {
      result.append("\(path): \(value) fits nothing that it may be")
    }
    if let pattern = schema["pattern"] as? String,
      (value as? String)?.range(of: pattern, options: .regularExpression) == nil
    {
      result.append("\(path): \(value) does not match")
    }
    if let items = schema["items"] as? [String: Any], let values = value as? [Any] {
      result += values.flatMap { check($0, items, path + "[]") }
    }
    return result + properties(value, schema, path)
  }

  private func properties(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let properties = schema["properties"] as? [String: [String: Any]],
      let object = value as? [String: Any]
    else { return [] }
    let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
    return missing.map { "\(path): \($0) is missing" }
      + object.flatMap { key, value in
        properties[key].map { check(value, $0, "\(path).\(key)") } ?? ["\(path): \(key) is unknown"]
      }
  }

  private static func isOf(_ kind: String, _ value: Any) -> Bool {
    let number = value as? NSNumber
    let isBool = number.map { isBoolean($0) } ?? false
    return switch kind {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBool
    case "integer": !isBool && number.map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: !isBool && number != nil
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
