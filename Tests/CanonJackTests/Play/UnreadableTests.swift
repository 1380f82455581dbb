import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// A folder of loops of which one is damaged, on a real server.
extension LiveTests.Commands {
  @Test("The loops of a folder play without the one that cannot be read, unless they are to be complete")
  func unreadable() throws {
    let folder = try TestFolder()
    for name in ["a", "c"] {
      var writer = try SoundWriter(
        path: folder.file("\(name).wav"), format: .wav16, sampleRate: .studio, channelCount: 1)
      try writer.write([Float](repeating: 0.1, count: 48_000))
      _ = try writer.finish()
    }
    _ = try folder.write("not a sound", to: "b.wav")
    let server = try DummyServer.started("canon-test-unreadable")
    defer { server.stop() }
    let options = ["--json", "--server", server.name, "--no-connect"]
    let canon = try CanonProcess(["play", folder.path] + options, on: server)
    try canon.waitForEvent("clock")
    let told = try canon.waitForEvent("note") { $0["code"] as? String == "unreadable" }
    #expect((told["message"] as? String)?.contains("b.wav") == true)
    canon.say("status")
    let stems = try #require(try canon.waitForEvent("status")["stems"] as? [[String: Any]])
    #expect(stems.map { $0["stem"] as? String } == ["a", "b", "c"])
    #expect(stems.map { $0["is_unreadable"] as? Bool } == [false, true, false])
    try canon.say("start c now", until: "c", "play")
    canon.say("start b now")
    #expect(try canon.waitForEvent("refused")["code"] as? String == "not-loaded")
    try #expect(canon.quit() == 0)

    let strict = try CanonProcess(["play", folder.path, "--strict"] + options, on: server)
    #expect(try strict.finish() == 65)
    #expect(strict.errorOutput.contains { $0.contains("b.wav") })
    try FileManager.default.moveItem(atPath: folder.file("b.wav"), toPath: folder.file("base.wav"))
    let baseless = try CanonProcess(["play", folder.path] + options, on: server)
    #expect(try baseless.finish() == 65)
    #expect(baseless.errorOutput.contains { $0.contains("base.wav") })
  }
}
