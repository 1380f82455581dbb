import CanonEngine
import CanonSession

/// A pause: which stems it has silenced, so that the same key brings back just those.
struct Pause: Equatable {
  /// Those that sounded, and were to go on.
  let muted: [String]
  /// Those that waited for their start.
  let waiting: [String]

  /// - Returns: nil when there is nothing to silence. What stops or falls silent by itself is left to do so.
  init?(_ snapshot: Snapshot) {
    var (muted, waiting): ([String], [String]) = ([], [])
    for stem in snapshot.stems {
      switch stem.status {
      case .play, .muteThenPlay: muted.append(stem.id)
      case .wait: waiting.append(stem.id)
      case .stop, .mute, .playThenMute, .playThenStop, .muteThenStop: break
      }
    }
    if muted.isEmpty && waiting.isEmpty { return nil }
    (self.muted, self.waiting) = (muted, waiting)
  }

  var begin: [ControlCommand] { commands(.mute, .cancel) }
  var end: [ControlCommand] { commands(.unmute, .start) }

  private func commands(_ first: StemRequest, _ second: StemRequest) -> [ControlCommand] {
    [(first, muted), (second, waiting)].filter { !$0.1.isEmpty }
      .map { .request($0.0, StemSelection($0.1), nil) }
  }
}
