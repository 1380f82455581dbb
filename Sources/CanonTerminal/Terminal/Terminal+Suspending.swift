import CNcurses
import Glibc

/// Giving the terminal away for a while, and what must not be written on it meanwhile.
extension Terminal {
  /// Between two pictures: gives the terminal back, and stands still until the shell's `fg`.
  func suspend() {
    guard !hasLeft else { return }
    nc_mark_pastes(0)
    endwin()
    restoreErrors()
    ProcessStop.stop()
    silenceErrors()
    nc_mark_pastes(1)
    // Only who runs in the foreground is told of another size.
    kill(getpid(), SIGWINCH)
    redraw()
  }

  /// Hides output of libraries to standard error, which would disturb the screen.
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
