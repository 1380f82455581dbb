import CanonEngine

/// How often control looks whether something has happened. The audio thread wakes nobody, so it has to look.
package enum Pace: Hashable, Sendable, CaseIterable {
  /// The engine is about to say something.
  case expecting
  /// Something is under way, or has just happened.
  case steady
  /// Music plays, and nothing else happens.
  case playing
  /// Nothing sounds, and nothing is under way.
  case resting

  /// The time between two looks, if nothing is known to happen earlier.
  package var longestPause: Duration {
    switch self {
    case .expecting: .milliseconds(10)
    case .steady: .milliseconds(50)
    case .playing: .milliseconds(200)
    // The clock of the machine may be set, and doors judge by it.
    case .resting: .seconds(1)
    }
  }
}

/// When the performance looks next: at its pace, and earlier if control can foresee that something is due.
struct NextLook: Hashable, Sendable {
  var pace: Pace
  /// The seconds until the first frame on which something is due; nil if nothing is. It may be past.
  var due: Double?
  /// The seconds until a door may open or shut by date; nil if none does. It is past until the doors have been judged.
  var door: Double?

  /// A change that is as near as this is expected. The position that control knows is up to a period older than the one that is heard.
  static let near = 0.02
  /// The shortest time between two looks before something is due.
  private static let shortest = Duration.milliseconds(2)

  /// From now on.
  var pause: Duration {
    if pace == .expecting { return pace.longestPause }
    var pause = pace.longestPause
    if let due { pause = min(pause, .seconds(due)) }
    if let door { pause = min(pause, door > 0 ? .seconds(door) : Pace.steady.longestPause) }
    return max(Self.shortest, pause)
  }
}
