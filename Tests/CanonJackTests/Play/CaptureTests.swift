import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// The words `capture` and `keep`, on real servers.
extension LiveTests.Captures {
  /// A second that loops, so that a capture takes little time.
  private func set(_ folder: TestFolder) throws -> String {
    try folder.writeFlatSet("Loops", ["base"], level: 0.01)
  }

  /// What was captured, and where: the frames of the clock on which it begins and ends, and the latency that was taken out.
  private struct Captured {
    let from: Int64
    let until: Int64
    let latency: Int64

    init(_ status: EventLine) throws {
      let capture = try #require(status["capture"] as? [String: Any])
      from = try #require(capture["frame"] as? Int64)
      until = try #require(capture["end_frame"] as? Int64)
      latency = try #require(capture["latency"] as? Int64)
    }
  }

  private func capture(_ line: String, by canon: CanonProcess) throws -> Captured {
    let start = canon.output.count
    canon.say(line)
    try canon.waitForEvent("note", from: start) { $0["code"] as? String == "capture" }
    canon.say("status")
    let captured = try Captured(canon.waitForEvent("status", from: start))
    try canon.waitForEvent("note", from: start) { $0["code"] as? String == "captured" }
    return captured
  }

  /// The frames of the server on which the clock of a canon was.
  private func time(of frame: Int64, _ canon: CanonProcess) throws -> UInt32 {
    let clock = ClockMap(canon.output)
    let offset = try #require(clock.anchorOffsets.first)
    #expect(clock.anchorOffsets.count == 1)
    return UInt32(truncatingIfNeeded: frame - offset)
  }

  @Test(
    "What comes in is captured on the frame: it begins and ends on boundaries, plays on from its end, and is rendered",
    arguments: [(64, 0), (1024, 0), (64, 777), (1024, 777)])
  func exact(period: Int, latency: Int) throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-capture", period: period)
    defer { server.stop() }
    let signal = try SignalClient(server: server.name, latency: latency)
    let recorder = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      set(folder), on: server, "--no-connect", "--journal", folder.file("j.journal"))
    try recorder.listen(to: "canon:master")
    let captured = try capture("capture voice loops 2 from signal", by: canon)
    #expect(captured.from % 48_000 == 0 && captured.until == captured.from + 96_000)
    #expect(captured.latency >= latency && captured.latency <= latency + 4 * period)
    try canon.waitForEvent("changed", stem: "voice", state: "play")
    canon.say("record start \(folder.file("take.wav"))")
    try waitUntil("the captured loop has played twice") {
      canon.say("status")
      return canon.output.compactMap { EventLine($0)?["frame"] as? Int64 }.max() ?? 0 > captured.until + 200_000
    }
    let recording = recorder.finish()
    signal.close()
    try #expect(canon.quit() == 0)
    // Bit for bit as its journal is rendered, before, during and after the capture.
    let comparison = try Comparison(
      recording, lines: canon.output, source: nil, journal: folder.file("j.journal"), fromFirstSound: true)
    #expect(comparison.different == 0 && comparison.frames > 250_000, "\(comparison.summary)")
    // Every sample of the loop is what was sent as much later as the latency says; the last 5 ms lead to what was sent before.
    let voice = try CanonProcess.run(
      ["render", "-o", folder.file("m.wav"), "--score", folder.file("j.journal"), "--stems", folder.file("p")])
    try #require(voice.status == 0, "\(voice.errors)")
    let file = try StereoFile(folder.file("p/voice.wav"))
    let join: Int64 = 240
    let sent = try time(of: captured.from + captured.latency, canon)
    #expect(file.left[..<Int(captured.until)].allSatisfy { $0 == 0 })
    var wrong = 0
    for frame in 0..<(96_000 - join) {
      let expected = SignalClient.sample(at: sent &+ UInt32(frame))
      for pass: Int64 in 0..<2 {
        let found = file.frame(Int(captured.until + pass * 96_000 + frame))
        if found?.0 != expected.left || found?.1 != expected.right { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    for frame in (96_000 - join)..<96_000 {
      let share = Float(frame - (96_000 - join) + 1) / Float(join + 1)
      let end = SignalClient.sample(at: sent &+ UInt32(frame)).left
      let before = SignalClient.sample(at: sent &- UInt32(96_000 - frame)).left
      #expect(file.frame(Int(captured.until + frame))?.0 == end * (1 - share) + before * share)
    }
  }
}
