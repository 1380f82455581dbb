import CanonSession

/// How long a driver waits until it looks at its client again, unless somebody rings before.
struct WatchPause {
  /// How often the performance looks.
  var pace: Pace
  /// Whether libjack does something of which the result is waited for.
  var isUnderWay = false
  /// Whether connections are wanted that are not there, so that ports are looked at again and again.
  var isUnsettled = false
  /// Whether the server seems to stand still.
  var isDoubtful = false
  /// The time after which the server counts as stalled if no further cycle comes.
  var untilStalled: Duration

  var duration: Duration {
    if isUnderWay || pace == .expecting { return Pace.expecting.longestPause }
    if isDoubtful || pace == .steady { return Pace.steady.longestPause }
    let longest = isUnsettled ? min(pace.longestPause, Pace.playing.longestPause) : pace.longestPause
    return max(Pace.expecting.longestPause, min(longest, untilStalled + .milliseconds(1)))
  }
}
