/// An argument of an OSC message (OSC 1.0, "Type Tag String").
package enum OSCValue: Hashable, Sendable {
  /// `i`, also `r` (a color) and `m` (a MIDI message) as their 32 bits.
  case int(Int32)
  /// `h`
  case long(Int64)
  /// `f`
  case float(Float)
  /// `d`
  case double(Double)
  /// `s`, also `S` and `c`.
  case text(String)
  /// `b`
  case blob([UInt8])
  /// `T` and `F`
  case bool(Bool)
  /// `t`
  case time(OSCTimeTag)
  /// `N`
  case none
  /// `I`: something happened.
  case impulse

  /// The letter in a type tag string.
  package var tag: Character {
    switch self {
    case .int: "i"
    case .long: "h"
    case .float: "f"
    case .double: "d"
    case .text: "s"
    case .blob: "b"
    case .bool(let value): value ? "T" : "F"
    case .time: "t"
    case .none: "N"
    case .impulse: "I"
    }
  }

  /// nil for what is no number.
  package var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .long(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    case .text, .blob, .bool, .time, .none, .impulse: nil
    }
  }
}
