import CanonEngine
import CanonSession

/// A gain in decibels: a number, or the word for silence, which JSON has no number for.
package enum JSONDecibels: Encodable, Hashable {
  case number(Double), silence

  package init(_ decibels: Decibels) { self = decibels == .silence ? .silence : .number(decibels.value) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .silence: try container.encode(NumberRange.decibels.silence)
    }
  }
}
