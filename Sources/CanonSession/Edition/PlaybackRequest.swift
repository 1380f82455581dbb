import CanonStems
import Synchronization

/// Another tempo or key whose samples are being made.
final class PlaybackRequest: Sendable {
  let playback: Playback
  private let superseded = Atomic(false)

  init(_ playback: Playback) { self.playback = playback }

  /// Whether another one was asked for since, and counts instead: nobody waits for the samples of this one any more.
  var isSuperseded: Bool { superseded.load(ordering: .relaxed) }

  func supersede() { superseded.store(true, ordering: .relaxed) }
}
