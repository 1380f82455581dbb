import Foundation

/// Actions of tests in the shell of a ``TmuxScreen``: they start canon, and examine how it left the terminal.
extension TmuxScreen {
  /// Starts canon in the shell, and returns once the full screen shows its stems and the place of a clock that runs.
  public func play(_ source: String, on server: DummyServer, _ options: String...) throws {
    try play(source, on: server, options)
  }

  public func play(
    _ source: String, on server: DummyServer, _ options: [String], before: String = ""
  ) throws {
    try start(source, on: server, options, before: before)
    try wait("the full screen") { $0.contains("loop 1") && $0.stem("1")?.state == "play" }
  }

  /// Starts canon in the shell.
  /// - Parameters:
  ///   - server: The server to play on. It lasts at least as long as this screen.
  ///   - options: The options, quoted for the shell if necessary.
  ///   - before: The text before the program's name, such as variables.
  ///   - after: The text after the command, such as a pipe.
  public func start(
    _ source: String, on server: DummyServer, _ options: [String] = [], before: String = "",
    after: String = ""
  ) throws {
    self.server = server
    let words = [before, CanonProcess.path, "play", source, "--server", server.name] + options + [after]
    try enter(words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// The output of a shell command, as one word.
  public func answer(_ command: String) throws -> String {
    // The mark is typed in two halves, so that the echo of the command is not taken for the answer.
    let mark = "answer-\(UInt32.random(in: 0...(.max)))"
    try enter("status=$?; clear; echo \(mark.prefix(6))''\(mark.dropFirst(6)) $(\(command)) .")
    let picture = try wait("the shell's answer to: \(command)") {
      $0.lines.contains { $0.hasPrefix(mark) } && $0.text.contains(" .")
    }
    // A long word continues in the next lines.
    let all = picture.lines.drop { !$0.hasPrefix(mark) }.joined()
    return String(all.dropFirst(mark.count + 1).prefix { $0 != " " })
  }

  /// Waits until the program in the shell has ended, and returns its exit status.
  public func finish() throws -> String {
    try wait("the shell") { $0.lines.last { !$0.isEmpty } == "ready>" }
    return try status()
  }

  /// The exit status of the last program.
  public func status() throws -> String { try answer("echo $status") }

  /// The terminal's input mode, as `stty` prints it.
  public func mode() throws -> String { try answer("stty -g") }

  /// The process of the canon that runs in the shell.
  public func pid() throws -> Int32 {
    let shell = try variable("pane_pid")
    let text = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    guard let pid = text.split(separator: " ").last.flatMap({ Int32($0) }) else {
      throw TimedOut(description: "the shell runs nothing")
    }
    return pid
  }

  /// Whether the terminal is as the shell uses it: its own screen, a cursor, no mouse.
  public var isShells: Bool {
    get throws {
      try variable("alternate_on") == "0" && variable("cursor_flag") == "1"
        && variable("mouse_any_flag") == "0"
    }
  }
}
