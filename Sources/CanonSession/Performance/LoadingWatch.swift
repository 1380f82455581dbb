import CanonFiles
import Synchronization

/// How far the reading of many files is, for views that ask now and then.
final class LoadingWatch: Sendable {
  private let progress = Mutex(LoadingProgress())

  /// - Returns: nil if nothing is to be shown at this time.
  func shown(at now: LoadingProgress.Instant) -> LoadingProgress.Shown? {
    progress.withLock { $0.shown(at: now) }
  }

  /// Is told what happens.
  var reporter: LoadingReporter {
    LoadingReporter { [self] event in progress.withLock { $0.note(event, at: .now) } }
  }
}
