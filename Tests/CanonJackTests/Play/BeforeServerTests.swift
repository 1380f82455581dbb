import CanonLiveSupport
import Foundation
import Testing

/// canon before its first server answers: it can be controlled and asked, and it can be ended.
extension LiveTests.Control {
  /// A canon without a terminal whose server stands still, once its socket is there.
  private func waiting(_ server: DummyServer) throws -> CanonProcess {
    server.signal(SIGSTOP)
    let canon = try CanonProcess([
      "play", "--headless", "--no-resume", "--server", server.name, "Schedules/always.toml",
    ])
    try waitUntil("it can be controlled") {
      canon.errorOutput.contains { $0.contains("canon ctl") } || !canon.isRunning
    }
    return canon
  }

  private func ctl(_ line: String) throws -> (status: Int32, output: [String], errors: [String]) {
    try CanonProcess.run(["ctl", "--json", line])
  }

  private func waitForTheGain() throws {
    try waitUntil("the gain is what was asked for") {
      try ctl("status").output.joined().contains("\"gain\":-7")
    }
  }

  @Test(
    "While the first server stands still, commands are accepted for later, and carried out when it goes on")
  func acceptedForLater() throws {
    let server = try DummyServer.started("canon-test-before")
    defer { server.stop() }
    let canon = try waiting(server)
    let reply = try ctl("gain violin-a -7")
    #expect(reply.status == 0 && reply.output.joined().contains("\"reply\":\"later\""), "\(reply.output)")
    #expect(try ctl("status").status == 0)
    #expect(try ctl("gain nobody -7").status == 2)
    server.signal(SIGCONT)
    try waitForTheGain()
    try #expect(canon.quitByControl() == [0, 0])
  }

  @Test("canon can be ended before its first server answers, and says what was never carried out")
  func endedBefore() throws {
    let server = try DummyServer.started("canon-test-before")
    defer { server.stop() }
    let canon = try waiting(server)
    #expect(try ctl("gain violin-a -7").status == 0)
    try #expect(canon.quitByControl() == [0, 0])
    #expect(
      canon.errorOutput.contains {
        $0.contains("The performance ended before a server received a command that was waiting")
      }, "\(canon.errorOutput)")
    server.signal(SIGCONT)
  }

  @Test(
    "A server that is killed and started again while canon waits for it is found, and what was said is carried out"
  )
  func startedAgain() throws {
    let server = try DummyServer.started("canon-test-before")
    defer { server.stop() }
    let canon = try waiting(server)
    #expect(try ctl("gain violin-a -7").status == 0)
    server.kill()
    try server.start()
    try waitUntil("it plays") { canon.errorOutput.contains { $0.contains("Playing as") } || !canon.isRunning }
    try waitForTheGain()
    try #expect(canon.quitByControl() == [0, 0])
  }

  @Test("In line mode, too, canon says that the server does not answer, and takes lines")
  func lines() throws {
    let server = try DummyServer.started("canon-test-before")
    defer { server.stop() }
    let canon = try CanonProcess.startUnanswered(by: server)
    canon.say("help")
    try canon.waitForLine("it is answered") { $0.contains("press") }
    try #expect(canon.quit() == 0)
    server.signal(SIGCONT)
  }
}
