import CanonLiveSupport
import Foundation
import Testing

/// What is pasted is text, whatever is in it.
extension LiveTests.Screen {
  @Test("A paste of several lines waits in the command line: it presses nothing and carries out nothing")
  func pasting() throws {
    let screen = try Self.evening(on: "canon-test-paste")
    try screen.paste("start violin-b now\nquit\nq2@\u{1b}\t弦")
    let pasted = try screen.wait("the command line") { $0.contains(" :start violin-b now quit q2@") }
    for key in ["2", "3"] as [Character] { #expect(pasted.stem(key)?.state == "stop", "\(key)") }

    // What it has to be to be carried out is the player's to say.
    try screen.press("C-u")
    try screen.paste("start violin-b\nnow")
    try screen.wait("the command line") { $0.contains(" :start violin-b now") && !$0.contains("quit") }
    try screen.press("Enter")
    try screen.wait("violin-b sounds") { $0.stem("3")?.state == "play" }
    #expect(try screen.picture().stem("2")?.state == "stop")
  }

  @Test("The bytes of function keys inside a paste do nothing")
  func keysInAPaste() throws {
    let screen = try Self.evening(on: "canon-test-paste")
    #expect(try screen.picture().selected == "1")
    // F1, page-down and end: help, and two that select.
    try screen.send(Array("\u{1b}[200~gain \u{1b}OP\u{1b}[6~\u{1b}[4~violin-a\u{1b}[201~".utf8))
    let pasted = try screen.wait("the command line") { $0.contains(" :gain violin-a") }
    #expect(!pasted.contains("─ Help"))
    try screen.press("Escape")
    let left = try screen.wait("no command line") { !$0.contains(" :gain") && $0.contains("? help") }
    #expect(left.selected == "1" && !left.contains("─ Help"))
  }

  @Test("A key that terminfo does not know presses nothing, and the next key is itself again")
  func unknownKeys() throws {
    let screen = try Self.evening(on: "canon-test-paste")
    // Ctrl-Right, Shift-Up, Ctrl-F2, Ctrl-Delete, as xterm sends them.
    for sequence in ["\u{1b}[1;2C", "\u{1b}[1;3A", "\u{1b}[1;4Q", "\u{1b}[3;5~", "\u{1b}[25;2~"] {
      try screen.send(Array(sequence.utf8))
    }
    try screen.type("@")
    let picture = try screen.wait("violin-a sounds at once") { $0.stem("2")?.state == "play" }
    for key in ["3", "4", "5"] as [Character] { #expect(picture.stem(key)?.state == "stop", "\(key)") }
  }

  @Test("The terminal marks pastes while canon has it, and not before or after")
  func marking() throws {
    let server = try DummyServer.started("canon-test-paste")
    defer { server.stop() }
    let terminal = try PseudoTerminal(
      ["play", Self.calendar, "--server", server.name] + Self.fourthSunday, environment: [:])
    try terminal.wait(for: "Cello")
    #expect(terminal.marks == ["h"])
    // Ctrl-Z: without a shell that could continue canon, the terminal is given back only for a moment.
    try terminal.type("\u{1a}")
    try waitUntil("canon has the terminal again") { terminal.marks.count > 2 }
    #expect(terminal.marks == ["h", "l", "h"])
    try terminal.type("qy")
    #expect(try terminal.finish() == 0)
    // What canon wrote last may be read after its end.
    try waitUntil("the marks are off") { terminal.marks == ["h", "l", "h", "l"] }
  }
}

extension PseudoTerminal {
  /// Each time that marks around pastes were asked for (`h`) or no longer (`l`).
  fileprivate var marks: [Character] {
    output.components(separatedBy: "\u{1b}[?2004").dropFirst().compactMap(\.first)
  }
}
