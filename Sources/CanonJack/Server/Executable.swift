import Glibc

/// Finds and starts other programs.
enum Executable {
  /// The path of a program in `PATH`, or nil.
  static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Starts a program in a process group of its own, so that Ctrl-C in the terminal reaches only canon.
  /// - Parameter output: The descriptor for its output and errors; nil discards them.
  /// - Returns: The process, or nil if the program cannot be started.
  static func spawn(_ arguments: [String], output: Int32?) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for target in [STDOUT_FILENO, STDERR_FILENO] {
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output, target)
      } else {
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
      }
    }
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
    return posix_spawn(&process, arguments[0], &actions, &attributes, &words, environ) == 0 ? process : nil
  }

  /// The open descriptors of this process, from /proc.
  private static func openDescriptors() -> [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let descriptor = Int32(name) { descriptors.append(descriptor) }
    }
    return descriptors
  }
}
