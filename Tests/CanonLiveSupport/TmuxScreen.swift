import Foundation
import Synchronization

/// A terminal that can be looked at: a tmux of the test's own with one shell in it, gone with it.
///
/// The shell has job control and knows nothing of the machine's sound, as ``CanonProcess`` does not.
public final class TmuxScreen {
  /// What canon keeps and reads: its state, and its configuration.
  public let folder: TestFolder
  private let name: String

  /// Whether tests of the screen run (``Tool/isTested(_:)``).
  public static var isTested: Bool { Tool.isTested("tmux") }

  private static let tmux = Tool.path("tmux")
  private static let count = Atomic<Int>(0)

  /// - Parameters:
  ///   - terminal: As `TERM` names it.
  ///   - environment: Of the shell, besides what all tests have.
  public init(
    columns: Int = 80, rows: Int = 24, terminal: String = "screen-256color",
    environment: [String: String] = [:], folder: TestFolder? = nil
  ) throws {
    self.folder = try folder ?? TestFolder()
    name = "canon-test-\(getpid())-\(Self.count.add(1, ordering: .relaxed).newValue)"
    var all = CanonProcess.environment
    for key in ["TMUX", "NO_COLOR", "COLUMNS", "LINES"] { all[key] = nil }
    all["LC_ALL"] = "C.UTF-8"
    all["XDG_STATE_HOME"] = self.folder.file("state")
    all["XDG_CONFIG_HOME"] = self.folder.file("config")
    all["HISTFILE"] = "/dev/null"
    for (key, value) in environment { all[key] = value }
    try tmux(
      [
        "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c",
        CanonProcess.projectFolder, "PS1='ready> ' TERM=\(terminal) exec bash --norc --noprofile -i",
      ], environment: all)
    try wait("the shell is ready") { $0.lines.contains { $0.hasPrefix("ready>") } }
  }

  /// The server, which the first command starts, is to inherit nothing: neither what is open, by which the end of a
  /// process is known, nor the signals that this thread does not take.
  private static let clean = """
    import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.closerange(3, 4096)
    os.execvp(sys.argv[1], sys.argv[1:])
    """

  @discardableResult
  private func tmux(_ arguments: [String], environment: [String: String]? = nil) throws -> String {
    let process = Process(), output = Pipe()
    guard let tmux = Self.tmux else { throw TimedOut(description: Tool.missing("tmux")) }
    let words = [tmux, "-L", name] + arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = (environment == nil ? [] : ["python3", "-c", Self.clean]) + words
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let startsServer = environment != nil
    process.standardOutput = startsServer ? FileHandle.nullDevice : output
    process.standardError = startsServer ? FileHandle.nullDevice : output
    try process.run()
    if startsServer { try output.fileHandleForWriting.close() }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TimedOut(description: "tmux \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }

  // MARK: - Keys

  /// Types text as it stands.
  public func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Presses keys by tmux's names: `Enter`, `C-l`, `F1`.
  public func press(_ names: String...) throws { try tmux(["send-keys"] + names) }

  /// Sends bytes as they are, as a terminal would that has a mouse.
  public func send(_ bytes: some Sequence<UInt8>) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes text, between marks where the program wants them.
  public func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p", "-r"])
  }

  /// Types a line into the shell, or into whatever reads lines.
  public func enter(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  // MARK: - What is seen

  /// - Parameter style: With the sequences that make colours and the like.
  public func picture(style: Bool = false) throws -> Picture {
    Picture(try tmux(["capture-pane", "-p"] + (style ? ["-e"] : [])))
  }

  /// Waits until the screen shows something.
  @discardableResult
  public func wait(
    _ what: String, seconds: Double = 30, _ condition: (Picture) throws -> Bool
  ) throws -> Picture {
    var last = Picture("")
    do {
      try waitUntil(what, seconds: seconds) {
        last = try picture()
        return try condition(last)
      }
    } catch {
      throw TimedOut(description: "\(error)\nscreen:\n\(last.text)")
    }
    return last
  }

  public func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// One of tmux's own variables: `alternate_on`, `cursor_flag`, `mouse_any_flag`, `pane_tty`.
  public func variable(_ name: String) throws -> String {
    try tmux(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
  }

  deinit { _ = try? tmux(["kill-server"]) }
}
