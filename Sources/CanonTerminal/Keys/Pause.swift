import CanonEngine
import CanonSession

/// A pause: the stems it has silenced, so that the same key brings back exactly those.
struct Pause: Equatable {
  /// The stems that were playing and about to continue.
  let muted: [String]
  /// The stems that were waiting for their start.
  let waiting: [String]

  /// - Returns: nil if there is nothing to silence. Stems that are about to stop or mute by themselves are left alone.
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
