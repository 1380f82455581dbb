/// A value on D-Bus, of the types that a media player needs.
enum BusValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case path(String)
  case texts([String])
  case table([String: BusValue])

  /// The type in a signature (D-Bus specification, "Type System").
  var signature: String {
    switch self {
    case .bool: "b"
    case .integer: "x"
    case .number: "d"
    case .text: "s"
    case .path: "o"
    case .texts: "as"
    case .table: "a{sv}"
    }
  }
}
