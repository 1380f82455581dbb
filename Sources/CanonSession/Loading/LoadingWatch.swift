import CanonFiles
import Synchronization

/// How far the reading of many files is, for views that ask now and then.
final class LoadingWatch: Sendable {
  private struct State {
    var progress = LoadingProgress()
    /// Whose reading it is.
    var reader = 0
    var lastReader = 0
  }

  private let state = Mutex(State())

  /// - Returns: nil if nothing is to be shown at this time.
  func shown(at now: LoadingProgress.Instant) -> LoadingProgress.Shown? {
    state.withLock { $0.progress.shown(at: now) }
  }

  /// Is told what happens to the stems of the engine.
  var reporter: LoadingReporter { reporter(of: 0) }

  /// Is told what happens to those of an edition. Readings may overlap: the one that began last is shown, and what is left of an earlier one
  /// neither counts for it nor ends it.
  func nextReporter() -> LoadingReporter {
    reporter(
      of: state.withLock {
        $0.lastReader += 1
        return $0.lastReader
      })
  }

  private func reporter(of reader: Int) -> LoadingReporter {
    LoadingReporter { [self] event in
      state.withLock {
        if case .began = event { $0.reader = reader }
        if $0.reader == reader { $0.progress.note(event, at: .now) }
      }
    }
  }
}
