import CanonFiles
import Foundation

/// The output of a program that reads an open file. The program is killed after the deadline, when it has worked for long without any output, and
/// with this object; the memory that it may have is limited.
///
/// Used by one thread at a time.
final class ChildOutput {
  /// Limits the address space of the program to 1 GiB, of which ffmpeg's libraries take a third, what it writes of that to 128 MiB, and its
  /// processor time to that of the longest file, in case canon is killed meanwhile; or to less if canon itself has less.
  private static let limited = [
    "/bin/sh", "-c", #"ulimit -v 1048576; ulimit -d 131072; ulimit -t 600; exec "$@""#, "canon",
  ]

  /// The processor time for which the program may work without output: a decoder looks for the next frame on and on, and a file can have holes
  /// of terabytes. Time in which it waits for the disk does not count.
  private static let patience = Duration.seconds(1)

  private let process: pid_t
  private let pipe: Int32
  private let deadline: SuspendingClock.Instant
  /// How the program has ended; nil while that was not asked.
  private var status: Int32?
  /// Whether it has worked without output for too long.
  private var isGivenUp = false

  /// - Parameters:
  ///   - arguments: The path of the program, and what it is told.
  ///   - file: The file that it has as its standard input.
  /// - Throws: ``SoundProblem/Cause/system(_:)`` if it cannot be started.
  init(
    _ arguments: [String], reading file: Int32, until deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) {
    guard let ends = Executable.pipe() else { throw .system(errno) }
    let process = Executable.spawn(
      Self.limited + arguments, input: file, output: ends.writing, errors: .discarded)
    let error = errno
    Foundation.close(ends.writing)
    guard let process else {
      Foundation.close(ends.reading)
      throw .system(error)
    }
    (self.process, pipe, self.deadline) = (process, ends.reading, deadline)
  }

  deinit {
    close(pipe)
    if status == nil { end() }
  }

  /// Reads the next bytes.
  /// - Returns: Fewer than there is room for at the end of the output, and after the deadline.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < target.count, waitForOutput() {
      let count = Foundation.read(pipe, target.baseAddress! + done, target.count - done)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      done += count
    }
    return done
  }

  /// Reads everything.
  /// - Parameter limit: The most bytes.
  func text(limit: Int) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the program, whose output has ended, has done what it was to do.
  func hasSucceeded() -> Bool {
    if status == nil {
      var state = siginfo_t()
      while SuspendingClock.now < deadline, !isGivenUp,
        waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) == 0, state.si_signo == 0
      { usleep(500) }
      end()
    }
    return status == 0
  }

  /// Waits until there is something to read, or the output has ended.
  /// - Returns: False after the deadline, and when the program is given up.
  private func waitForOutput() -> Bool {
    var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    var before: Duration?
    while !isGivenUp {
      let left = SuspendingClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return false }
      let answer = poll(&wait, 1, Int32(min(left.rounded(.up), 100)))
      if answer > 0 { return true }
      if answer < 0, errno != EINTR { return false }
      guard let time = processorTime else { continue }
      isGivenUp = time - (before ?? time) > Self.patience
      before = before ?? time
    }
    return false
  }

  /// For how long the program has worked.
  private var processorTime: Duration? {
    var clock = clockid_t(), time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Kills the program unless it has ended.
  private func end() {
    kill(process, SIGKILL)
    var status: Int32 = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    self.status = status
  }
}
