import CanonLiveSupport
import Foundation
import Testing

/// Where standard error goes while canon has the terminal, and while it has given it away.
extension LiveTests.Screen {
  @Test("Standard error is kept from the screen, and works while canon is stopped, before and after fg")
  func standardError() throws {
    let (screen, _) = try Self.shell()
    let path = screen.folder.file("errors.txt")
    try screen.start(
      Self.calendar, on: .started("canon-test-errors", synchronous: false), Self.fourthSunday,
      after: "2> \(path)")
    try screen.wait("the full screen") { $0.stem("1")?.state == "play" }
    let pid = try screen.pid()
    func errors() -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/2")
    }
    for time in 1...3 {
      #expect(errors() == "/dev/null", "time \(time)")
      try screen.press("C-z")
      try screen.wait("the shell, time \(time)") { $0.lines.last { !$0.isEmpty } == "ready>" }
      #expect(errors() == path, "time \(time)")
      try screen.enter("clear; fg")
      try screen.wait("the screen, time \(time)") { $0.isWhole(columns: 80, rows: 24) }
    }
    // What canon says at its end is said where it was asked for.
    try #expect(String(contentsOfFile: path, encoding: .utf8).contains("6 stems."))
    try screen.type("qy")
    #expect(try screen.finish() == "0")
  }

  @Test("What ends canon is said on standard error as it was before the screen")
  func lastWords() throws {
    // canon has its screen before the server answers, and does not have its rate.
    let server = try DummyServer.started("canon-test-errors", rate: 4000)
    defer { server.stop() }
    server.signal(SIGSTOP)
    let screen = try TmuxScreen()
    let path = screen.folder.file("errors.txt")
    try screen.start(Self.calendar, on: server, Self.fourthSunday, after: "2> \(path)")
    try screen.wait("the full screen") { $0.contains("? help") }
    server.signal(SIGCONT)
    try screen.wait("the shell") { $0.lines.last { !$0.isEmpty } == "ready>" }
    try #expect(String(contentsOfFile: path, encoding: .utf8).contains("runs at 4000 Hz"))
  }
}
