import CanonNetwork

/// What a program can ask of a node (OSCQuery Proposal).
enum OSCAttribute: String, CaseIterable, Sendable {
  case path = "FULL_PATH"
  case contents = "CONTENTS"
  case type = "TYPE"
  case access = "ACCESS"
  case value = "VALUE"
  case range = "RANGE"
  case description = "DESCRIPTION"

  /// The attributes that a server may leave out.
  static let optional: [Self] = [.access, .value, .range, .description]
}

extension OSCNode {
  /// - Returns: nil if the node does not have it.
  subscript(attribute: OSCAttribute) -> OSCJSON? {
    switch attribute {
    case .path: .text(path)
    case .contents: contents.isEmpty ? nil : .object(contents.mapValues(\.json))
    case .type: method.map { .text($0.types) }
    // A node that only holds others has no value.
    case .access: .int(Int64(method?.access.rawValue ?? 0))
    case .value: method?.values.map { .list($0.map(\.json)) }
    case .range: method.flatMap { $0.ranges.allSatisfy { $0 == .any } ? nil : .list($0.ranges.map(\.json)) }
    case .description: method.map { .text($0.description) }
    }
  }

  var json: OSCJSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: OSCAttribute.allCases.compactMap { attribute in
          self[attribute].map { (attribute.rawValue, $0) }
        }))
  }
}

extension OSCNode.Range {
  fileprivate var json: OSCJSON {
    switch self {
    case .any: .null
    case .numbers(let range): .object(["MIN": .number(range.lowerBound), "MAX": .number(range.upperBound)])
    case .words(let words): .object(["VALS": .list(words.map { .text($0) })])
    }
  }
}

extension OSCValue {
  fileprivate var json: OSCJSON {
    switch self {
    case .int(let value): .int(Int64(value))
    case .long(let value): .int(value)
    // As many digits as the 32 bits have, not as many as a Double needs for them.
    case .float(let value): .number(Double("\(value)") ?? Double(value))
    case .double(let value): .number(value)
    case .text(let text): .text(text)
    case .bool(let value): .bool(value)
    case .time, .blob, .none, .impulse: .null
    }
  }
}
