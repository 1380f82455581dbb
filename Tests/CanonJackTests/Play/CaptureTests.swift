import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// The words `capture` and `keep`, on real servers.
extension LiveTests.Captures {
  /// A second that loops, so that a capture takes little time.
  private func set(_ folder: TestFolder) throws -> String {
    // A grace, within which nothing may count for the boundary before.
    try folder.writeFlatSet("Loops\"\ngrace = \"60 ms", ["base"], level: 0.01)
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
    let status = try canon.waitForEvent("status", from: start) { $0["capture"] != nil }
    try canon.waitForEvent("note", from: start) {
      let code = $0["code"] as? String
      if code == "capture-ended" { Issue.record("\($0["message"] ?? "")") }
      return code == "captured"
    }
    return try Captured(status)
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
    try wait(for: captured.until + 200_000, canon)
    try #expect(canon.quit() == 0)
    signal.close()
    let recording = recorder.finish()
    // Bit for bit as its journal is rendered, before, during and after the capture.
    let comparison = try Comparison(
      recording, lines: canon.output, source: nil, journal: folder.file("j.journal"), fromFirstSound: true)
    #expect(comparison.different == 0 && comparison.frames > 250_000, "\(comparison.summary)")
    // Every sample of the loop is what was sent as much later as the latency says; the last 5 ms lead to what was sent before.
    let file = try rendered(folder)
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
    // For the message: by how many frames it is late.
    let shift = (-20_000..<20_000).first { shift in
      file.frame(Int(captured.until + 1000))?.0
        == SignalClient.sample(at: sent &+ UInt32(bitPattern: Int32(1000 - shift))).left
    }
    #expect(wrong == 0, "late by \(shift.map(String.init) ?? "?"), latency \(captured.latency)")
    for frame in (96_000 - join)..<96_000 {
      let share = Float(frame - (96_000 - join) + 1) / Float(join + 1)
      let end = SignalClient.sample(at: sent &+ UInt32(frame)).left
      let before = SignalClient.sample(at: sent &- UInt32(96_000 - frame)).left
      #expect(file.frame(Int(captured.until + frame))?.0 == end * (1 - share) + before * share)
    }
  }

  /// Starts canon with loops of a second under a server of its own.
  private func play(
    _ folder: TestFolder, _ name: String, _ options: String..., environment: [String: String] = [:]
  ) throws -> (DummyServer, CanonProcess) {
    let server = try DummyServer.started("canon-test-\(name)", period: 256)
    let canon = try CanonProcess(
      ["play", set(folder), "--json", "--server", server.name, "--no-connect"] + options, on: server,
      environment: environment)
    try canon.waitForEvent("clock")
    return (server, canon)
  }

  /// Waits until the clock has passed a frame.
  private func wait(for frame: Int64, _ canon: CanonProcess) throws {
    try waitUntil("frame \(frame) has come") {
      canon.say("status")
      return canon.output.compactMap { EventLine($0) }.filter { $0.isEvent("status") }
        .compactMap { $0["frame"] as? Int64 }.max() ?? 0 > frame
    }
  }

  private func rendered(_ folder: TestFolder) throws -> StereoFile {
    let render = try CanonProcess.run(
      [
        "render", "-o", folder.file("m.wav"), "--score", folder.file("j.journal"), "--stems",
        folder.file("p"),
      ])
    try #require(render.status == 0, "\(render.errors)")
    return try StereoFile(folder.file("p/voice.wav"))
  }

