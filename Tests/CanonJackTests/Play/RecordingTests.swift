import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// `--record`, `--record-stems` and the word `record`, on real servers.
extension LiveTests.Recordings {
  private func rendered(_ folder: TestFolder, stems: Bool = false) throws {
    let journal = folder.file("j.journal")
    let render = try CanonProcess.run(
      ["render", "-o", journal + ".wav", "--score", journal] + (stems ? ["--stems", journal + ".parts"] : []))
    try #require(render.status == 0, "\(render.errors)")
  }

  @Test("Every stem that is recorded is as its rendering, connected or not", arguments: [64, 1024])
  func stems(period: Int) throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-record", period: period)
    defer { server.stop() }
    let canon = try CanonProcess.play(
      on: server, "--no-connect", "--journal", folder.file("j.journal"), "--record", folder.file("all.flac"),
      "--record-stems", folder.file("parts"))
    try canon.say("start violin-a now", until: "violin-a", "play")
    canon.say("gain violin-a -6 over 300 ms")
    try canon.say("start violin-c beat", until: "violin-c", "play")
    canon.say("record start other.wav")
    #expect(try canon.waitForEvent("refused")["code"] as? String == "record-under-way")
    canon.say("status")
    let recording = try #require(try canon.waitForEvent("status")["recording"] as? [String: Any])
    #expect(recording["file"] as? String == folder.file("all.wav"))
    #expect((recording["seconds"] as? Double ?? 0) > 0)
    try #expect(canon.quit() == 0)
    try rendered(folder, stems: true)
    for stem in ["cello", "violin-a", "violin-b", "violin-c", "violin-d", "violin-e"] {
      let comparison = try Comparison(
        recorded: folder.file("parts/\(stem).wav"), journal: folder.file("j.journal"), part: stem)
      #expect(comparison.different == 0 && comparison.frames > 20_000, "\(stem): \(comparison.summary)")
    }
    // The FLAC file was waited for.
    #expect(!FileManager.default.fileExists(atPath: folder.file("all.wav")))
    #expect(try SoundFile.info(folder.file("all.flac")).frameCount > 20_000)
    #expect(!FileManager.default.fileExists(atPath: "other.wav"))
  }

  @Test("The word begins and ends a recording while the music plays; the second take has another name")
  func word() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-takes")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", "--journal", folder.file("j.journal"))
    canon.say("record stop")
    #expect(try canon.waitForEvent("refused")["code"] as? String == "record-none")
    for state in ["play", "mute"] {
      let start = canon.output.count
      canon.say("record start \(folder.file("take.wav"))")
      try canon.waitForEvent("note", from: start) { $0["code"] as? String == "recording" }
      try canon.say("press violin-a now", until: "violin-a", state)
      canon.say("record stop")
      try canon.waitForEvent("note", from: start) { $0["code"] as? String == "recording-ended" }
    }
    try #expect(canon.quit() == 0)
    try rendered(folder)
    // The first sample of a take is somewhere in the rendering, and from there on they are the same.
    let offline = try StereoFile(folder.file("j.journal.wav"))
    for name in ["take.wav", "take-2.wav"] {
      let take = try StereoFile(folder.file(name))
      let sound = try #require(take.left.firstIndex { $0 != 0 })
      let place = try #require(
        offline.left.indices.first { first in
          first >= sound && first + 64 < offline.left.count
            && (0..<64).allSatisfy { offline.left[first + $0] == take.left[sound + $0] }
        })
      let count = min(take.left.count - sound, offline.left.count - place)
      #expect(count > 64)
      #expect(take.left[sound..<(sound + count)] == offline.left[place..<(place + count)], "\(name)")
    }
  }

  @Test("After kill -9 the recording is whole, up to the last tenths of a second")
  func killed() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-killed")
    defer { server.stop() }
    let canon = try CanonProcess.play(
      on: server, "--no-connect", "--journal", folder.file("j.journal"), "--record", folder.file("a.wav"))
    canon.say("start violin-a now")
    var frames = 0
    try waitUntil("three seconds are recorded") {
      canon.say("status")
      frames =
        canon.output.compactMap { EventLine($0)?["recording"] as? [String: Any] }
        .compactMap { $0["seconds"] as? Double }.map { Int($0 * 48_000) }.max() ?? 0
      return frames > 144_000
    }
    canon.signal(SIGKILL)
    _ = try? canon.finish()
    try rendered(folder)
    let comparison = try Comparison(recorded: folder.file("a.wav"), journal: folder.file("j.journal"))
    #expect(comparison.different == 0 && comparison.frames > 96_000, "\(comparison.summary)")
    #expect(try SoundFile.info(folder.file("a.wav")).frameCount >= Int64(frames))
  }

  @Test("What a server that dies did not play is silent in the recording, and the rest in its place")
  func serverLoss() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-gone")
    defer { server.stop() }
    let canon = try CanonProcess.play(
      on: server, "--no-connect", "--journal", folder.file("j.journal"), "--record", folder.file("a.wav"))
    try canon.say("start violin-a now", until: "violin-a", "play")
    for _ in 1...3 {
      let start = canon.output.count
      server.kill()
      try canon.waitForEvent("lost", from: start)
      try server.start(rate: 48_000, period: 256)
      try canon.waitForEvent("clock", from: start)
    }
    try canon.say("start violin-b now", until: "violin-b", "play")
    try #expect(canon.quit() == 0)
    try rendered(folder)
    let comparison = try Comparison(recorded: folder.file("a.wav"), journal: folder.file("j.journal"))
    #expect(comparison.different == 0 && comparison.frames > 40_000, "\(comparison.summary)")
    let end = try #require(
      try Journal(folder.file("j.journal")).lines.last { $0.hasSuffix(" quit") }?.dropFirst().split(
        separator: " "
      )
      .first.flatMap { Int($0) })
    // Every frame of the clock has its place in the file.
    #expect(try abs(Int(SoundFile.info(folder.file("a.wav")).frameCount) - end) <= 2 * 1024)
    #expect(try Journal(folder.file("j.journal")).skipCount >= 3)
  }
}
