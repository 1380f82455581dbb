import CanonLiveSupport
import Foundation
import Testing

/// A set with a slow file, played line by line at a terminal.
extension LiveTests.Commands {
  private static let erasing = "\r\u{1b}[K"

  private func play(_ held: HeldFFmpeg, on server: DummyServer, _ options: String...) throws -> PseudoTerminal
  {
    try PseudoTerminal(
      ["play", held.set, "--plain", "--server", server.name, "--no-connect"] + options,
      environment: held.environment)
  }

  @Test("While files are read a line says how far; it gives its row back to the prompt")
  func loadingLine() throws {
    let held = try HeldFFmpeg()
    let server = try DummyServer.started("canon-test-loading", synchronous: false)
    defer { server.stop() }
    let terminal = try play(held, on: server)
    try terminal.wait(for: "\rLoading: 1 of 2 files, 1 s; pad.m4a takes long\u{1b}[K")
    try held.letGo()
    try terminal.wait(for: "The clock starts.")
    try terminal.type("quit\n")
    #expect(try terminal.finish() == 0)
    terminal.shut()
    // An update is followed by another one, or by nothing before it is erased.
    let updates = terminal.output.components(separatedBy: "\rLoading: ").dropFirst()
    for update in updates.dropLast() {
      #expect(update.hasSuffix("\u{1b}[K") || update.contains("\u{1b}[K" + Self.erasing), "\(update)")
    }
    #expect(updates.last?.contains("takes long\u{1b}[K" + Self.erasing) == true, "\(terminal.output)")
  }

  @Test("So it does while files are asked what they are, before anything else is said")
  func headerLine() throws {
    let held = try HeldFFmpeg("ffprobe")
    let server = try DummyServer.started("canon-test-loading", synchronous: false)
    defer { server.stop() }
    let terminal = try PseudoTerminal(
      ["play", held.folderOfSounds(), "--plain", "--server", server.name, "--no-connect"],
      environment: held.environment)
    try terminal.wait(for: "\rLoading: 0 of 1 file, 1 s; pad.m4a takes long\u{1b}[K")
    try held.letGo()
    try terminal.wait(for: "The clock starts.")
    try terminal.type("quit\n")
    #expect(try terminal.finish() == 0)
    terminal.shut()
    let last = terminal.output.components(separatedBy: "\rLoading: 0 of 1 file").last
    #expect(last?.contains("takes long\u{1b}[K" + Self.erasing) == true, "\(terminal.output)")
  }

  @Test("Ctrl-C during the loading ends canon, and erases the line")
  func loadingInterrupted() throws {
    let held = try HeldFFmpeg()
    let server = try DummyServer.started("canon-test-loading", synchronous: false)
    defer { server.stop() }
    let terminal = try play(held, on: server)
    try terminal.wait(for: "\rLoading: 1 of 2 files")
    let start = ContinuousClock.now
    try terminal.type("\u{3}")
    #expect(try terminal.finish() == 0)
    // One step of the end, and far from the minutes that a file may take.
    #expect(ContinuousClock.now - start < .seconds(10))
    terminal.shut()
    let last = try #require(terminal.output.components(separatedBy: "\rLoading: ").last)
    #expect(last.contains(Self.erasing), "\(terminal.output)")
  }

  @Test("What asks for silence gets no line", arguments: ["--json", "--quiet"])
  func noLoadingLine(option: String) throws {
    let held = try HeldFFmpeg()
    let server = try DummyServer.started("canon-test-loading", synchronous: false)
    defer { server.stop() }
    let shown = try play(held, on: server, "--name", "shown")
    let silent = try play(held, on: server, "--name", "silent", option)
    try shown.wait(for: "1 s; pad.m4a takes long")
    try held.letGo()
    try shown.wait(for: "The clock starts.")
    for terminal in [shown, silent] {
      kill(terminal.pid, SIGTERM)
      #expect(try terminal.finish() == 0)
      terminal.shut()
    }
    #expect(!silent.output.contains("Loading"))
  }
}