  @Test(
    "What is added is heard with the stem from the end on; an undo takes it back; all of it is kept, and rendered as it was"
  )
  func added() throws {
    let folder = try TestFolder()
    let (server, canon) = try play(folder, "overdub", "--journal", folder.file("j.journal"))
    defer { server.stop() }
    let signal = try SignalClient(server: server.name, ports: 1)
    let recorder = try CaptureClient(server: server.name)
    try recorder.listen(to: "canon:master")
    let first = try capture("capture voice loops 2 from signal:out_1", by: canon)
    try wait(for: first.until + 10_000, canon)
    let second = try capture("capture voice add", by: canon)
    // A whole pass of the stem's own loop, wherever that begins.
    #expect((second.from - first.until) % 96_000 == 0 && second.until == second.from + 96_000)
    try wait(for: second.until + 100_000, canon)
    let start = canon.output.count
    canon.say("undo")
    try canon.waitForEvent("replaced", stem: "voice", from: start)
    try #expect(canon.quit() == 0)
    signal.close()
    let recording = recorder.finish()
    let comparison = try Comparison(
      recording, lines: canon.output, source: nil, journal: folder.file("j.journal"), fromFirstSound: true)
    #expect(comparison.different == 0 && comparison.frames > 300_000, "\(comparison.summary)")
    let file = try rendered(folder)
    let times = try [first, second].map { try time(of: $0.from + $0.latency, canon) }
    // One port is for both sides.
    for frame in stride(from: Int64(0), to: 95_000, by: 7) {
      let samples = times.map { SignalClient.sample(at: $0 &+ UInt32(frame)).left }
      let alone = file.frame(Int(first.until + frame)), both = file.frame(Int(second.until + frame))
      try #require(alone?.0 == samples[0] && alone?.1 == samples[0], "frame \(frame)")
      try #require(both?.0 == samples[0] + samples[1] && both?.1 == both?.0, "frame \(frame)")
    }
  }

