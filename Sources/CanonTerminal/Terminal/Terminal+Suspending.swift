import CNcurses
import Glibc

/// Suspension of the terminal, and protection of the screen from other output.
extension Terminal {
  /// Gives the terminal back between two pictures, and stops until the shell's `fg`.
  func suspend() {
    guard !hasLeft else { return }
    nc_mark_pastes(0)
    nc_end()
    restoreErrors()
    ProcessStop.stop()
    silenceErrors()
    nc_mark_pastes(1)
    // A process in the background is not notified of a new size, so this asks for it.
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
