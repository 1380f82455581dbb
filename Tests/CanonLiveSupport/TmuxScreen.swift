import Foundation
import Synchronization

/// A terminal whose screen can be read: a tmux for one test with one shell in it. Both end with this object.
///
/// The shell has job control, and the environment of ``CanonProcess``, without the machine's sound servers.
public final class TmuxScreen {
  /// The folder for canon's state and configuration.
  public let folder: TestFolder
  private let name: String
  /// What canon plays on.
  var server: DummyServer?

  /// Whether tests of the screen run (``Tool/isTested(_:)``).
  public static var isTested: Bool { Tool.isTested("tmux") }

  private static let tmux = Tool.path("tmux")
  private static let count = Atomic<Int>(0)

  /// - Parameters:
  ///   - terminal: The value of `TERM`.
  ///   - environment: Variables of the shell in addition to those of all tests.
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

  /// A script that starts tmux's server without inherited descriptors and signal masks. The descriptors would delay the
  /// end of pipes by which tests notice the end of a process.
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

  /// Types text literally.
  public func type(_ text: String) throws {
    // A semicolon at the end would end the command.
    let typed = text.hasSuffix(";") ? text.dropLast() + "\\;" : text
    try tmux(["send-keys", "-l", "--", typed])
  }

  /// Presses keys by tmux's names: `Enter`, `C-l`, `F1`.
  public func press(_ names: String...) throws { try tmux(["send-keys"] + names) }

  /// Sends raw bytes, such as those of a terminal with a mouse.
  public func send(_ bytes: some Sequence<UInt8>) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes text, between marks if the program has requested them.
  public func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p", "-r"])
  }

  /// Types a line into the shell or the program that reads lines.
  public func enter(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  // MARK: - What is seen

  /// - Parameter style: Whether to include the sequences for colours and other styles.
  public func picture(style: Bool = false) throws -> Picture {
    Picture(try tmux(["capture-pane", "-p"] + (style ? ["-e"] : [])))
  }

  /// Waits until the screen shows something.
  @discardableResult
  public func wait(
    _ what: String, seconds: Double = 120, _ condition: (Picture) throws -> Bool
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
