/// What a client can subscribe to.
enum OSCTopic: String, CaseIterable, Sendable {
  /// The state of every stem, what is pending, gains, doors, the server: what has changed.
  case state
  /// Where the music is.
  case clock
  /// The level of every stem.
  case meters
}
