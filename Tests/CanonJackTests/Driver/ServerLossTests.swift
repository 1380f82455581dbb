import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// Promise 6: a server that dies takes nothing with it.
extension LiveTests.ServerLoss {
  /// One life of the server: what was recorded in it, which journal it belongs to, canon's lines.
  struct Life {
    let recording: Recording
    let journalPart: Int
    let lines: ArraySlice<String>
  }

  /// How often the server is killed.
  static let losses = LongCampaign.count(10, long: 100)

  @Test("Killed and started again ten times, once with another rate and period, canon goes on in phase")
  func killedTenTimes() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-loss")
    defer { server.stop() }
    var capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      on: server, "--connect", CaptureClient.name, "--journal", folder.file("loss.journal"))
    canon.say("start violin-a now")
    canon.say("start violin-b now")
    canon.say("gain violin-b -9")
    try canon.say("mute violin-b now", until: "violin-b", "mute")
    canon.say("start violin-c loop:1000")  // stays pending through everything
    try canon.waitForEvent("accepted", stem: "violin-c")
    var lives: [Life] = []
    var start = 0
    var part = 1
    for round in 1...(Self.losses + 1) {
      do {
        try waitUntil("sound in life \(round)") { capture.soundingFrames > 12000 }
      } catch {
        throw TimedOut(
          description: "\(error)\n\(capture.state)\n\(canon.output.dropFirst(start))\n\(canon.errorOutput)")
      }
      let end = canon.output.count
      server.kill()
      let recording = capture.finish()
      try canon.waitForEvent("lost", from: start)
      lives.append(Life(recording: recording, journalPart: part, lines: canon.output[start..<end]))
      if round > Self.losses { break }
      start = canon.output.count
      // The sixth life has another rate; so the seventh changes back.
      if round == 5 || round == 6 { part += 1 }
      try server.start(rate: round == 5 ? 44100 : 48000, period: round == 5 ? 512 : 256)
      capture = try CaptureClient(server: server.name)
      try canon.waitForEvent("connected", from: start)
      try canon.waitForEvent("clock", from: start)
    }
    try #expect(canon.quit() == 0)

    var offline: [Int: StereoFile] = [:]
    for part in 1...3 {
      let journal = folder.file(part == 1 ? "loss.journal" : "loss-\(part).journal")
      let wave = folder.file("\(part).wav")
      let render = try CanonProcess.run([
        "render", "Schedules/always.toml", "-o", wave, "--score", journal, "--format", "wav32f",
      ])
      #expect(render.status == 0, "\(render.errors)")
      offline[part] = try StereoFile(wave)
    }
    for (number, life) in lives.enumerated() {
      let part = life.journalPart
      let journal = try Journal(folder.file(part == 1 ? "loss.journal" : "loss-\(part).journal"))
      let comparison = Comparison(life.recording, ClockMap(life.lines), fromFirstSound: true) { position in
        journal.index(of: position).flatMap { offline[part]?.frame($0) }
      }
      #expect(comparison.frames > 8000, "life \(number + 1)")
      #expect(
        comparison.different == 0,
        "life \(number + 1): \(comparison.different) of \(comparison.frames), first at \(comparison.firstDifference ?? -1), \(life.lines)"
      )
    }
    // The clock went on by what the outages lasted, not from the beginning.
    let last = ClockMap(lives[Self.losses].lines), first = ClockMap(lives[0].lines)
    #expect(!last.isEmpty && !first.isEmpty)
    let journal = try Journal(folder.file("loss-3.journal"))
    #expect(journal.lines.contains { $0.hasSuffix("start violin-a now") })
    #expect(journal.lines.contains { $0.hasSuffix("mute violin-b now") })
    #expect(journal.lines.contains { $0.hasSuffix("gain violin-b -9.0") })
    #expect(journal.lines.contains { $0.hasSuffix("start violin-c loop:1000") })
  }

  @Test("SIGTERM ends canon within two seconds, even while the server stands still")
  func terminationWhileStopped() throws {
    let (server, canon) = try CanonProcess.playStalled("canon-test-stopped")
    defer { server.stop() }
    try canon.waitForEvent("note")
    let asked = Date()
    canon.signal(SIGTERM)
    try #expect(canon.finish() == 0)
    #expect(Date().timeIntervalSince(asked) < 2)
  }

  @Test("After a stall canon continues with the same client")
  func stoppedAndContinued() throws {
    let (server, canon) = try CanonProcess.playStalled("canon-test-continued")
    defer { server.stop() }
    try canon.waitForLine("canon sees that nothing moves") { $0.contains("has stalled for a second") }
    server.signal(SIGCONT)
    try canon.waitForLine("canon sees that it goes on") { $0.contains("is running again") }
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
    #expect(!canon.hasTold("lost"))
  }
}
