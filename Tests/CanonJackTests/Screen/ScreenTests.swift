import CanonLiveSupport
import Foundation
import Testing

/// An evening at the full screen, as people have one: the real program in a real terminal, with keys.
extension LiveTests.Screen {
  static let calendar = "Schedules/advent-2015.toml"
  static let fourthSunday = ["--as-of", "2015-12-21"]

  /// The calendar with boundaries a quarter of an hour apart, so that what is pending stays so until it is seen, however
  /// busy the machine.
  static func slowCalendar(for screen: TmuxScreen) throws -> String {
    let folder = screen.folder
    let project = CanonProcess.projectFolder
    try FileManager.default.copyItem(atPath: project + "/Stems", toPath: folder.file("Stems"))
    let set = folder.file("Stems/pachelbel-canon/set.toml")
    let text = try String(contentsOfFile: set, encoding: .utf8)
    _ = try folder.write("quantum = \"loop:40\"\n" + text, to: "Stems/pachelbel-canon/set.toml")
    let schedule = try String(contentsOfFile: project + "/" + calendar, encoding: .utf8)
    return try folder.write(schedule, to: "Schedules/calendar.toml")
  }

  /// The full screen of a canon that plays the calendar on its fourth Sunday, on a server for this screen.
  static func evening(
    on server: String, _ options: [String] = [], columns: Int = 80, rows: Int = 24
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(columns: columns, rows: rows)
    try screen.play(calendar, on: .started(server), fourthSunday + options)
    return screen
  }

  /// A shell that has shown something, and its terminal's mode before canon starts.
  static func shell(after commands: String = "") throws -> (screen: TmuxScreen, mode: String) {
    let screen = try TmuxScreen()
    let mode = try screen.mode()
    try screen.enter("\(commands)clear; echo 'What the shell showed.'")
    return (screen, mode)
  }

  @Test("Keys press stems, a locked one is refused with its date, and q gives the terminal back as it was")
  func anEvening() throws {
    let (screen, mode) = try Self.shell()
    try screen.play(
      Self.slowCalendar(for: screen), on: .started("canon-test-screen"), Self.fourthSunday)
    #expect(try screen.variable("alternate_on") == "1")
    #expect(try screen.variable("cursor_flag") == "0")
    #expect(try screen.picture().contains("preview: 2015-12-21 (Asia/Tokyo)"))
    #expect(try !screen.picture().contains("What the shell showed."))

    try screen.type("@")
    try screen.wait("violin-a sounds at once") { $0.stem("2")?.state == "play" }
    try screen.type("3")
    try screen.wait("violin-b is armed") { $0.stem("3")?.state == "wait" && $0.stem("3")?.next == "play" }
    try screen.type("3")
    try screen.wait("violin-b is taken back") { $0.stem("3")?.state == "stop" }
    try screen.type("6")
    let refused = try screen.wait("violin-e is refused") {
      $0.contains("\"violin-e\" is locked until 2015-12-24 (Asia/Tokyo)")
    }
    #expect(refused.stem("6")?.state == "locked")
    #expect(refused.contains("opens Thursday 2015-12-24, in "))

    try screen.type("qy")
    try screen.wait("the shell's screen again") { $0.contains("What the shell showed.") }
    #expect(try screen.status() == "0")
    #expect(try screen.mode() == mode)
    #expect(try screen.isShells)
  }

  @Test("? shows what every key does, d the doors, and each is shut by its own key and by Escape")
  func overlays() throws {
    let screen = try Self.evening(on: "canon-test-screen", columns: 200, rows: 60)
    try screen.type("?")
    // A large picture can arrive in several parts.
    for words in ["click ", "page-down ", "Selects the first stem.", "Presses the stem under the mouse; "] {
      try screen.wait("help on \(words)") { $0.contains("─ Help ─") && $0.contains(words) }
    }
    try screen.type("?")
    try screen.wait("the stems") { !$0.contains("─ Help ─") && $0.contains("Cello") }
    try screen.type("d")
    try screen.wait("doors") {
      $0.contains("─ Doors ─") && $0.contains("+ violin-d  open since Sunday 2015-12-20")
        && $0.contains("× violin-e  opens Thursday 2015-12-24, in ")
    }
    try screen.press("Escape")
    try screen.wait("the stems") { !$0.contains("─ Doors ─") && $0.contains("Cello") }
    try screen.type("d")
    try screen.wait("doors") { $0.contains("─ Doors ─") }
    try screen.type("?")
    try screen.wait("help instead") { $0.contains("─ Help ─") && !$0.contains("─ Doors ─") }
  }

  @Test("The command line completes with Tab, keeps what was typed, and finds it again the next evening")
  func commandLine() throws {
    let server = try DummyServer.started("canon-test-screen")
    let screen = try TmuxScreen()
    try screen.play(Self.calendar, on: server, Self.fourthSunday)
    try screen.type(":star")
    try screen.wait("the line") { $0.contains(" :star") }
    try screen.press("Tab")
    try screen.type("violin-")
    try screen.wait("the word is whole") { $0.contains(" :start violin-") }
    try screen.press("Tab")
    try screen.wait("the stems to choose from") {
      $0.contains(" :start violin-a") && $0.contains("violin-a  violin-b  violin-c")
    }
    try screen.press("Tab")
    try screen.wait("the next stem") { $0.contains(" :start violin-b") }
    try screen.type(" now")
    try screen.press("Enter")
    try screen.wait("violin-b sounds") { $0.stem("3")?.state == "play" && !$0.contains(" :start") }
    try screen.type(":gain violin-b -12")
    try screen.press("Enter")
    try screen.wait("the gain") { $0.stem("3")?.gain == "-12.0" }
    try screen.type(":strat cello")
    try screen.press("Enter")
    try screen.wait("what is wrong, and what was meant") {
      $0.contains("Refused: ") && $0.contains("\"strat\"") && $0.contains("\"start\"")
    }
    try screen.type(":quit")
    try screen.press("Enter")
    #expect(try screen.finish() == "0")

    try screen.play(Self.calendar, on: server, Self.fourthSunday)
    try screen.type(":")
    for line in ["quit", "strat cello", "gain violin-b -12", "start violin-b now"] {
      try screen.press("Up")
      try screen.wait("the line before: \(line)") { $0.contains(" :\(line)") }
    }
    try screen.press("Down")
    try screen.wait("the line after") { $0.contains(" :gain violin-b -12") }
    try screen.press("Escape")
    try screen.wait("no command line") { !$0.contains(" :gain") && $0.contains("? help") }
  }
}