  @Test(
    "Without a journal it is kept in canon's state folder; keep copies it into the set, and a reload goes on with it"
  )
  func kept() throws {
    let folder = try TestFolder()
    let (server, canon) = try play(
      folder, "keep", "--inputs", environment: ["XDG_STATE_HOME": folder.file("state")])
    defer { server.stop() }
    let signal = try SignalClient(server: server.name)
    defer { signal.close() }
    let text = try String(contentsOfFile: folder.file("set.toml"), encoding: .utf8)
    canon.say("keep base")
    #expect(try canon.waitForEvent("refused")["code"] as? String == "capture-not-captured")
    let captured = try capture("capture voice from signal", by: canon)
    #expect(captured.until == captured.from + 48_000)
    let state = folder.file("state/canon/captures/voice.wav")
    #expect(try SoundFile.info(state).frameCount == 48_000)
    #expect(!FileManager.default.fileExists(atPath: folder.file("voice.wav")))
    var start = canon.output.count
    // What nobody has kept survives a reload.
    canon.say("reload now")
    try canon.waitForEvent("reloaded", from: start)
    _ = try capture("capture voice add", by: canon)
    _ = try capture("capture base add from signal", by: canon)
    for (stem, file) in [("voice", "voice.wav"), ("base", "base.wav")] {
      start = canon.output.count
      canon.say("keep \(stem)")
      try canon.waitForEvent("note", from: start) { $0["code"] as? String == "capture-kept" }
      #expect(
        try Data(
          contentsOf: URL(
            filePath: folder.file("state/canon/captures/\(stem == "voice" ? "voice-2" : "base").wav")))
          == Data(contentsOf: URL(filePath: folder.file(file))))
    }
    start = canon.output.count
    canon.say("keep voice")
    #expect(try canon.waitForEvent("refused", from: start)["code"] as? String == "capture-not-captured")
    let whole = try String(contentsOfFile: folder.file("set.toml"), encoding: .utf8)
    let named = text.replacingOccurrences(of: "\"flat.wav\"", with: "\"base.wav\"")
    #expect(whole == named + "\n[[stem]]\nid    = \"voice\"\nfile  = \"voice.wav\"\nentry = \"top\"\n")
    start = canon.output.count
    canon.say("reload now")
    try canon.waitForEvent("reloaded", from: start)
    canon.say("status")
    let status = try canon.waitForEvent("status", from: start)
    let stems = try #require(status["stems"] as? [[String: Any]])
    #expect(stems.first { $0["stem"] as? String == "voice" }?["state"] as? String == "play")
    try #expect(canon.quit() == 0)
    #expect(try CanonProcess.run(["check", folder.path]).status == 0)
  }

  @Test(
    "Nothing stays of a capture that is ended, or whose boundaries are moved; what cannot be captured is refused"
  )
  func refused() throws {
    let folder = try TestFolder()
    let (server, canon) = try play(folder, "refuse", "--journal", folder.file("j.journal"))
    defer { server.stop() }
    let signal = try SignalClient(server: server.name)
    defer { signal.close() }
    for (line, expected) in [
      ("capture off", "capture-none"), ("capture base from signal", "capture-taken"),
      ("capture BASE from signal", "capture-taken"), ("capture a_b from signal", "capture-id"),
      ("capture all from signal", "capture-id"), ("capture x loops 1 bars 1", "capture-two-lengths"),
      ("capture x bars 1", "no-grid"), ("capture x add", "unknown-stem"), ("capture x loops 0", "invalid"),
      ("capture x loops 65", "invalid"), ("capture base add loops 2 from signal", "capture-other-length"),
      ("capture x from nobody", "capture-unknown-source"), ("keep x", "unknown-stem"),
    ] {
      let start = canon.output.count
      canon.say(line)
      let code = try #require(try canon.waitForEvent("refused", from: start)["code"] as? String, "\(line)")
      #expect(code == expected, "\(line)")
    }
    for end in ["capture off", "panic", "seek +100 ms", "freeze"] {
      let start = canon.output.count
      canon.say("capture voice loops 8 from signal")
      try canon.waitForEvent("note", from: start) { $0["code"] as? String == "capture" }
      for line in ["capture second", "start voice now"] {
        let start = canon.output.count
        canon.say(line)
        #expect(try canon.waitForEvent("refused", from: start)["code"] as? String == "capture-under-way")
      }
      canon.say(end)
      try canon.waitForEvent("note", from: start) { $0["code"] as? String == "capture-ended" }
      canon.say("status")
      let status = try canon.waitForEvent("status", from: start) { ($0["stems"] as? [Any])?.count == 1 }
      #expect(status["capture"] == nil && (status["waiting"] as? [Any])?.isEmpty == true, "\(end)")
    }
    let start = canon.output.count
    canon.say("capture voice from signal")
    #expect(try canon.waitForEvent("refused", from: start)["code"] as? String == "capture-standing")
    canon.say("resume")
    try canon.waitForEvent("goes-on", from: start)
    canon.say("reload loop:64")
    try canon.waitForEvent("reloads", from: start)
    let line = canon.output.count
    canon.say("capture voice from signal")
    #expect(try canon.waitForEvent("refused", from: line)["code"] as? String == "capture-reloading")
    try #expect(canon.quit() == 0)
    let render = try CanonProcess.run(
      ["render", "-o", folder.file("m.wav"), "--score", folder.file("j.journal")])
    #expect(render.status == 0, "\(render.errors)")
  }

  @Test("A server that dies leaves a hole, which is told; what was captured goes on at another rate")
  func serverLoss() throws {
    let folder = try TestFolder()
    let (server, canon) = try play(folder, "hole", "--journal", folder.file("j.journal"))
    defer { server.stop() }
    var signal = try SignalClient(server: server.name)
    canon.say("capture voice loops 6 from signal")
    try canon.waitForEvent("note") { $0["code"] as? String == "capture" }
    canon.say("status")
    let captured = try Captured(canon.waitForEvent("status"))
    try wait(for: captured.from + 30_000, canon)
    var start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    signal.close()
    try server.start(rate: 48_000, period: 256)
    signal = try SignalClient(server: server.name)
    let note = try canon.waitForEvent("note", from: start) { $0["code"] as? String == "captured" }
    #expect((note["message"] as? String)?.contains("of which the server has not played") == true)
    signal.close()
    start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    try server.start(rate: 44_100, period: 256)
    try canon.waitForEvent("connected", from: start)
    canon.say("status")
    let status = try canon.waitForEvent("status", from: start) { $0["sample_rate"] as? Int == 44_100 }
    let stems = try #require(status["stems"] as? [[String: Any]])
    #expect(stems.first { $0["stem"] as? String == "voice" }?["state"] as? String == "play")
    try #expect(canon.quit() == 0)
    let file = try rendered(folder)
    #expect(file.left.contains { $0 != 0 })
  }

  @Test(
    "A performance that ends in the midst of a capture, by quit or by kill -9, is rendered",
    arguments: [true, false])
  func unfinished(quits: Bool) throws {
    let folder = try TestFolder()
    let (server, canon) = try play(folder, "midst", "--journal", folder.file("j.journal"))
    defer { server.stop() }
    let signal = try SignalClient(server: server.name)
    defer { signal.close() }
    canon.say("capture voice loops 64 from signal")
    try canon.waitForEvent("note") { $0["code"] as? String == "capture" }
    try canon.waitForEvent("reloaded")
    if quits {
      try #expect(canon.quit() == 0)
    } else {
      canon.signal(SIGKILL)
      _ = try? canon.finish()
    }
    #expect(try rendered(folder).left.allSatisfy { $0 == 0 })
  }
}
