import Foundation

/// Finds and starts other programs.
package enum Executable {
  /// The path of a program in the folders of `path`, by default those of `PATH`; nil if there is none.
  package static func find(_ name: String, in path: String? = nil) -> String? {
    let path = path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Starts a program in a process group of its own, so that Ctrl-C in the terminal reaches only canon.
  /// - Parameters:
  ///   - input: The descriptor that it reads; nil for nothing.
  ///   - output: The descriptor for its output; nil discards it.
  ///   - errors: What becomes of its errors.
  /// - Returns: The process, or nil if the program cannot be started; `errno` says why.
  package static func spawn(
    _ arguments: [String], input: Int32? = nil, output: Int32?, errors: Errors = .withOutput
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    func connect(_ stream: Int32, to descriptor: Int32?, _ mode: Int32) {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
      } else {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", mode, 0)
      }
    }
    connect(STDIN_FILENO, to: input, O_RDONLY)
    connect(STDOUT_FILENO, to: output, O_WRONLY)
    connect(STDERR_FILENO, to: errors == .withOutput ? output : nil, O_WRONLY)
    lock.lock()
    defer { lock.unlock() }
    // No descriptor that canon has opened or inherited stays open in a program that may outlive it.
    for descriptor in openDescriptors() where descriptor > STDERR_FILENO {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    // Signals that canon ignores get their default action again.
    var signals = sigset_t()
    sigfillset(&signals)
    sigdelset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, arguments[0], &actions, &attributes, &words, environ)
    errno = error
    return error == 0 ? process : nil
  }

  /// A pipe that no program inherits by chance, as one that another thread starts at this moment: while such a program had the end that is
  /// written to, nobody would see the end of what is read.
  /// - Returns: nil if there is none; `errno` says why.
  package static func pipe() -> (reading: Int32, writing: Int32)? {
    lock.lock()
    defer { lock.unlock() }
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Held from the look at the open descriptors until the program has started.
  private static let lock = NSLock()

  /// What becomes of a program's errors.
  package enum Errors { case withOutput, discarded }

  /// The open descriptors of this process, from /proc.
  private static func openDescriptors() -> [Int32] {
    Folder.names(in: "/proc/self/fd").compactMap { Int32($0) }
  }
}
