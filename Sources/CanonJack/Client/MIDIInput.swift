import CanonEngine

/// What the input `control_in` is for.
public struct MIDIInput: Sendable {
  /// Where messages go.
  let link: MIDILink
  /// The outputs to connect, of all MIDI outputs of other clients and of those among them that belong to devices.
  let sources: @Sendable (_ all: [String], _ physical: [String]) -> [String]

  public init(
    _ link: MIDILink, sources: @escaping @Sendable (_ all: [String], _ physical: [String]) -> [String]
  ) {
    (self.link, self.sources) = (link, sources)
  }
}
