import CanonLiveSupport
import Foundation
import Testing

/// The performance has a heartbeat of its own: libjack may hang, as it does now and then after clients were killed.
extension LiveTests.Heartbeat {
  @Test(
    "While libjack hangs for ten seconds doors open, commands are answered, the journal grows, a lost server is told"
  )
  func libjackHangs() throws {
    let set = try FullSet()
    let schedule = try set.folder.write(
      "set = \".\"\ntime_zone = \"UTC\"\n[doors]\nflute = { needs = [\"drum\"] }\n", to: "evening.toml")
    let (mark, hanging) = (set.folder.file("mark"), set.folder.file("hanging"))
    let journal = set.folder.file("live.journal")
    let server = try DummyServer.started("canon-test-heartbeat")
    defer { server.stop() }
    let library = try PreloadedLibrary.hanging(while: mark, hanging: hanging, in: set.folder)
    let canon = try CanonProcess(
      ["play", schedule, "--json", "--server", server.name, "--connect", "nobody", "--journal", journal],
      environment: library.environment)
    try canon.waitForEvent("clock")

    // Its target is not there yet, so it asks for ports again and again.
    _ = try set.folder.write("", to: "mark")
    try waitUntil("libjack hangs") { FileManager.default.fileExists(atPath: hanging) }
    let began = Date()
    try canon.say("start drum now", until: "drum", "play")
    try canon.waitForEvent("opened", stem: "flute")
    try canon.say("start flute now", until: "flute", "play")
    try canon.say("stop drum now", until: "drum", "stop")
    try canon.waitForEvent("shut", stem: "flute")
    try #expect(Journal(journal).lines.contains { $0.hasSuffix("stop drum now") })
    server.kill()
    try canon.waitForEvent("lost")
    try waitUntil("ten seconds") { Date().timeIntervalSince(began) > 10 }
    let start = canon.output.count
    canon.say("start violin-a now")
    try canon.waitForLine("it is told", from: start) { $0.contains("No JACK server. ") }

    try FileManager.default.removeItem(atPath: mark)
    try server.start()
    try canon.waitForEvent("changed", stem: "violin-a", state: "play")
    try #expect(canon.quit() == 0)
  }

  @Test("A server that lets nobody in is waited for, and canon says so")
  func letsNobodyIn() throws {
    let server = try DummyServer.started("canon-test-heartbeat")
    defer { server.stop() }
    let canon = try CanonProcess.startUnanswered(by: server)
    server.signal(SIGCONT)
    try canon.waitForEvent("clock")
    try #expect(canon.quit() == 0)
  }

  @Test("Port names locked by a killed program do not prevent connections")
  func namesHang() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-heartbeat")
    defer { server.stop() }
    let library = try PreloadedLibrary(
      """
      #include <unistd.h>
      int jack_set_property(void *jack, unsigned long subject, const char *key, const char *value, const char *type) {
        for (;;) pause();
      }
      """, in: folder)
    let canon = try CanonProcess.play(
      on: server, "--connect", CaptureClient.name, environment: library.environment)
    let capture = try CaptureClient(server: server.name)
    try waitUntil("sound") { capture.soundingFrames > 0 }
    try #expect(canon.quit() == 0)
    _ = capture.finish()
  }
}
