import CanonLiveSupport
import Foundation
import Testing

/// Line by line at a terminal, and letters that come in pieces.
extension LiveTests.Screen {
  @Test("Line by line the prompt is there after fg too, and a mistyped word is told with what was meant")
  func promptAfterSuspension() throws {
    let screen = try TmuxScreen()
    try screen.start(
      Self.calendar, on: .started("canon-test-prompt", synchronous: false),
      ["--plain", "--quiet"] + Self.fourthSunday)
    let prompt = "canon [preview: 2015-12-21 (Asia/Tokyo)]>"
    func last(_ picture: Picture) -> String? { picture.lines.last { !$0.isEmpty } }
    try screen.wait("the prompt") { last($0) == prompt && $0.contains("Playing as") }
    try screen.press("C-z")
    try screen.wait("the shell") { last($0) == "ready>" }
    try screen.enter("clear; fg")
    try screen.wait("the prompt again") { last($0) == prompt && !$0.contains("ready>") }
    try screen.enter("dors")
    try screen.wait("what was meant") { $0.contains("\"dors\". Did you mean \"doors\"?") }
    try screen.enter("quit")
    try screen.wait("the shell") { last($0) == "ready>" }
    #expect(try screen.status() == "0")
  }

  @Test("What comes with Escape and is no Alt comes after it, in its order")
  func escapeBeforeALetterInPieces() throws {
    let folder = try TestFolder()
    _ = try folder.write("[stems]\nkeys = \"1弦3456\"\n", to: "config/canon/keys.toml")
    let screen = try TmuxScreen(folder: folder)
    try screen.start(Self.calendar, on: .started("canon-test-prompt"), Self.fourthSunday)
    try screen.wait("the stems") { $0.stem("弦")?.state == "stop" }
    try screen.type(":abc")
    try screen.wait("the command line") { $0.contains(" :abc") }
    let letter = Array("弦".utf8)
    try screen.send([0x1b] + letter.dropLast())
    try screen.wait("it is left") { !$0.contains(" :abc") && $0.contains("? help") }
    try screen.send(letter.suffix(1))
    // The loop may begin just then.
    try screen.wait("the letter is whole") { ["wait", "play"].contains($0.stem("弦")?.state) }
  }
}
