import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// Where the music is after a loss of the server: where it would be had there been none.
extension LiveTests.ServerPlace {
  /// Where the music was at some moment.
  private struct Place {
    /// In seconds since the first downbeat.
    let music: Double
    /// In seconds, by the machine's clock.
    let time: Double

    /// Of some cycles the one that was least late: on a busy machine one can be by more than half its length, and only that one.
    /// - Parameter start: The number of canon's first line in this server's life.
    init(_ canon: CanonProcess, _ capture: CaptureClient, from start: Int = 0, rate: Int) throws {
      let clock = ClockMap(canon.output.dropFirst(start))
      // A cycle may be told before the server's estimate of the time has come to its first frame.
      try waitUntil("the clock's first frame") { clock.position(at: capture.now.frame) != nil }
      var (music, time) = (-Double.infinity, 0.0)
      for _ in 0..<3 {
        let count = capture.cycleCount
        try waitUntil("another cycle") { capture.cycleCount > count }
        let now = capture.now
        let place = Double(try #require(clock.position(at: now.frame))) / Double(rate)
        let moment = Double(now.microseconds) / 1_000_000
        if place - moment > music - time { (music, time) = (place, moment) }
      }
      (self.music, self.time) = (music, time)
    }

    /// By how much the music has moved on too far since another moment.
    func lead(since other: Place) -> Double { music - other.music - (time - other.time) }
  }

  /// So long that the busiest machine is late by less than half of it.
  private static let period = 16384

  @Test(
    "Position gained is time elapsed, also when the server comes back with another rate",
    arguments: [48000, 44100])
  func afterLoss(rate: Int) throws {
    let server = try DummyServer.started("canon-test-place", period: Self.period, synchronous: false)
    defer { server.stop() }
    var capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(on: server, "--no-connect")
    let before = try Place(canon, capture, rate: 48000)
    server.kill()
    _ = capture.finish()
    try canon.waitForEvent("lost")
    let start = canon.output.count
    try server.start(rate: rate, period: Self.period, synchronous: false)
    capture = try CaptureClient(server: server.name)
    defer { _ = capture.finish() }
    try canon.waitForEvent("clock", from: start)
    let after = try Place(canon, capture, from: start, rate: rate)
    #expect(abs(after.lead(since: before)) < Double(Self.period) / 2 / Double(rate))
    try #expect(canon.quit() == 0)
  }

  @Test("A new client that is lost before its first cycle takes nothing with it")
  func lostTwice() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-place", period: Self.period, synchronous: false)
    defer { server.stop() }
    var capture = try CaptureClient(server: server.name)
    let fault = try PreloadedLibrary.droppingClient(2, after: 0, in: folder)
    let canon = try CanonProcess.play(
      on: server, "--no-connect", environment: fault.environment)
    let before = try Place(canon, capture, rate: 48000)
    server.kill()
    _ = capture.finish()
    try canon.waitForEvent("lost")
    let start = canon.output.count
    try server.start(period: Self.period, synchronous: false)
    capture = try CaptureClient(server: server.name)
    defer { _ = capture.finish() }
    // The second client is given up, the third plays.
    try canon.waitForEvent("lost", from: start)
    try canon.waitForEvent("clock", from: start)
    let after = try Place(canon, capture, from: start, rate: 48000)
    #expect(abs(after.lead(since: before)) < Double(Self.period) / 2 / 48000)
    try #expect(canon.quit() == 0)
  }

  @Test("A server that lets others in but gives canon's client no cycle is given up, and a new client plays")
  func dropped() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-place", synchronous: false)
    defer { server.stop() }
    let fault = try PreloadedLibrary.droppingClient(1, after: 100, in: folder)
    let canon = try CanonProcess.start(
      on: server, "--no-connect", environment: fault.environment)
    try canon.waitForLine("canon sees that nothing comes") { $0.contains("has stalled for a second") }
    let start = canon.output.count
    try canon.waitForEvent("lost", from: start) {
      ($0["message"] as? String)?.contains("disappeared") ?? false
    }
    try canon.waitForEvent("clock", from: start)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }

  @Test("A server with periods of two seconds is not called stalled")
  func slowServer() throws {
    let server = try DummyServer.started("canon-test-place", rate: 8000, period: 16384, synchronous: false)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    defer { _ = capture.finish() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    let cycles = capture.cycleCount
    try waitUntil("three more cycles") { capture.cycleCount >= cycles + 3 }
    #expect(!canon.output.contains { $0.contains("has stalled") })
    #expect(!canon.hasTold("lost"))
    canon.signal(SIGTERM)
    try #expect(canon.finish() == 0)
  }

  @Test(
    "A server stands still after a second without a cycle, or after three periods",
    arguments: [(48000, 256, 1.0), (48000, 16384, 1.024), (8000, 16384, 6.144), (44100, 1, 1)])
  func limit(rate: Int, period: Int, seconds: Double) {
    let limit = Stall.limit(period: period, sampleRate: rate)
    #expect(abs(limit / .seconds(1) - seconds) < 1e-6)
  }
}
