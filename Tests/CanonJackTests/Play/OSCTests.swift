import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// canon played by OSC, with liblo's programs.
extension LiveTests.Control {
  /// A canon that listens, and its port.
  private func listening(on server: DummyServer) throws -> (CanonProcess, port: String) {
    let canon = try CanonProcess.start(
      "Schedules/advent-2015.toml", on: server, "--osc", "0", "--as-of", "2015-12-07", "--no-connect")
    try canon.waitForEvent("rolling")
    return (canon, try canon.oscPort())
  }

  private func oscsend(_ words: String...) throws {
    let oscsend = Process()
    oscsend.executableURL = URL(
      fileURLWithPath: try #require(Tool.path("oscsend"), "liblo-tools is not installed"))
    oscsend.arguments = words
    try oscsend.run()
    oscsend.waitUntilExit()
    #expect(oscsend.terminationStatus == 0)
  }

  @Test("oscsend plays over UDP and TCP; a locked stem stays silent, and its refusal has the date")
  func osc() throws {
    let server = try DummyServer.started("canon-test-osc")
    defer { server.stop() }
    let (canon, port) = try listening(on: server)
    try oscsend("localhost", port, "/canon/stem/violin-a/start", "s", "now")
    #expect(
      try canon.waitForEvent("changed", stem: "violin-a", state: "play")["by"] as? String == "osc 127.0.0.1")
    try oscsend("osc.tcp://localhost:\(port)", "/canon/mute", "ss", "violin-a", "now")
    try canon.waitForEvent("changed", stem: "violin-a", state: "mute")
    try oscsend("localhost", port, "/canon/line", "s", "start violin-d now")
    let refused = try canon.waitForEvent("refused")
    #expect(refused["code"] as? String == "locked")
    #expect((refused["message"] as? String)?.contains("2015-12-20") == true)
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }

  @Test(
    "python-osc plays over UDP and both kinds of TCP, and reads the answers",
    .enabled(if: LongCampaign.isOn, "make test-long installs python-osc"))
  func pythonOSC() throws {
    let server = try DummyServer.started("canon-test-python-osc")
    defer { server.stop() }
    let (canon, port) = try listening(on: server)
    let script = """
      import sys
      from pythonosc import osc_bundle_builder, osc_message_builder, tcp_client, udp_client
      port = int(sys.argv[1])
      clients = [udp_client.SimpleUDPClient("127.0.0.1", port),
                 tcp_client.SimpleTCPClient("127.0.0.1", port, mode="1.0"),
                 tcp_client.SimpleTCPClient("127.0.0.1", port, mode="1.1")]
      def answer(client):
          message = next(iter(client.get_messages(60)))
          return message.address, list(message.params)
      for client, stem in zip(clients, ["violin-a", "violin-b", "cello"]):
          client.send_message("/canon/stem/" + stem + "/gain", -6.5)
          assert answer(client) == ("/canon/done", ["gain " + stem + " -6.5"])
          client.send_message("/canon/start", ["violin-d", "now"])
          address, params = answer(client)
          assert address == "/canon/refused" and params[1] == "locked", params
          bundle = osc_bundle_builder.OscBundleBuilder(osc_bundle_builder.IMMEDIATELY)
          message = osc_message_builder.OscMessageBuilder("/canon/line")
          message.add_arg("pan " + stem + " 0.25")
          bundle.add_content(message.build())
          client.send(bundle.build())
          assert answer(client) == ("/canon/done", ["pan " + stem + " 0.25"])
      """
    let python = Process()
    python.executableURL = projectFolder.appending(path: ".build-long/python/bin/python3")
    python.arguments = ["-c", script, port]
    try python.run()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }

  @Test("All messages of a bundle with a time tag take effect on the frame that is played then")
  func oscBundle() throws {
    let server = try DummyServer.started("canon-test-osc-bundle")
    defer { server.stop() }
    let (canon, port) = try listening(on: server)
    let script = """
      import socket, struct, sys, time
      def text(s): return s.encode() + bytes(4 - len(s) % 4)
      def message(stem): return text("/canon/start") + text(",ss") + text(stem) + text("now")
      at = time.time() + 2 + 2208988800
      packet = text("#bundle") + struct.pack(">II", int(at), int(at % 1 * 2**32))
      for stem in ["violin-a", "violin-b"]:
          packet += struct.pack(">I", len(message(stem))) + message(stem)
      s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      s.connect(("127.0.0.1", int(sys.argv[1])))
      s.send(packet)
      """
    let python = Process()
    python.executableURL = URL(fileURLWithPath: try #require(Tool.path("python3")))
    python.arguments = ["-c", script, port]
    try python.run()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    let waits = try canon.waitForEvent("waits")
    let frames = try ["violin-a", "violin-b"].map {
      try #require(canon.waitForEvent("changed", stem: $0, state: "play")["frame"] as? Int)
    }
    #expect(frames[0] == frames[1] && frames[0] == waits["frame"] as? Int)
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }
}

extension CanonProcess {
  /// The port on which it listens for OSC, as it tells.
  func oscPort() throws -> String {
    let note = try waitForEvent("note") { ($0["code"] as? String) == "osc" }
    let place = try #require(
      (note["message"] as? String)?.split(separator: " ").first { $0.contains("127.0.0.1:") })
    return String(place.split(separator: ":")[1].prefix { $0.isNumber })
  }
}
