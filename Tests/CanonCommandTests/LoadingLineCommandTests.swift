import CanonLiveSupport
import Foundation
import Testing

/// The line that says how far the files are read, as people see it who wait.
@Suite(.enabled(if: HeldFFmpeg.isTested, "ffmpeg is not installed")) struct LoadingLineCommandTests {
  private static let erasing = "\r\u{1b}[K"
  private static let slow = "files, 1 s; pad.m4a takes long"

  private func arguments(_ command: String, _ held: HeldFFmpeg) -> [String] {
    [command, held.set] + (command == "render" ? ["--output", held.file("out.wav")] : [])
  }

  @Test("On a terminal the line is shown, and gone before anything else is", arguments: ["check", "render"])
  func terminal(command: String) throws {
    let held = try HeldFFmpeg()
    let terminal = try PseudoTerminal(arguments(command, held), environment: held.environment)
    try terminal.wait(for: "\rLoading: 1 of 2 " + Self.slow)
    try held.letGo()
    #expect(try terminal.finish() == 0)
    if command == "check" { try terminal.wait(for: "-1 dBTP") }
    terminal.shut()
    let parts = terminal.output.components(separatedBy: Self.erasing)
    // Every update stands alone in its row; after the last one there is nothing but what the command says.
    // (What is read again may take long, too, on a busy machine.)
    #expect(parts.count >= 2, "\(parts)")
    for update in parts.dropLast() {
      #expect(update.hasPrefix("\rLoading: ") && !update.contains("\n"), "\(parts)")
    }
    #expect(parts.last?.contains("Loading") == false)
    #expect(parts.last?.isEmpty == (command == "render"))
  }

  @Test("Ctrl-C ends it at once", arguments: ["check", "render"])
  func interrupt(command: String) throws {
    let held = try HeldFFmpeg()
    let terminal = try PseudoTerminal(arguments(command, held), environment: held.environment)
    try terminal.wait(for: "\rLoading: 1 of 2 ")
    try terminal.type("\u{3}")
    #expect(try terminal.finish() == 128 + SIGINT)
  }

  @Test("In a pipe, and on a terminal that cannot erase, there is no line", arguments: ["check", "render"])
  func pipe(command: String) throws {
    let held = try HeldFFmpeg()
    let canon = try CanonProcess(
      arguments(command, held), environment: held.environment.merging(["TERM": "xterm"]) { $1 })
    let dumb = try PseudoTerminal(
      arguments(command, held), environment: held.environment.merging(["TERM": "dumb"]) { $1 })
    // Longer than where there is one.
    let other = try PseudoTerminal(arguments(command, held), environment: held.environment)
    try other.wait(for: Self.slow)
    try held.letGo()
    #expect(try canon.finish() == 0)
    #expect(canon.errorOutput == [])
    #expect(!canon.output.joined().contains("Loading"))
    #expect(try dumb.finish() == 0)
    dumb.shut()
    #expect(!dumb.output.contains("Loading") && !dumb.output.contains("\u{1b}"))
  }
}
