/// JSON whose keys are OSCQuery's.
indirect enum OSCJSON: Encodable, Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// Infinities are null: JSON has none.
  case number(Double)
  case text(String)
  case list([OSCJSON])
  case object([String: OSCJSON])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .number(let value) where value.isFinite: try container.encode(value)
    case .number: try container.encodeNil()
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}
