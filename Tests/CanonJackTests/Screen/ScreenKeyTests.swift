import CanonLiveSupport
import CanonTerminal
import Foundation
import Testing

/// The table of keys, each pressed in the real program.
extension LiveTests.Screen {
  private static func slowScreen(on server: DummyServer) throws -> TmuxScreen {
    let screen = try TmuxScreen()
    try screen.play(slowCalendar(for: screen), on: server, Self.fourthSunday)
    return screen
  }

  @Test("Every key of every row of the table does what its row says")
  func everyRow() throws {
    let screen = try Self.slowScreen(on: .started("canon-test-keys"))
    for row in KeyRow.all where row.action != .quit {
      let wanted = try #require(ScreenKeyCase.of(row.action), "\(row.action.word) has no case")
      for key in row.keys { try check(wanted, key, of: row.action, on: screen) }
    }
    let quit = try #require(KeyRow.all.first { $0.action == .quit })
    #expect(quit.keys == ["q"], "another key ends another canon")
    try check(#require(ScreenKeyCase.of(.quit)), "q", of: .quit, on: screen)
    try screen.type("n")
    try screen.wait("another key goes on") { !$0.contains("Quit?") && $0.stem("1")?.state == "play" }
    try screen.type("qq")
    try screen.wait("the shell") { $0.stem("1") == nil && $0.contains("ready>") }
    #expect(try screen.status() == "0")
  }

  private func check(
    _ wanted: ScreenKeyCase, _ key: Key, of action: KeyAction, on screen: TmuxScreen
  ) throws {
    let what = "\(key.name) for \(action.word)"
    for line in wanted.before {
      try screen.type(line)
      if line.hasPrefix(":") { try screen.press("Enter") }
    }
    if let then = wanted.then {
      try screen.wait("what comes first for \(what)", then.seen)
      try screen.type(then.keys)
    }
    if action == .redraw {
      let terminal = try FileHandle(forWritingTo: URL(fileURLWithPath: screen.variable("pane_tty")))
      try terminal.write(contentsOf: Data("\u{1b}7\u{1b}[5;1H\(ScreenKeyCase.foreign)\u{1b}8".utf8))
      try terminal.close()
    }
    let before = try screen.wait("what is given before \(what)", wanted.given)
    #expect(!wanted.expected(before), "\(what): seen before it was pressed")
    try screen.press(key)
    try screen.wait("what is expected of \(what)", wanted.expected)
    switch action {
    case .doors, .help, .commandLine:
      try screen.press("Escape")
      try screen.wait("\(what) is left") { $0.stem("6") != nil && !$0.contains("Enter does it") }
    case .panic:
      try screen.type(":start cello now")
      try screen.press("Enter")
      try screen.wait("the base is back") { $0.stem("1")?.state == "play" }
    case .pause:
      try screen.press(key)
      try screen.wait("\(what) again lets it be heard") {
        $0.stem("1")?.state == "play" && $0.stem("2")?.state == "play"
      }
    default: break
    }
  }

  @Test("Every stem's own key presses it, its shifted key at once; a locked one is refused by both")
  func stemKeys() throws {
    let screen = try Self.slowScreen(on: .started("canon-test-keys"))
    for (key, now) in zip("2345", "@#$%") {
      try screen.wait("\(key) is silent") { $0.stem(key)?.state == "stop" }
      try screen.type(String(key))
      try screen.wait("\(key) arms it") { $0.stem(key)?.next == "play" && $0.selected == key }
      try screen.type(String(key))
      try screen.wait("\(key) takes it back") { $0.stem(key)?.state == "stop" && $0.stem(key)?.next == nil }
      try screen.type(String(now))
      try screen.wait("\(now) starts it at once") { $0.stem(key)?.state == "play" }
      try screen.press("M-\(key)")
      try screen.wait("Alt and \(key) mutes it at once") { $0.stem(key)?.state == "mute" }
    }
    try screen.type("1")
    try screen.wait("the base is to be muted") { $0.stem("1")?.next == "mute" }
    try screen.type("!")
    try screen.wait("the base is muted") { $0.stem("1")?.state == "mute" || $0.stem("1")?.next == nil }
    // The first xruns of a loaded machine are explained once, perhaps in place of what is waited for.
    let explanation = "looks for the causes of xruns"
    for key in ["6", "^"] {
      func stopNobody() throws {
        try screen.type(":stop nobody")
        try screen.press("Enter")
      }
      try stopNobody()
      try screen.wait("another message") { picture in
        if picture.contains(explanation) { try stopNobody() }
        return picture.contains("Refused: ") && picture.contains("nobody")
      }
      try screen.type(key)
      let picture = try screen.wait("\(key) is refused") { picture in
        if picture.contains(explanation) { try screen.type(key) }
        return picture.lines.dropFirst(21).contains {
          $0.contains("\"violin-e\" is locked until 2015-12-24 (Asia/Tokyo)")
        }
      }
      #expect(picture.stem("6")?.state == "locked")
    }
  }
}

extension TmuxScreen {
  /// Presses a key, by its name in tmux.
  func press(_ key: Key) throws {
    switch key {
    case .character(let character): try type(String(character))
    case .alt(let character): try press("M-\(character)")
    case .control(let letter): try press("C-\(letter)")
    case .function(let number): try press("F\(number)")
    case .pageUp: try press("PPage")
    case .pageDown: try press("NPage")
    case .backTab: try press("BTab")
    case .backspace: try press("BSpace")
    case .delete: try press("DC")
    case .up, .down, .left, .right, .home, .end, .enter, .tab, .escape: try press(key.name.capitalized)
    }
  }
}
