import Glibc

/// What Ctrl-Z does to a program that has not asked for anything else. canon is only told of it (`Signals` of the
/// executable), makes itself ready, and then is stopped here.
enum ProcessStop {
  /// Returns when somebody continues the process; at once where no shell could (then nothing stops).
  static func stop() {
    var wanted = sigset_t(), before = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGTSTP)
    var usual = sigaction(), own = sigaction()
    usual.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &usual, &own)
    // To this thread and no other: so it has not gone on by the time the process stops. Dispatch's threads take no signals.
    pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    sigaction(SIGTSTP, &own, nil)
  }
}
