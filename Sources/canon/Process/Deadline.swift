import CanonTerminal
import Dispatch
import Glibc
import Synchronization

/// Ends the process if it does not end by itself, even if the JACK server no longer answers and libjack waits for it.
enum Deadline {
  private struct State {
    var status = ExitStatus.done
    /// How often the deadline was set: only the last one counts.
    var settings = 0
    var signals = 0
  }

  private static let state = Mutex(State())

  /// The longest time for one step of the end.
  static let step = Duration.milliseconds(1500)

  /// Whether a signal has asked for the end.
  static var hasSignal: Bool { state.withLock { $0.signals > 0 } }

  /// A signal asks for the end. After a second one, nothing postpones it.
  static func signalled() {
    state.withLock {
      $0.signals += 1
      if $0.signals <= 2 { set(&$0, after: step) }
    }
  }

  /// Restarts the deadline, because a step of the end is done and the next one begins.
  /// - Parameter status: The exit status from now on; nil: the one that was given before.
  static func set(after duration: Duration = step, _ status: ExitStatus? = nil) {
    state.withLock {
      $0.status = status ?? $0.status
      if $0.signals < 2 { set(&$0, after: duration) }
    }
  }

  private static func set(_ state: inout State, after duration: Duration) {
    state.settings += 1
    let number = state.settings
    let (seconds, attoseconds) = duration.components
    DispatchQueue(label: "canon.deadline", qos: .userInteractive).asyncAfter(
      deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18
    ) {
      let status = self.state.withLock { $0.settings == number ? $0.status : nil }
      guard let status else { return }
      Terminal.leaveAtOnce()
      _exit(status.rawValue)
    }
  }
}
