import Synchronization

/// Lets one task sleep until a time, or until somebody has news for it.
///
/// - Thread: one task waits at a time; any control thread rings. It takes a lock and wakes a thread, so nothing rings it on an audio
///   thread.
package final class Bell: Sendable {
  private struct State {
    var isRung = false
    var sleep: Task<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends the wait that is under way, or the next one.
  package func ring() {
    let sleep = state.withLock { state in
      state.isRung = true
      return state.sleep.take()
    }
    sleep?.cancel()
  }

  /// Returns after a time, or as soon as the bell is rung, also if that was since the last call. Returns at once in a task that is
  /// cancelled.
  package func wait(atMost time: Duration) async {
    let sleep = Task { _ = try? await Task.sleep(for: time) }
    let isRung = state.withLock { state in
      if !state.isRung { state.sleep = sleep }
      return state.isRung
    }
    if isRung { sleep.cancel() }
    await withTaskCancellationHandler {
      await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    state.withLock { $0 = State() }
  }
}
