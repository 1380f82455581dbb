/// A call of a method of the player's object.
struct BusCall: Hashable, Sendable {
  let interface: String
  let member: String
  /// A value in a variant is here without it.
  let arguments: [BusValue]

  static let properties = "org.freedesktop.DBus.Properties"
  static let introspection = "org.freedesktop.DBus.Introspectable"
}

/// The answer to a call.
enum BusAnswer: Sendable {
  case done
  case value(BusValue)
  /// The value in a variant, as `Get` returns it.
  case variant(BusValue)
  /// A D-Bus error with its name and its text.
  case error(name: String, text: String)
}
