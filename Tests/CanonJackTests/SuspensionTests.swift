import CanonEngine
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// Ctrl-Z: a client that is stopped would hold up everybody else.
extension LiveTests.Suspension {
  @Test("Stopped by Ctrl-Z canon holds up nobody; continued, it goes on in phase, wired as before")
  func stoppedAndContinued() throws {
    let folder = try TestFolder()
    let journal = folder.file("stopped.journal")
    // A server that waits for its clients: one that is stopped in the graph would stop all.
    let server = DummyServer("canon-test-suspended")
    try server.start()
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", "--journal", journal)
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:master")  // as people do in a patch bay
    for round in 1...3 {
      let sound = capture.soundingFrames
      try waitUntil("sound in round \(round)") { capture.soundingFrames > sound + 24_000 }
      canon.signal(SIGTSTP)
      try waitUntil("canon is stopped") { canon.isStopped }
      let cycles = capture.cycleCount
      try waitUntil("the server goes on", seconds: 10) { capture.cycleCount > cycles + 200 }
      canon.signal(SIGCONT)
    }
    let sound = capture.soundingFrames
    try waitUntil("sound at the end") { capture.soundingFrames > sound + 24_000 }
    try #expect(canon.quit() == 0)
    // Not one frame off: position and the server's clock go together as before.
    #expect(ClockMap(canon.output).anchorOffsets.count == 1)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: "Schedules/always.toml", journal: journal,
      fromFirstSound: true, passesOverSilence: true)
    #expect(comparison.frames > 4 * 24_000)
    // All but the last period before each stop, which fades out.
    #expect(comparison.different <= 3 * 256, "\(comparison.summary)")
    #expect(!canon.hasTold("lost"))
    try #expect(Journal(journal).skipCount == 3)
  }

  @Test("The server may end while canon is stopped")
  func serverEnds() throws {
    let server = DummyServer("canon-test-suspended")
    try server.start()
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    canon.signal(SIGTSTP)
    try waitUntil("canon is stopped") { canon.isStopped }
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
    let server = DummyServer("canon-test-suspended")
    try server.start(synchronous: false)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    server.signal(SIGSTOP)
    canon.signal(SIGTSTP)
    try waitUntil("canon is stopped", seconds: 4) { canon.isStopped }
    server.signal(SIGCONT)
    canon.signal(SIGCONT)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }
}

/// What is heard last before a client leaves.
@Suite struct FadeOutTests {
  @Test("5 ms of a straight line down, then silence, in whatever periods", arguments: [1, 16, 100, 1024])
  func line(period: Int) {
    var samples = [Float](repeating: 1, count: 2 * 1024)
    var fade = FadeOut(sampleRate: 8000)
    samples.withUnsafeMutableBufferPointer { samples in
      var start = 0
      while start + period <= 1024 {
        fade.lower(
          OutputPair(left: samples.baseAddress! + start, right: samples.baseAddress! + 1024 + start),
          frames: Int32(period))
        fade.advance(Int32(period))
        start += period
      }
    }
    #expect(fade.isOver)
    let expected = (0..<1000).map { max(0, 40 - Float($0)) / 40 }
    #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(Array(samples[..<1000]) == Array(samples[1024..<2024]))
  }
}
