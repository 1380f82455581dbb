import CanonLiveSupport
import Foundation
import Testing

/// Output devices that are unplugged and plugged in under jackd. (They are clients whose ports count as physical.)
extension LiveTests.Devices {
  /// A server without outputs of its own.
  private func server(_ name: String) throws -> DummyServer { try .started(name, outputs: 0) }

  private func device(_ name: String, on server: DummyServer) throws -> CaptureClient {
    try CaptureClient(server: server.name, name: name, isDevice: true)
  }

  private func waitForSound(_ device: CaptureClient, _ what: String) throws {
    let before = device.soundingFrames
    try waitUntil(what) { device.soundingFrames > before + 12_000 }
  }

  /// Waits for a note with this code, from line `start` on.
  private func note(_ code: String, _ canon: CanonProcess, from start: Int) throws -> String {
    try canon.waitForEvent("note", from: start) { $0["code"] as? String == code }["message"] as? String ?? ""
  }

  @Test(
    "A device that goes silences the performance until the same one is back, and no other one gets anything")
  func pause() throws {
    let folder = try TestFolder()
    let journal = folder.file("device.journal")
    let server = try server("canon-test-device")
    defer { server.stop() }
    var phones = try device("phones", on: server)
    let canon = try CanonProcess.play(on: server, "--journal", journal)
    try waitForSound(phones, "sound")
    var start = canon.output.count
    let speakers = try device("speakers", on: server)
    let first = phones.finish()
    try #expect(
      note("device-lost", canon, from: start).hasPrefix(
        "The output device \"phones\" is gone. canon is silent"))
    #expect(try canon.waitForEvent("paused", from: start)["by"] as? String == "device")
    try speakers.awaitCycles(375)
    start = canon.output.count
    phones = try device("phones", on: server)
    _ = try note("device-back", canon, from: start)
    #expect(try canon.waitForEvent("resumed", from: start)["by"] as? String == "device")
    try waitForSound(phones, "sound again")
    try #expect(canon.quit() == 0)
    let second = phones.finish()
    #expect(speakers.soundingFrames == 0)
    let silence = second.left.firstIndex { $0 != 0 } ?? 0
    #expect(silence <= 48_000, "\(silence) frames until it is heard again")
    _ = speakers.finish()
    for recording in [first, second] {
      let comparison = try Comparison(
        recording, lines: canon.output, source: "Schedules/always.toml", journal: journal,
        passesOverSilence: true)
      #expect(comparison.frames > 10_000 && comparison.different == 0, "\(comparison.summary)")
    }
  }

  @Test(
    "With hold the music plays on, and is in phase when the device is back; other listeners hear it meanwhile"
  )
  func hold() throws {
    let folder = try TestFolder()
    let journal = folder.file("device.journal")
    let server = try server("canon-test-device")
    defer { server.stop() }
    let recorder = try CaptureClient(server: server.name)
    var phones = try device("phones", on: server)
    let canon = try CanonProcess.play(on: server, "--journal", journal, "--on-device-loss", "hold")
    try recorder.listen(to: "canon:master")
    try waitForSound(phones, "sound")
    let start = canon.output.count
    _ = phones.finish()
    _ = try note("device-lost", canon, from: start)
    try waitForSound(recorder, "sound for the recorder")
    phones = try device("phones", on: server)
    _ = try note("device-back", canon, from: start)
    try waitForSound(phones, "sound again")
    try #expect(canon.quit() == 0)
    #expect(!canon.hasTold("paused"))
    for recording in [phones.finish(), recorder.finish()] {
      let comparison = try Comparison(
        recording, lines: canon.output, source: "Schedules/always.toml", journal: journal,
        passesOverSilence: true)
      #expect(comparison.frames > 10_000 && comparison.different == 0, "\(comparison.summary)")
    }
  }

  @Test("Resumed while its device is away, it is silent until the same one is back")
  func goneMeanwhile() throws {
    let set = try TestFolder()
    _ = try set.writeFlatSet("Device", ["a"], level: 0.1)
    let server = try server("canon-test-device")
    defer { server.stop() }
    func play(_ option: String) throws -> CanonProcess {
      try CanonProcess(["play", set.path, "--json", "--server", server.name, option], on: server)
    }
    var phones = try device("phones", on: server)
    let first = try play("--no-resume")
    try waitForSound(phones, "sound")
    let states = CanonProcess.stateFolder + "/canon/evenings"
    try waitUntil("it is written down") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: states)) ?? []
      return names.filter { $0.hasSuffix(".evening") }.contains { name in
        let text = (try? String(contentsOfFile: states + "/" + name, encoding: .utf8)) ?? ""
        return text.contains(set.path) && text.contains("phones:in_1")
      }
    }
    first.signal(SIGKILL)
    _ = try first.finish()
    _ = phones.finish()
    let speakers = try device("speakers", on: server)
    let second = try play("--resume")
    try second.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
    #expect(
      try note("device-lost", second, from: 0).hasPrefix(
        "The output device \"phones\" is gone. canon is silent"))
    try second.waitForEvent("paused") { $0["by"] as? String == "device" }
    try speakers.awaitCycles(375)
    phones = try device("phones", on: server)
    try second.waitForEvent("resumed")
    try waitForSound(phones, "sound again")
    try #expect(second.quit() == 0)
    #expect(speakers.soundingFrames == 0)
    for client in [phones, speakers] { _ = client.finish() }
  }

  @Test("With follow the master goes to the other device, and back; a named target stays where it is")
  func follow() throws {
    let server = try server("canon-test-device")
    defer { server.stop() }
    let recorder = try CaptureClient(server: server.name)
    var phones = try device("phones", on: server)
    let speakers = try device("speakers", on: server)
    let canon = try CanonProcess.play(
      on: server, "--on-device-loss", "follow", "--connect", "cello=capture")
    try waitForSound(phones, "sound")
    #expect(speakers.soundingFrames == 0)
    var start = canon.output.count
    _ = phones.finish()
    try #expect(
      note("device-lost", canon, from: start)
        == "The output device \"phones\" is gone. canon plays to \"speakers\" now.")
    try waitForSound(speakers, "sound of the other")
    try waitForSound(recorder, "the stem")
    start = canon.output.count
    // jackd gives it the first free place in its list.
    phones = try device("phones", on: server)
    try #expect(note("default-changed", canon, from: start).hasSuffix("canon plays to it."))
    try waitForSound(phones, "sound again")
    let watcher = try #require(Watcher(server: server.name))
    #expect(watcher.connections(of: "canon:master_1") == ["phones:in_1"])
    #expect(watcher.connections(of: "canon:cello_2") == ["capture:in_2"])
    watcher.close()
    try #expect(canon.quit() == 0)
    for client in [phones, speakers, recorder] { _ = client.finish() }
  }

  @Test("A server that comes back without the device has three seconds for it; then the policy holds")
  func otherServer() throws {
    let server = try server("canon-test-device")
    defer { server.stop() }
    let phones = try device("phones", on: server)
    let canon = try CanonProcess.play(on: server)
    try waitForSound(phones, "sound")
    var start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    _ = phones.finish()
    try server.start(outputs: 2)
    let told = try note("device-lost", canon, from: start)
    #expect(told.contains("\"phones\""))
    let watcher = try #require(Watcher(server: server.name))
    #expect(watcher.connections(of: "canon:master_1") == [])
    start = canon.output.count
    let same = try device("phones", on: server)
    _ = try note("device-back", canon, from: start)
    try waitForSound(same, "sound again")
    #expect(watcher.connections(of: "canon:master_1") == ["phones:in_1"])
    watcher.close()
    try #expect(canon.quit() == 0)
    _ = same.finish()
  }
}
