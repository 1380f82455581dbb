import Foundation

/// The end of a process, as the kernel reports it. Foundation learns of it through a socket, which a process that another
/// test starts at the same moment may inherit. Foundation then reports the end only after both processes have ended.
extension Process {
  /// Whether the process runs. It must have been started.
  var runs: Bool { end == .runs }

  enum End: Equatable {
    case runs
    /// The exit status, or 128 and the number of the signal that ended it.
    case ended(status: Int32)
  }

  var end: End {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      // Foundation has already waited for the process, and is about to report its end.
      waitUntilExit()
      return .ended(status: terminationReason == .exit ? terminationStatus : 128 + terminationStatus)
    }
    let child = info._sifields._sigchld
    guard child.si_pid == processIdentifier else { return .runs }
    return .ended(status: info.si_code == CLD_EXITED ? child.si_status : 128 + child.si_status)
  }

  /// The threads of the process, each with its name, its state, and the place in the kernel where it waits, for the message
  /// of a test that timed out.
  var threads: String {
    let folder = "/proc/\(processIdentifier)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { thread in
      func text(_ file: String) -> String {
        (try? FileHandle(forReadingFrom: URL(fileURLWithPath: "\(folder)/\(thread)/\(file)")).readToEnd())
          .flatMap { String(validating: $0, as: UTF8.self) }?.trimmingCharacters(in: .newlines) ?? "?"
      }
      let state = text("stat").split(separator: ")").last?.split(separator: " ").first ?? "?"
      return "\(text("comm")) \(state) \(text("wchan"))"
    }.joined(separator: ", ")
  }
}

extension Pipe {
  /// A pipe that is not inherited by processes of other tests, so that its end arrives when its writer ends.
  static func own() -> Pipe {
    let pipe = Pipe()
    for file in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }
}
