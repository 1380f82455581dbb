import Foundation

/// A program that a test runs and waits for itself. (Foundation's `Process` learns of an end late where another process has
/// inherited its socket; until then the process is a zombie, which jackd takes for a server that lives.)
final class ChildProcess: @unchecked Sendable {
  let pid: pid_t
  private var status: Int32?

  private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not import.

  /// Starts a program, with all signals unblocked.
  /// - Parameters:
  ///   - words: The path, and the arguments.
  ///   - environment: Pairs of `NAME=VALUE`.
  ///   - files: The paths of standard input, output and error. A terminal becomes the terminal of the program, which then
  ///     leads its own session.
  ///   - hasSession: Whether the program leads its own session.
  init(_ words: [String], environment: [String], files: [String], hasSession: Bool = false) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_addopen(&actions, Int32(number), file, O_RDWR, 0)
    }
    // What the test has open, such as its own connections to servers, ends with the test.
    for number in 3..<256 { posix_spawn_file_actions_addclose(&actions, Int32(number)) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, (hasSession ? Self.newSession : 0) | Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil], variables = environment.map { strdup($0) } + [nil]
    defer {
      for text in arguments + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, words[0], &actions, &attributes, arguments, variables)
    guard result == 0 else { throw TimedOut(description: "\(words[0]) does not start: error \(result)") }
    self.pid = pid
  }

  /// Whether the program has ended; the kernel has then forgotten it.
  var hasEnded: Bool {
    if status != nil { return true }
    var value: Int32 = 0
    let ended = waitpid(pid, &value, WNOHANG)
    // Somebody else may have waited for it.
    if ended == pid || (ended < 0 && errno == ECHILD) { status = value }
    return status != nil
  }

  /// The exit status of a program that has ended, or 128 and the number of the signal that ended it.
  var exitStatus: Int32 {
    let status = status ?? 0
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// Sends a signal, unless the program has ended: its number may be another program's then.
  func signal(_ number: Int32) {
    if !hasEnded { kill(pid, number) }
  }

  deinit {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }
}
