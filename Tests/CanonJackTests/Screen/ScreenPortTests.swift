import CanonLiveSupport
import Foundation
import Testing

/// What the full screen shows of connections.
extension LiveTests.Screen {
  @Test(
    "What is waited for stays on the screen until it comes; its message goes then; ports shows what goes where"
  )
  func waiting() throws {
    let screen = try TmuxScreen(columns: 100, rows: 30)
    let server = try DummyServer.started("canon-test-wires")
    defer { server.stop() }
    try screen.play(
      Self.calendar, on: server, "--as-of 2015-12-20", "--connect violin-a=capture", "--connect master=system"
    )
    try screen.wait("the wait is shown, and told") {
      $0.contains("waiting for \"capture\"") && $0.contains("\"capture\" cannot be connected yet")
    }
    try screen.enter(":ports")
    try screen.wait("the connections are shown") {
      $0.contains("─ Ports ─") && $0.contains("master: left to \"system:playback_1\" (--connect)")
        && $0.contains("Waiting for \"capture\" (--connect)")
    }
    let capture = try CaptureClient(server: server.name)
    try screen.wait("they are the present ones") {
      $0.contains("violin-a: left to \"capture:in_1\" (--connect)") && !$0.contains("waiting for")
        && !$0.contains("Waiting for") && !$0.contains("cannot be connected yet")
    }
    try screen.press("Escape")
    try screen.wait("the stems") { !$0.contains("─ Ports ─") && $0.contains("\"capture\" is connected now") }
    _ = capture.finish()
    try screen.wait("it is waited for again, and no longer said to be connected") {
      $0.contains("waiting for \"capture\"") && !$0.contains("is connected now")
    }
    try screen.type("qy")
    #expect(try screen.finish() == "0")
  }
}
