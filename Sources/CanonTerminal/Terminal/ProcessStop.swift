import Glibc

/// The default effect of Ctrl-Z on a program. canon is first notified of Ctrl-Z (`Signals` of the
/// executable), prepares, and then stops here.
enum ProcessStop {
  /// Stops the process, and returns when it is continued. Without a shell that could continue it, it returns at once.
  static func stop() {
    var wanted = sigset_t(), before = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGTSTP)
    var usual = sigaction(), own = sigaction()
    usual.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &usual, &own)
    // The signal goes to this thread, which therefore does not continue before the process stops. Dispatch's threads take no
    // signals.
    pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    sigaction(SIGTSTP, &own, nil)
  }
}
