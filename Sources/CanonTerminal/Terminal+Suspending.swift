import CNcurses
import Glibc

/// Giving the terminal away for a while, and what must not be written on it meanwhile.
extension Terminal {
  /// Set by the signal's handler, which does nothing else: ncurses' own would draw in the midst of a picture.
  nonisolated(unsafe) private static let isAsked = {
    let pointer = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return pointer
  }()

  func watchSuspension() {
    Self.isAsked.pointee = 0
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { _ in Terminal.isAsked.pointee = 1 }
    sigaction(SIGTSTP, &action, nil)
  }

  /// Between two pictures: gives the terminal back, and stands still until the shell's `fg`.
  func suspendIfAsked() {
    guard !hasLeft, Self.isAsked.pointee != 0 else { return }
    nc_mark_pastes(0)
    endwin()
    restoreErrors()
    signal(SIGTSTP, SIG_DFL)
    kill(getpid(), SIGTSTP)
    watchSuspension()
    silenceErrors()
    nc_mark_pastes(1)
    // Only who runs in the foreground is told of another size.
    raise(SIGWINCH)
    redraw()
  }

  /// What libraries write to standard error would stand in the midst of the screen.
  func silenceErrors() {
    errors = dup(STDERR_FILENO)
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if nothing >= 0 {
      dup2(nothing, STDERR_FILENO)
      close(nothing)
    }
  }

  func restoreErrors() {
    if errors >= 0 {
      dup2(errors, STDERR_FILENO)
      close(errors)
    }
    errors = -1
  }
}
