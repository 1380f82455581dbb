/// What the pause key does, as a set or a programme says: of the screen, of the page, and of the desktop.
public enum PauseKind: String, CaseIterable, Sendable {
  /// Everything falls silent and runs on in phase.
  case silence
  /// The music stands still, and goes on from there.
  case freeze
}
