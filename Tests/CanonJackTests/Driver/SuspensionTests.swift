import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// Ctrl-Z: a client that is stopped would hold up everybody else.
extension LiveTests.Suspension {
  /// Stops canon as Ctrl-Z does.
  private func suspend(_ canon: CanonProcess) throws {
    canon.signal(SIGTSTP)
    try waitUntil("canon is stopped") { canon.isStopped }
  }

  @Test("Stopped by Ctrl-Z canon delays no client; continued, it is in phase and connected as before")
  func stoppedAndContinued() throws {
    let folder = try TestFolder()
    let journal = folder.file("stopped.journal")
    // A server that waits for its clients: one that is stopped in the graph would stop all.
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", "--journal", journal)
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:master")  // as people do in a patch bay
    for _ in 1...3 {
      try capture.awaitSound()
      try suspend(canon)
      try capture.awaitCycles(200)
      canon.signal(SIGCONT)
    }
    try capture.awaitSound()
    try #expect(canon.quit() == 0)
    // Not one frame off: position and the server's clock go together as before.
    #expect(ClockMap(canon.output).anchorOffsets.count == 1)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: "Schedules/always.toml", journal: journal,
      fromFirstSound: true, passesOverSilence: true)
    #expect(comparison.frames > 4 * 24_000)
    // The fade before each stop is in the journal, too.
    #expect(comparison.different == 0, "\(comparison.summary)")
    #expect(!canon.hasTold("lost"))
    try #expect(Journal(journal).skipCount == 3)
  }

  @Test(
    "Each port fades out before canon is stopped, those of buses too",
    arguments: ["a", "b", "c", "hall", "foldback"])
  func ports(output: String) throws {
    let folder = try TestFolder()
    // A set with buses, and one without: canon reads the ports of both kinds one after the other.
    let isBus = ["hall", "foldback"].contains(output)
    let sends = "buses = { hall = 0, foldback = 0 }\n[[bus]]\nid = \"hall\"\n[[bus]]\nid = \"foldback\"\n"
    let set = try folder.writeFlatSet(
      "Flat", isBus ? ["a"] : ["a", "b", "c"], level: 0.5, format: .wav32f, more: isBus ? sends : "")
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let canon = try CanonProcess.play(set, on: server, "--no-connect")
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:\(output)")
    try capture.awaitSound(frames: 12_000)
    try suspend(canon)
    try capture.awaitCycles(20)
    let last = try #require(capture.finish().left.last { $0 != 0 })
    #expect(abs(last) < 0.01, "the last frame of 5 ms: \(last)")
    canon.signal(SIGCONT)
    try canon.say("mute a now", until: "a", "mute")
    try #expect(canon.quit() == 0)
  }

  @Test("The server may end while canon is stopped")
  func serverEnds() throws {
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    try suspend(canon)
    server.kill()
    let start = canon.output.count
    canon.signal(SIGCONT)
    try canon.waitForEvent("lost", from: start)
    try server.start()
    try canon.waitForEvent("connected", from: start)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }

  @Test("A server that stands still does not keep canon from being stopped")
  func serverStandsStill() throws {
    let (server, canon) = try CanonProcess.playStalled("canon-test-suspended")
    defer { server.stop() }
    try suspend(canon)
    server.signal(SIGCONT)
    canon.signal(SIGCONT)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }

  @Test("A stop by Ctrl-Z moves the music on even if gaps do not")
  func staysInPhase() throws {
    let folder = try TestFolder()
    let journal = folder.file("stopped.journal")
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      on: server, "--connect", CaptureClient.name, "--after-xrun", "stay", "--journal", journal)
    try suspend(canon)
    try capture.awaitCycles(200)
    canon.signal(SIGCONT)
    try capture.awaitSound()
    try #expect(canon.quit() == 0)
    _ = capture.finish()
    #expect(ClockMap(canon.output).anchorOffsets.count == 1)
    try #expect(Journal(journal).skipCount == 1)
  }

  @Test("canon goes on in phase with the server's clock, also where that fell behind while canon was stopped")
  func clockFallsBehind() throws {
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(on: server, "--connect", CaptureClient.name)
    try suspend(canon)
    try capture.awaitCycles(50)
    server.signal(SIGSTOP)
    usleep(100_000)
    server.signal(SIGCONT)
    try capture.awaitCycles(150)
    canon.signal(SIGCONT)
    try capture.awaitSound()
    try #expect(canon.quit() == 0)
    _ = capture.finish()
    #expect(ClockMap(canon.output).anchorOffsets.count == 1)
  }

  @Test("canon leaves the graph before it is stopped, also where a period is long")
  func longPeriod() throws {
    let server = try DummyServer.started("canon-test-suspended", period: 8192)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    let capture = try CaptureClient(server: server.name)
    try suspend(canon)
    // On a busy machine any client may be late where clients come and go.
    let xruns = capture.xrunCount
    // The server waits two seconds for each client that does not answer.
    try capture.awaitCycles(30)
    #expect(capture.xrunCount == xruns, "xruns of another client")
    canon.signal(SIGCONT)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
    _ = capture.finish()
  }

  /// A server that does not wait for its clients, as most people's, calls a cycle in which one has not finished an xrun, for all of them.
  /// On a busy machine any client may be late, so only those xruns count of which canon is the cause while it is stopped.
  @Test("Stopped by Ctrl-Z canon gives no client of an asynchronous server an xrun")
  func asynchronous() throws {
    let server = try DummyServer.started("canon-test-suspended", period: 1024, synchronous: false)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:master")
    for round in 1...3 {
      try capture.awaitSound(frames: 12_000)
      try suspend(canon)
      let late = server.lateCycles(of: "canon")
      try capture.awaitCycles(50)
      #expect(server.lateCycles(of: "canon") == late, "in round \(round)")
      canon.signal(SIGCONT)
    }
    try capture.awaitSound(frames: 0)
    // Stopped without being asked it is late.
    let late = server.lateCycles(of: "canon")
    canon.signal(SIGSTOP)
    try waitUntil("canon is late") { server.lateCycles(of: "canon") > late + 1 }
    canon.signal(SIGCONT)
    try #expect(canon.quit() == 0)
    _ = capture.finish()
  }

  @Test(
    "A canon that is stopped without being asked gives another client xruns, which are counted",
    arguments: [true, false])
  func stoppedInTheGraph(isSynchronous: Bool) throws {
    let server = try DummyServer.started(
      "canon-test-suspended", period: 8192, synchronous: isSynchronous, timeout: 500)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    let capture = try CaptureClient(server: server.name)
    canon.signal(SIGSTOP)
    try waitUntil("xruns of another client") { capture.xrunCount > 0 }
    canon.signal(SIGCONT)
    try #expect(canon.quit() == 0)
    _ = capture.finish()
  }

  @Test("If a server does not accept canon again, a new client plays")
  func refusedAgain() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let fault = try PreloadedLibrary.refusingActivation(2...2, in: folder)
    let canon = try CanonProcess.play(
      on: server, "--no-connect", environment: fault.environment)
    try suspend(canon)
    let start = canon.output.count
    canon.signal(SIGCONT)
    let lost = try canon.waitForEvent("lost", from: start)
    #expect(lost["message"] as? String == "The JACK server has ended.")
    try canon.waitForEvent("clock", from: start)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }

  @Test("Between two servers Ctrl-Z stops canon at once")
  func betweenServers() throws {
    let folder = try TestFolder()
    let refused = folder.file("refused")
    let server = try DummyServer.started("canon-test-suspended")
    defer { server.stop() }
    let fault = try PreloadedLibrary.refusingActivation(2...1_000_000, mark: refused, in: folder)
    let canon = try CanonProcess.play(
      on: server, "--no-connect", environment: fault.environment)
    server.kill()
    try canon.waitForEvent("lost")
    try server.start()
    try waitUntil("a client is refused") { FileManager.default.fileExists(atPath: refused) }
    server.kill()
    let asked = Date()
    try suspend(canon)
    // Where a client is in the graph of a server that does not answer, this takes a second and a half.
    #expect(Date().timeIntervalSince(asked) < 1.4)
    canon.signal(SIGCONT)
    try #expect(canon.quit() == 0)
  }
}
