import CanonFiles

/// Why bytes are no OSC packet.
package enum OSCFormatProblem: Error, Translated, Hashable, Sendable {
  /// Not a multiple of four bytes, or none.
  case length(Int)
  /// It begins neither with an address nor with `#bundle`.
  case noAddress
  /// What follows the address does not begin with a comma.
  case noTypes
  /// It ends within a value.
  case short
  /// A text is not UTF-8, or holds what is no text.
  case notText
  /// A type of argument that canon does not know.
  case type(Character)
  /// Bundles within bundles, deeper than ``OSCReader/deepest``.
  case tooDeep
  /// More messages than ``OSCReader/mostMessages``.
  case tooMany

  /// In English.
  package var message: String {
    switch self {
    case .length(let count): "An OSC packet has a multiple of four bytes, not \(count)."
    case .noAddress: "An OSC packet begins with /address or #bundle."
    case .noTypes: "The types of an OSC message begin with a comma, as ,sf does."
    case .short: "The OSC packet ends within a value."
    case .notText: "A text of the OSC packet is not UTF-8."
    case .type(let tag): "canon does not know the OSC type \(CleanText.quote(String(tag)))."
    case .tooDeep: "More than \(OSCReader.deepest) bundles are within one another."
    case .tooMany: "An OSC packet may hold \(OSCReader.mostMessages) messages."
    }
  }
}
