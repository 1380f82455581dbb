import Glibc

/// The effect of each signal on `canon play`. Documentation/Architecture.md has the same table.
enum SignalTable {
  /// The effect of a signal.
  enum Effect: String, CaseIterable {
    case finishes =
      "ends the performance as `quit` does, but keeps the evening, whatever hangs; the terminal is given back; status 0 (1.5 seconds at most for each step of the end, 30 for each sound that a journal still records, at last 20 for the disk of a recording and 600 for its FLAC file; after a second signal 1.5 seconds for all of it)"
    case suspends =
      "canon fades out, leaves JACK's graph, gives the terminal back, and stops; at `fg` it goes on in phase"
    case endsAtOnce = "the terminal is given back, and canon ends at once by that signal"
    case isIgnored = "ignored"
    case isTheSystems = "the default of the system; canon redraws a window of another size"
    case isForced = "the default of the system, which no program can change"
  }

  static let rows: [(Effect, [(name: String, number: Int32)])] = [
    (.finishes, [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP)]),
    (.suspends, [("TSTP", SIGTSTP)]),
    (
      .endsAtOnce,
      [
        ("QUIT", SIGQUIT), ("ABRT", SIGABRT), ("BUS", SIGBUS), ("FPE", SIGFPE), ("ILL", SIGILL),
        ("SEGV", SIGSEGV), ("SYS", SIGSYS), ("TRAP", SIGTRAP), ("XCPU", SIGXCPU),
      ]
    ),
    (
      .isIgnored,
      [
        ("ALRM", SIGALRM), ("IO", SIGIO), ("PIPE", SIGPIPE), ("PROF", SIGPROF), ("PWR", SIGPWR),
        ("STKFLT", SIGSTKFLT), ("TTIN", SIGTTIN), ("TTOU", SIGTTOU), ("USR1", SIGUSR1), ("USR2", SIGUSR2),
        ("VTALRM", SIGVTALRM), ("XFSZ", SIGXFSZ),
      ] + realTime.map { (name: $0 == realTime.first ? "RTMIN to RTMAX" : "", number: $0) }
    ),
    (.isTheSystems, [("CHLD", SIGCHLD), ("CONT", SIGCONT), ("URG", SIGURG), ("WINCH", SIGWINCH)]),
    (.isForced, [("KILL", SIGKILL), ("STOP", SIGSTOP)]),
  ]

  /// The first real-time signals belong to the C library.
  private static let realTime = Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())

  static func numbers(_ effect: Effect) -> [Int32] {
    rows.filter { $0.0 == effect }.flatMap { $0.1.map(\.number) }
  }

  /// The table as Markdown.
  static var text: [String] {
    ["| signal | what `canon play` does |", "|---|---|"]
      + rows.map { effect, signals in
        "| \(signals.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")) | \(effect.rawValue) |"
      }
  }
}
