import CanonLiveSupport
import Foundation
import Testing

/// canon as a player of the desktop, with the program that media keys are tied to.
extension LiveTests.Control {
  @Test(
    "playerctl sees what sounds, pauses, plays, goes on by scenes, turns the volume; a locked stem is refused with its date",
    .enabled(if: DBusDaemon.isTested, "dbus-daemon and playerctl are not installed"))
  func mpris() throws {
    let music = try NoiseSet()
    let set = music.folder.file("set.toml")
    let scenes = """
      [[scene]]
      id = "first"
      commands = ["start violin-a"]
      [[scene]]
      id = "second"
      commands = ["start violin-c"]
      """
    let text = try String(contentsOfFile: set, encoding: .utf8)
    try music.folder.write((text + scenes + "\n").utf8, to: "set.toml")
    try music.folder.write(
      "set = \".\"\ntime_zone = \"UTC\"\n[doors]\nviolin-c = 9998-12-24\n".utf8,
      to: "doors.toml")
    let bus = try DBusDaemon()
    let server = try DummyServer.started("canon-test-mpris", period: NoiseSet.period)
    defer { server.stop() }
    let canon = try CanonProcess.play(
      music.folder.file("doors.toml"), on: server, "--no-connect", environment: bus.environment)
    func playerctl(_ words: String...) throws -> String {
      try bus.run(["playerctl", "--player=canon"] + words).text
    }
    try waitUntil("it is there") { try bus.run("playerctl", "-l").text == "canon" }

    try waitUntil("it plays") { try playerctl("status") == "Playing" }
    #expect(try playerctl("metadata", "title") == "Noise")
    #expect(try playerctl("metadata", "artist") == "cello")
    #expect(try playerctl("metadata", "mpris:length") == "250000")
    let position = try #require(try Double(playerctl("position")))
    #expect((0..<0.25).contains(position))

    var start = canon.output.count
    _ = try playerctl("next")
    try canon.waitForEvent("changed", stem: "violin-a", state: "play", from: start)
    try waitUntil("it is shown") { try playerctl("metadata", "artist") == "cello, violin-a" }
    start = canon.output.count
    let refused = try bus.run("playerctl", "--player=canon", "next").text
    #expect(refused.contains("violin-c") && refused.contains("9998-12-24"), "\(refused)")
    #expect(try canon.waitForEvent("refused", from: start)["by"] as? String == "mpris")

    start = canon.output.count
    _ = try playerctl("play-pause")
    #expect(try canon.waitForEvent("paused", from: start)["by"] as? String == "mpris")
    try waitUntil("it is shown") { try playerctl("status") == "Paused" }
    _ = try playerctl("play-pause")
    try waitUntil("it is shown") { try playerctl("status") == "Playing" }
    _ = try playerctl("volume", "0.5")
    #expect(try canon.waitForEvent("level", stem: "master", from: start)["gain"] as? Double == -18.1)
    #expect(try playerctl("volume").hasPrefix("0.49"))
    _ = try playerctl("position", "0.1")
    try canon.waitForEvent("seeks", from: start)
    _ = try playerctl("stop")
    try canon.waitForEvent("changed", stem: "violin-a", state: "stop", from: start)
    #expect(try playerctl("status") == "Playing", "the base stays")
    canon.say("panic")
    try waitUntil("it is shown") { try playerctl("status") == "Stopped" }
    start = canon.output.count
    _ = try playerctl("play")
    try canon.waitForEvent("changed", stem: "cello", state: "play", from: start)

    server.kill()
    try waitUntil("it is shown") { try playerctl("status") == "Stopped" }
    try server.start(period: NoiseSet.period)
    try waitUntil("it is shown") { try playerctl("status") == "Playing" }
    bus.end()
    canon.say("start violin-b now")
    try canon.waitForEvent("changed", stem: "violin-b", state: "play", from: start)
    try #expect(canon.quit() == 0)
    #expect(!canon.errorOutput.contains { $0.contains("D-Bus") || $0.contains("MPRIS") }, "no complaint")
  }

  @Test(
    "Two canons have two names on the bus; --no-mpris has none",
    .enabled(if: DBusDaemon.isTested, "dbus-daemon and playerctl are not installed"))
  func mprisNames() throws {
    let bus = try DBusDaemon()
    let server = try DummyServer.started("canon-test-mpris-names")
    defer { server.stop() }
    let first = try CanonProcess.play(on: server, "--no-connect", environment: bus.environment)
    try waitUntil("it is there") { try bus.run("playerctl", "-l").text == "canon" }
    let hidden = try CanonProcess.play(
      on: server, "--no-connect", "--no-mpris", "--name", "hidden", environment: bus.environment)
    let second = try CanonProcess.play(
      "Schedules/advent-2015.toml", on: server, "--no-connect", "--name", "second", "--lang", "ja",
      "--as-of", "2015-12-07", environment: bus.environment)
    try waitUntil("both are there") {
      try bus.run("playerctl", "-l").text.split(separator: "\n").sorted()
        == ["canon", "canon.instance\(second.pid)"]
    }
    let title = try bus.run("playerctl", "--player=canon.instance\(second.pid)", "metadata", "title").text
    #expect(title.contains("2015-12-07"), "a preview says so")
    for canon in [first, second, hidden] { try #expect(canon.quit() == 0) }
    try waitUntil("they are gone") { try bus.run("playerctl", "-l").text == "No players found" }
  }

  @Test(
    "While no server answers, the player is stopped and has no length; then it plays",
    .enabled(if: DBusDaemon.isTested, "dbus-daemon and playerctl are not installed"))
  func mprisBeforeServer() throws {
    let bus = try DBusDaemon()
    let server = try DummyServer.started("canon-test-mpris-early", synchronous: false)
    defer { server.stop() }
    server.signal(SIGSTOP)
    let canon = try CanonProcess.start(on: server, "--no-connect", environment: bus.environment)
    try waitUntil("it is there") { try bus.run("playerctl", "-l").text == "canon" }
    try #expect(bus.run("playerctl", "status").text == "Stopped")
    let metadata = try bus.run("playerctl", "metadata").text
    #expect(metadata.contains("Canon in D") && !metadata.contains("length"), "\(metadata)")
    server.signal(SIGCONT)
    try waitUntil("it plays") { try bus.run("playerctl", "status").text == "Playing" }
    try #expect(bus.run("playerctl", "metadata", "mpris:length").text == "24000000")
    try #expect(canon.quit() == 0)
  }

  @Test(
    "A flood of calls, with arguments of every wrong kind, takes no memory, and leaves canon answering",
    .enabled(if: DBusDaemon.isTested, "dbus-daemon and playerctl are not installed"))
  func mprisFlood() throws {
    let bus = try DBusDaemon()
    let server = try DummyServer.started("canon-test-mpris-flood")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", environment: bus.environment)
    try waitUntil("it is there") { try bus.run("playerctl", "-l").text == "canon" }
    let before = try canon.residentBytes()
    let client = try BusFlood(bus.address)
    try client.flood(10_000)
    // A call that has an answer: a method of a player, with a text as long as a book.
    #expect(try client.refusal(of: "Play", with: String(repeating: "x", count: 1 << 20)) == "UnknownMethod")
    try waitUntil("it answers") {
      ["Playing", "Paused", "Stopped"].contains(try bus.run("playerctl", "status").text)
    }
    let grown = try canon.residentBytes() - before
    #expect(grown < 64 << 20, "\(grown >> 20) MiB more")
    try #expect(canon.quit() == 0)
  }
}
