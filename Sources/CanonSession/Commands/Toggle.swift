/// What a toggle changes to the other of two states, by what is to be at present.
public enum Toggle: String, Hashable, Sendable, CaseIterable {
  /// A stem that is muted, or is to be, is unmuted; any other is muted.
  case mute
  /// A stem is soloed, or no longer.
  case solo
  /// The master is as low as can be, or as it was.
  case master

  /// Whether it means stems.
  var takesStems: Bool { self != .master }
}
