/// The kinds of toggles. A toggle changes between two values, starting from the current goal.
public enum Toggle: String, Hashable, Sendable, CaseIterable {
  /// A stem that is muted, or is to be, is unmuted; any other is muted.
  case mute
  /// A stem is soloed, or its solo ends.
  case solo
  /// The master's gain is set to its minimum, or back to its last value.
  case master

  /// Whether it is for stems.
  package var takesStems: Bool { self != .master }
}
