import CanonLiveSupport
import Foundation
import Testing

/// However canon is left, the terminal is given back as it was.
extension LiveTests.Screen {
  /// How canon ends, and with which status the shell sees it.
  enum End: String, CaseIterable {
    case quit, controlC, terminate, hangUp, segmentationFault, abort, trap

    var signal: Int32? {
      switch self {
      case .quit, .controlC: nil
      case .terminate: SIGTERM
      case .hangUp: SIGHUP
      case .segmentationFault: SIGSEGV
      case .abort: SIGABRT
      case .trap: SIGTRAP
      }
    }
    var status: String {
      switch self {
      case .quit, .controlC, .terminate, .hangUp: "0"
      case .segmentationFault, .abort, .trap: "\(128 + (signal ?? 0))"
      }
    }
  }

  @Test("The terminal is as it was after q, Ctrl-C, SIGTERM, SIGHUP, and a crash", arguments: End.allCases)
  func ending(_ end: End) throws {
    let (screen, mode) = try Self.shell(after: "ulimit -c 0; ")
    try screen.play(Self.calendar, on: .started("canon-test-end"), Self.fourthSunday)
    #expect(try screen.variable("alternate_on") == "1")
    #expect(try screen.variable("mouse_any_flag") == "1")
    // In the midst of something.
    try screen.type("@:start violin")
    try screen.wait("the command line") { $0.contains(" :start violin") }
    if let signal = end.signal {
      try kill(screen.pid(), signal)
    } else {
      if end == .quit { try screen.press("Escape") }
      try screen.wait("no command line") { end != .quit || $0.contains("? help") }
      // In the command line Ctrl-C is a signal as well, since it is the terminal's.
      try end == .quit ? screen.type("qy") : screen.press("C-c")
    }
    try screen.wait("the shell's screen again") {
      $0.contains("What the shell showed.") && $0.lines.last { !$0.isEmpty } == "ready>"
    }
    #expect(try screen.isShells)
    #expect(try screen.status() == end.status)
    #expect(try screen.mode() == mode)
  }

  @Test("Ctrl-Z gives the terminal back, fg shows the whole screen again, and the music goes on")
  func suspending() throws {
    let (screen, mode) = try Self.shell()
    try screen.play(Self.calendar, on: .started("canon-test-end", synchronous: false), Self.fourthSunday)
    try screen.type("@")
    let before = try screen.wait("violin-a sounds, and all is drawn") {
      $0.stem("2")?.state == "play" && $0.contains("next door: ") && $0.waveformCount == 5
    }
    // Whatever canon was drawing at that moment.
    for time in 1...6 {
      try screen.press("C-z")
      try screen.wait("the shell, time \(time)") {
        $0.contains("What the shell showed.") && $0.lines.last { !$0.isEmpty } == "ready>"
      }
      #expect(try screen.isShells)
      #expect(try screen.mode() == mode)
      try screen.enter("clear; echo 'What the shell showed.'; fg")
      let back = try screen.wait("the screen, time \(time)") {
        $0.isWhole(columns: 80, rows: 24) && $0.stem("2")?.state == "play"
      }
      #expect(back.standing == before.standing, "something is not where it was")
      #expect(try screen.variable("cursor_flag") == "0" && screen.variable("mouse_any_flag") == "1")
      try screen.wait("the music goes on") { $0.lines[1] != back.lines[1] }
    }
    try screen.type("qy")
    #expect(try screen.finish() == "0")
    #expect(try screen.mode() == mode)
  }
}

extension Picture {
  var waveformCount: Int { lines.count { $0.contains("▄▅▄") || $0.contains("▄▃▄") || $0.contains("▃▄▄") } }

  /// What does not change while the same stems sound: names, states, gains, waveforms, but no meters and no time.
  var standing: String {
    guard lines.count >= 24 else { return "" }
    let title = lines[0].prefix(46)
    let rows: [Substring] = lines[3...15].map { (line: String) -> Substring in line.prefix(46) }
    return ([title] + rows + [lines[18].prefix(46)]).joined(separator: "\n")
  }
}
