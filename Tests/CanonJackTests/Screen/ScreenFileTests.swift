import CanonLiveSupport
import Foundation
import Testing

/// What the full screen reads: a person's own keys, and the words of a set.
extension LiveTests.Screen {
  /// A screen whose `keys.toml` says this.
  private func screen(keys: String, columns: Int = 80, rows: Int = 24) throws -> TmuxScreen {
    let folder = try TestFolder()
    _ = try folder.write(keys, to: "config/canon/keys.toml")
    return try TmuxScreen(columns: columns, rows: rows, folder: folder)
  }

  @Test("keys.toml changes what keys do, and what is shown of them; q asks first")
  func ownKeys() throws {
    let screen = try screen(
      keys: """
        [keys]
        solo = ["f5"]
        [stems]
        keys = "äbeftr"
        now = " BEFTR"
        """)
    try screen.start(Self.calendar, on: .started("canon-test-files"), Self.fourthSunday)
    try screen.wait("the stems' own keys") { $0.stem("ä")?.state == "play" && $0.stem("b")?.state == "stop" }
    #expect(try screen.picture().contains("f5 solo"))
    try screen.type("B")
    try screen.wait("B starts violin-a at once") { $0.stem("b")?.state == "play" && $0.selected == "b" }
    try screen.press("F5")
    try screen.wait("F5 solos it") { $0.stem("b")?.isSolo == true }
    try screen.type("s2")
    try screen.type(":gain violin-a -9")
    try screen.press("Enter")
    let after = try screen.wait("the next command is done") { $0.stem("b")?.gain == "-9.0" }
    #expect(after.stem("b")?.isSolo == true, "s does nothing any more")
    #expect(after.stem("b")?.next == nil, "nor does 2")

    try screen.type("q")
    try screen.wait("the question") { $0.contains("Quit? The music ends.") }
    try screen.type("n")
    try screen.wait("no question") { !$0.contains("Quit?") && $0.stem("b")?.state == "play" }
    try screen.type("q")
    try screen.wait("the question") { $0.contains("Quit? The music ends.") }
    try screen.type("y")
    #expect(try screen.finish() == "0")
  }

  @Test("While files are read the screen says how far, and its keys work")
  func loading() throws {
    let held = try HeldFFmpeg()
    let screen = try TmuxScreen(environment: held.environment)
    try screen.start(held.set, on: .started("canon-test-files", synchronous: false))
    try screen.wait("how far") { $0.contains("Loading: 1 of 2 files") && $0.contains("pad.m4a takes long") }
    try screen.type("?")
    try screen.wait("the keys") { $0.contains("press") && $0.contains("Loading: 1 of 2 files") == false }
    try screen.type("?")
    try screen.wait("how far") { $0.contains("Loading: 1 of 2 files") }
    try held.letGo()
    try screen.wait("the music") { $0.stem("1")?.state == "play" && !$0.contains("Loading") }
    try screen.type("qy")
    #expect(try screen.finish() == "0")
  }

  @Test("With confirm_quit = false q ends the music at once")
  func quitWithoutQuestion() throws {
    let screen = try screen(keys: "confirm_quit = false\n")
    try screen.play(Self.calendar, on: .started("canon-test-files"), Self.fourthSunday)
    try screen.type("q")
    #expect(try screen.finish() == "0")
  }

  @Test("A broken keys.toml is told with its line and the remedy, and the usual keys are in force")
  func brokenKeys() throws {
    let screen = try screen(keys: "[keys]\nmuet = [\"m\"]\nsolo = [\"f5\"]\n", columns: 200, rows: 60)
    try screen.play(Self.calendar, on: .started("canon-test-files"), Self.fourthSunday)
    try screen.wait("what is wrong") {
      $0.contains("keys.toml:2: keys: muet: found an unknown key")
        && $0.contains("Using the default keys.")
    }
    try screen.type("@")
    try screen.wait("2 with Shift starts violin-a") { $0.stem("2")?.state == "play" }
    try screen.type("qy")
    try screen.wait("the shell") { $0.lines.last { !$0.isEmpty } == "ready>" }
  }

  @Test("Escape sequences in titles are shown as words; none of them reaches the terminal")
  func escapesInTitles() throws {
    let set = try FullSet()
    let path = set.folder.file("set.toml")
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacing("title = \"Everything\"", with: #"title = "\u001b[31mred\u009b41m""#)
    text = text.replacing(
      "id = \"cello\"", with: #"id = "cello"\#ntitle = "\u001b]0;own\u0007\r\n\u202eollec""#)
    _ = try set.folder.write(text, to: "set.toml")
    let server = try DummyServer.started("canon-test-files")
    defer { server.stop() }
    let terminal = try PseudoTerminal(
      ["play", set.path, "--server", server.name],
      environment: [
        "XDG_STATE_HOME": set.folder.file("state"), "XDG_CONFIG_HOME": set.folder.file("config"),
      ],
      columns: 200, rows: 60)
    try terminal.wait(for: #"\u{1b}[31mred\u{9b}41m"#)
    try terminal.wait(for: #"\u{1b}]0;own\u{7}\u{d}"#)
    try terminal.wait(for: "Playing as")
    try terminal.type("?")
    try terminal.wait(for: " Help ")
    try terminal.type("qy")
    #expect(try terminal.finish() == 0)
    let shown = terminal.output
    #expect(!shown.contains("\u{1b}[31mred"))
    #expect(!shown.contains("\u{1b}]0;"))
    for scalar in ["\u{7}", "\u{9b}", "\u{202e}"] {
      #expect(!shown.unicodeScalars.contains { String($0) == scalar }, "\(scalar.debugDescription)")
    }
  }
}
