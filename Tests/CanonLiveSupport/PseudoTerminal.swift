import Foundation
import Synchronization

/// A terminal without a window, in which a program runs in its own session. Any bytes can be typed. The output is read and
/// discarded except for its end.
public final class PseudoTerminal: @unchecked Sendable {
  private let program: ChildProcess
  private let master: Int32
  /// The output read so far. The reader holds this object instead of the terminal, so that a test that fails ends its canon.
  private let shown = Shown()
  private let reader = DispatchGroup()

  private final class Shown: Sendable {
    struct State {
      var bytes: [UInt8] = []
      var count = 0
      var isShut = false
      /// Nothing has the terminal open any more, so nothing more is shown.
      var isComplete = false
    }
    private let state = Mutex(State())
    func withLock<R: Sendable>(_ body: (inout sending State) -> R) -> R { state.withLock { body(&$0) } }
  }

  /// Runs canon in a new terminal.
  public init(
    _ arguments: [String], environment: [String: String], columns: Int = 80, rows: Int = 24
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, Self.unlock, &lock) == 0, ioctl(master, Self.askNumber, &number) == 0
    else {
      throw TimedOut(description: "no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    let all = CanonProcess.environment.merging(["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]) { $1 }
      .merging(environment) { $1 }
    program = try ChildProcess(
      ["/usr/bin/env", "-C", CanonProcess.projectFolder, CanonProcess.path] + arguments,
      environment: all.map { "\($0)=\($1)" },
      files: [String](repeating: "/dev/pts/\(number)", count: 3), hasSession: true)
    resize(columns: columns, rows: rows)
    DispatchQueue(label: "terminal").async(group: reader) { [master, shown] in
      var bytes = [UInt8](repeating: 0, count: 65536)
      while !shown.withLock({ $0.isShut }) {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 20) > 0 else { continue }
        let count = read(master, &bytes, bytes.count)
        if count <= 0 { break }
        shown.withLock {
          $0.count += count
          $0.bytes += bytes.prefix(count)
          if $0.bytes.count > 400_000 { $0.bytes.removeFirst($0.bytes.count - 200_000) }
        }
      }
      shown.withLock { $0.isComplete = true }
    }
  }

  // Constants of Linux that Swift does not import: TIOCSPTLCK, TIOCGPTN.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  public var pid: pid_t { program.pid }

  /// The terminal's input mode, for comparison.
  public var mode: [UInt32] {
    var mode = termios()
    tcgetattr(master, &mode)
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
  }

  /// The end of the output, with all its control sequences.
  public var output: String { shown.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The number of bytes shown so far.
  public var shownCount: Int { shown.withLock { $0.count } }

  /// Waits until the output has a text.
  /// - Throws: `TimedOut` with the end of the output, at once if the program has ended without showing the text.
  public func wait(for text: String, seconds: Double = patience) throws {
    var isComplete = false
    func failed(_ why: String) -> TimedOut {
      TimedOut(description: "\(why); the output ends with \(output.suffix(2000).debugDescription)")
    }
    do {
      try waitUntil("the terminal shows \(text)", seconds: seconds) {
        isComplete = shown.withLock { $0.isComplete }
        return output.contains(text) || isComplete
      }
    } catch let late as TimedOut {
      throw failed(late.description)
    }
    if isComplete, !output.contains(text) {
      throw failed("the program ended with \(try finish()) and did not show \(text)")
    }
  }

  /// Types bytes, and returns once the terminal has accepted all of them.
  public func type(_ bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.write(master, $0.baseAddress, min($0.count, 4096))
      }
      guard count > 0 else { throw TimedOut(description: "the terminal takes no more: \(errno)") }
      sent += count
    }
  }

  public func type(_ text: String) throws { try type(text.utf8) }

  /// Changes the size of the window, of which SIGWINCH notifies the program.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the window.
  public func shut() {
    let isFirst = shown.withLock { state in
      defer { state.isShut = true }
      return !state.isShut
    }
    // The last end of the terminal is closed only after the reader has finished.
    reader.wait()
    if isFirst { close(master) }
  }

  /// Waits for the program's end.
  /// - Returns: The exit status, or 128 and the number of the signal that ended it.
  public func finish() throws -> Int32 {
    try waitUntil("canon ends") { program.hasEnded }
    return program.exitStatus
  }

  deinit { shut() }
}
