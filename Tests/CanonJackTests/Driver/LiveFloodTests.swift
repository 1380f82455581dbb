import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// Hands that send more than anybody can want.
extension LiveTests.LiveIsOffline {
  /// Datagrams of garbage, of pings and of real commands, connections that ask for more than they read, and one whose packets are all
  /// broken: for five seconds, from fixed seeds.
  private static let flood = """
    import os, random, socket, struct, sys, threading, time
    port, end = int(sys.argv[1]), time.time() + 5
    def text(s): return s.encode() + bytes(4 - len(s) % 4)
    def message(address, *words):
        return text(address) + text("," + "s" * len(words)) + b"".join(text(w) for w in words)
    def datagrams(seed):
        r = random.Random(seed)
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.connect(("127.0.0.1", port))
        while time.time() < end:
            for packet in [r.randbytes(r.randrange(1500)), message("/canon/ping"),
                           message("/canon/press", r.choice(["violin-a", "violin-b", "nobody"]), "now"),
                           message("/canon/stem/violin-c/gain", "x" * r.randrange(900))]:
                try: s.send(packet)
                except OSError: pass
    def greedy():
        s = socket.create_connection(("127.0.0.1", port))
        s.setblocking(False)
        for packet in [message("/canon/subscribe", "state"), message("/canon/subscribe", "meters")]:
            s.send(struct.pack(">I", len(packet)) + packet)
        ask = message("/canon/status")
        while time.time() < end:
            try: s.send(struct.pack(">I", len(ask)) + ask)
            except OSError: time.sleep(0.001)
    def broken(seed):
        r = random.Random(seed)
        while time.time() < end:
            try:
                s = socket.create_connection(("127.0.0.1", port))
                s.send(struct.pack(">I", r.choice([8, 64, 2**31, 0])) + r.randbytes(64))
                s.close()
            except OSError: pass
    threads = [threading.Thread(target=datagrams, args=(n,)) for n in (1, 2)]
    threads += [threading.Thread(target=greedy) for _ in range(6)] + [threading.Thread(target=broken, args=(3,))]
    for t in threads: t.start()
    for t in threads: t.join()
    """

  @Test(
    "A flood of OSC loses no frame, takes no memory, and leaves canon answering; what of it was played is in the journal",
    arguments: [64, 1024])
  func flooded(period: Int) throws {
    let server = try DummyServer.started("canon-test-flood", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(on: server, "--osc", "0")
    let canon = play.canon
    let port = try canon.oscPort()
    try canon.say("start violin-d now", until: "violin-d", "play")
    let before = try canon.residentBytes()
    let flood = Process()
    flood.executableURL = URL(fileURLWithPath: try #require(Tool.path("python3")))
    flood.arguments = ["-c", Self.flood, port]
    try flood.run()
    flood.waitUntilExit()
    #expect(flood.terminationStatus == 0)
    try canon.say("stop violin-d now", until: "violin-d", "stop")
    let grown = try canon.residentBytes() - before
    #expect(grown < 64 << 20, "\(grown >> 20) MiB more")
    #expect(canon.hasTold("refused"), "what names nobody is refused")
    let (_, frames) = try play.end()
    #expect(frames > 100_000)
  }

  @Test(
    "A flood of MIDI loses no frame, takes no memory, and leaves canon answering; what of it was played is in the journal",
    arguments: [64, 1024])
  func midiFlooded(period: Int) throws {
    let server = try DummyServer.started("canon-test-midi-flood", period: period)
    defer { server.stop() }
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    let lights = try MIDIRecorder(server: server.name)
    defer { lights.close() }
    let map = try MIDIMapFolder(
      """
      clock = ["lights"]
      lights = ["lights"]
      [stems]
      notes = [36, 37, 38]
      gains = [7]
      [note]
      40 = { press = "start violin-b beat", release = "stop violin-b now" }
      41 = "gain violin-e -20"
      """)
    let play = try CapturedPlay(on: server, "--midi", environment: map.environment)
    let canon = play.canon
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    try canon.say("start violin-d now", until: "violin-d", "play")
    let before = try canon.residentBytes()
    var random = SplitMix64(seed: 15)
    let (bursts, burst) = (LongCampaign.count(4, long: 200), 5000)
    for _ in 0..<bursts {
      pad.send(
        (0..<burst).map { _ in
          let bits = random.next()
          let bytes = (0..<3).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
          if bits >> 40 & 1 == 0 { return bytes }
          return [
            [0x90, 0x80, 0xB0][Int(bits >> 32) % 3], [36, 37, 38, 40, 7][Int(bits >> 34) % 5],
            bytes[2] & 0x7F,
          ]
        })
      try pad.flush()
    }
    try canon.say("stop violin-d now", until: "violin-d", "stop")
    #expect(Set(lights.messages.map(\.bytes)).isSuperset(of: [[0xF8], [0x90, 36, 127]]))
    // What a pad says is what is, once the flood is over: canon deals with its messages in their order, and one more may find no room yet.
    let start = canon.output.count
    try waitUntil("canon has dealt with the flood") {
      pad.send([[0x90, 38, 127], [0x80, 38, 0], [0x90, 41, 127], [0x80, 41, 0]])
      try pad.flush()
      return canon.hasTold("level", stem: "violin-e", from: start)
    }
    for (line, light) in [("start violin-b now", 127), ("stop violin-b now", 0)] as [(String, UInt8)] {
      canon.say(line)
      try waitUntil("the light says so") {
        lights.messages.last { $0.bytes.starts(with: [0x90, 38]) }?.bytes == [0x90, 38, light]
      }
    }
    let grown = try canon.residentBytes() - before
    #expect(grown < 64 << 20, "\(grown >> 20) MiB more")
    let (_, frames) = try play.end()
    // The pad sends at most 64 messages a period.
    #expect(frames >= bursts * burst / 64 * period)
  }
}
