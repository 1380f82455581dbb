/// Why bytes are no OSC packet.
enum OSCFormatProblem: Error, Hashable, Sendable {
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
}
