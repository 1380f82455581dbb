import Foundation
import Synchronization

/// A program that is started again when it ends by itself, as systemd does with services.
final class SupervisedProcess: Sendable {
  /// nil after ``kill()``.
  private let process: Mutex<ChildProcess?>

  /// - Parameter start: Starts the program; called again on a thread of this object.
  init(_ start: @escaping @Sendable () throws -> ChildProcess) throws {
    process = Mutex(try start())
    Thread.detachNewThread { [weak self] in
      while self?.keepsRunning(start) ?? false { usleep(20_000) }
    }
  }

  /// - Returns: Whether it is to be looked after further.
  private func keepsRunning(_ start: () throws -> ChildProcess) -> Bool {
    process.withLock { process in
      guard let current = process else { return false }
      if current.hasEnded, let next = try? start() { process = next }
      return true
    }
  }

  /// Kills the program with signal 9, for good, and waits for its end.
  func kill() { process.withLock { $0 = nil } }
}
