import CanonEngine
import Dispatch
import Synchronization

/// Fills the windows of long stems ahead of the engine: one thread at a time reads for all windows in turn. While all is in memory it looks ten times
/// a second, twice while no stem reads anything else, and without a window never.
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
    /// Where all that is read was read when the last look ended.
    var places: [Int64?] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "canon.windows", qos: .utility)

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

  /// - Parameters:
  ///   - wait: The last wait for memory, in milliseconds; 0 if it does not wait.
  ///   - last: The look that ends with this, which somebody may have overtaken meanwhile; nil if somebody asks.
  private func look(in milliseconds: Int, after wait: Int = 0, following last: Int? = nil) {
    let number = state.withLock { state -> Int? in
      if let last, state.look != last { return nil }
      state.look += 1
      return state.look
    }
    guard let number else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      self?.look(number, after: wait)
    }
  }

  private func look(_ number: Int, after wait: Int) {
    var (hasFilled, waits) = (true, false)
    // What the disk does not give is tried once a look: it may take seconds to say so.
    var failed: Set<UInt64> = []
    var readings: [Reading] = []
    while hasFilled {
      readings = state.withLock { state in
        state.readings.removeAll { $0.buffer == nil }
        return state.look == number ? state.readings : []
      }
      if readings.isEmpty { return }
      (hasFilled, waits) = (false, false)
      for reading in readings {
        guard let buffer = reading.buffer, !failed.contains(buffer.number) else { continue }
        switch buffer.turn(reading.clock) {
        case .filled: hasFilled = true
        case .waits: waits = true
        case .failed: failed.insert(buffer.number)
        case .idle, nil: break
        }
      }
    }
    if !waits {
      return look(in: hasMoved(readings) ? Self.longestPause : Self.pauseInSilence, following: number)
    }
    // A period or two from now there is memory, unless nobody calls the engine.
    let pause = min(Self.longestPause, max(10, 2 * wait))
    look(in: pause, after: pause, following: number)
  }

  /// Whether a stem reads elsewhere than when the last look ended.
  private func hasMoved(_ readings: [Reading]) -> Bool {
    let places = readings.map { $0.buffer?.window?.reads }
    return state.withLock { state in
      defer { state.places = places }
      return state.places != places
    }
  }

  /// Milliseconds. What is read ahead lasts far longer than that of silence, when the music rolls again.
  private static let (longestPause, pauseInSilence) = (100, 500)
}
