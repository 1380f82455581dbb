import CanonEngine
import Dispatch
import Synchronization

/// Fills the windows of long stems ahead of the engine: one thread at a time reads for all windows in turn. While all is in memory it looks ten times
/// a second, and without a window never.
///
/// - Thread: any; no call waits for the disk
final class WindowReader: Sendable {
  /// Samples are read as long as anybody else has them.
  private struct Reading {
    weak var buffer: StemBuffer?
    let clock: EngineClock
  }

  private struct State {
    var readings: [Reading] = []
    /// The number of the look that comes next; one that another has overtaken does nothing.
    var look = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "canon.windows", qos: .userInitiated)

  /// Reads for samples from now on if they are in a window.
  /// - Parameter clock: That of the engine that has them.
  func read(_ buffer: StemBuffer, for clock: EngineClock) {
    if buffer.window == nil { return }
    state.withLock { state in
      state.readings.removeAll { $0.buffer == nil || $0.buffer === buffer }
      state.readings.append(Reading(buffer: buffer, clock: clock))
    }
    lookNow()
  }

  /// Looks at once: something else is expected to be read.
  func lookNow() { look(in: 0) }

  private func look(in milliseconds: Int) {
    let number = state.withLock { state in
      state.look += 1
      return state.look
    }
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in self?.look(number) }
  }

  private func look(_ number: Int) {
    var hasFilled = true
    var pause = 100
    while hasFilled {
      let readings = state.withLock { state in
        state.readings.removeAll { $0.buffer == nil }
        return state.look == number ? state.readings : []
      }
      if readings.isEmpty { return }
      hasFilled = false
      pause = 100
      for reading in readings {
        switch reading.buffer?.turn(reading.clock) {
        case .filled: hasFilled = true
        // A period or two from now there is memory.
        case .waits: pause = 10
        case .idle, .failed, nil: break
        }
      }
    }
    look(in: pause)
  }
}
