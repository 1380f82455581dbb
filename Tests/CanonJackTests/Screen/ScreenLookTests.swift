import CanonLiveSupport
import Foundation
import Testing

/// What people may ask for instead of colours, of letters beyond ASCII, and of a screen at all.
extension LiveTests.Screen {
  @Test(
    "Colours are there by default, and none with NO_COLOR or --no-color; the words stay",
    arguments: [
      (before: "", options: [], hasColour: true), (before: "NO_COLOR=", options: [], hasColour: true),
      (before: "NO_COLOR=1", options: [], hasColour: false),
      (before: "", options: ["--no-color"], hasColour: false),
    ])
  func colours(before: String, options: [String], hasColour: Bool) throws {
    let screen = try TmuxScreen()
    try screen.play(
      Self.slowCalendar(for: screen), on: .started("canon-test-look"), Self.fourthSunday + options,
      before: before)
    try screen.type("@3")
    try screen.wait("states of all kinds") {
      $0.stem("2")?.state == "play" && $0.stem("3")?.state == "wait" && $0.stem("6")?.state == "locked"
    }
    let styled = try screen.picture(style: true)
    #expect((styled.colourCount > 0) == hasColour, "\(styled.text)")
    #expect(!styled.hasBackground, "that is the terminal's own: \(styled.text)")
    #expect(styled.contains("\u{1b}["), "what is bold or reverse says the same without colours")
  }

  @Test(
    "With --ascii, and where the locale is not UTF-8, nothing but ASCII is drawn", arguments: [true, false])
  func asciiAlone(asked: Bool) throws {
    let screen = try TmuxScreen()
    try screen.play(
      Self.slowCalendar(for: screen), on: .started("canon-test-look"),
      Self.fourthSunday + (asked ? ["--ascii"] : []), before: asked ? "" : "LC_ALL=C")
    try screen.type("@3")
    try screen.wait("violin-b waits") { $0.stem("3")?.state == "wait" && $0.stem("2")?.state == "play" }
    for key in ["?", "d", ":"] {
      #expect(try screen.picture().isASCII)
      try screen.type(key)
      try screen.wait("what \(key) shows") {
        $0.contains(key == "?" ? "- Help" : key == "d" ? "- Doors" : "Tab completes")
      }
    }
    #expect(try screen.picture().isASCII)
  }

  @Test("What canon assumes of a folder without a set is told on the screen")
  func assumption() throws {
    let folder = try TestFolder()
    try FileManager.default.removeItem(atPath: folder.writeFlatSet("", ["a"], level: 0.1))
    let screen = try TmuxScreen(columns: 200, rows: 60)
    try screen.play(folder.path, on: .started("canon-test-look"), [])
    try screen.wait("what it assumes") { $0.contains("canon assumes 1 stem, a loop of 1 s") }
  }

  @Test(
    "With --plain or --json, on a dumb terminal, and into a pipe canon goes line by line",
    arguments: [
      (before: "", options: ["--plain"], after: ""), (before: "", options: ["--json"], after: ""),
      (before: "TERM=dumb", options: [], after: ""), (before: "", options: [], after: "| cat"),
    ])
  func lineByLine(before: String, options: [String], after: String) throws {
    let screen = try TmuxScreen(columns: 200, rows: 60)
    let mode = try screen.mode()
    try screen.start(
      Self.calendar, on: .started("canon-test-look"), Self.fourthSunday + options, before: before,
      after: after)
    try screen.wait("the start in words") { $0.contains("48000") && $0.contains("Canon in D: 6 stems.") }
    #expect(try screen.isShells)
    try screen.enter("start violin-a now")
    try screen.wait("violin-a sounds, in words") { picture in
      picture.lines.contains { $0.contains("violin-a") && $0.contains("play") && !$0.contains("layer") }
    }
    #expect(try screen.isShells, "not even now")
    try screen.enter("quit")
    #expect(try screen.finish() == "0")
    #expect(try screen.mode() == mode)
  }

  @Test("A terminal that nobody knows is named, and canon goes line by line")
  func unknownTerminal() throws {
    let screen = try TmuxScreen(columns: 200, rows: 60)
    try screen.start(
      Self.calendar, on: .started("canon-test-look"), Self.fourthSunday, before: "TERM=nonesuch")
    try screen.wait("why there is no screen") {
      $0.contains("canon: the terminal \"nonesuch\" is not known here, so canon plays line by line.")
    }
    try screen.enter("start violin-a now")
    try screen.wait("violin-a sounds") {
      $0.lines.contains { $0.contains("violin-a") && $0.contains("play") }
    }
    try screen.enter("quit")
    #expect(try screen.finish() == "0")
  }
}

extension Picture {
  var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// How many of its sequences set a colour.
  var colourCount: Int { styles.count { $0.contains { 30...38 ~= $0 || 40...48 ~= $0 || 90...107 ~= $0 } } }

  /// Whether one of them sets the colour behind the letters.
  var hasBackground: Bool { styles.contains { $0.contains { 40...48 ~= $0 || 100...107 ~= $0 } } }

  private var styles: [[Int]] {
    text.matches(of: /\u{1b}\[([0-9;]*)m/).map { $0.1.split(separator: ";").compactMap { Int($0) } }
  }
}
