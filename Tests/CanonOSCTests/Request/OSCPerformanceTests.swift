import CanonControl
import CanonControlSupport
import CanonEngine
import CanonNetwork
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonOSC

/// A message does what its line does, whatever its address and the types of its numbers, and no more.
@Suite struct OSCPerformanceTests {
  private static let client = "osc 192.168.1.7"

  /// What a message means that was sent as a packet.
  private static func line(_ message: OSCMessage) throws -> String {
    let received = try #require(try OSCReader.messages(OSCWriter.packet(message)).first)
    guard case .line(let line) = try OSCRequest(received.message) else {
      throw OSCRefusal.address(message.address)
    }
    return line
  }

  @Test("Every line has messages that mean it, at each address", arguments: ["violin-a", "violin-*", "all"])
  func meanings(stem: String) throws {
    for line in NetworkLines.all(of: stem) + ["gain master -3.5", "solo \(stem)", "pause"] {
      let meaning = try CommandParser.read(line, at: .network)
      for message in OSCMessage.all(meaning: line) {
        let understood = try Self.line(message)
        #expect(try CommandParser.read(understood, at: .network) == meaning, "\(message): \(understood)")
      }
    }
  }

  @Test(
    "A random performance by messages has the journal and the sound of the one by lines",
    arguments: 0..<UInt64(LongCampaign.count(12, long: 200)))
  func sameMusic(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    // When a reload has read its files depends on the disk.
    let lines = ["violin-a", "violin-*", "cello"].flatMap(NetworkLines.all(of:))
      .filter { !$0.hasPrefix("reload") }
    let spoken = try await SurfaceBench(), sent = try await SurfaceBench()
    let askers = [spoken, sent].map { $0.desk.enter(named: Self.client) }
    var messages: [OSCMessage] = []
    for _ in 0..<40 {
      let line = random.pick(lines)
      let message = random.pick(OSCMessage.all(meaning: line))
      let frames = Int32(random.number(1...1024))
      messages.append(message)
      await spoken.say(line, by: askers[0], then: frames)
      await sent.say(try Self.line(message), by: askers[1], then: frames)
    }
    for _ in 0..<12 {
      await spoken.run(1024)
      await sent.run(1024)
    }
    #expect(sent.heard == spoken.heard, "\(messages)")
    await spoken.desk.leave(askers[0])
    await sent.desk.leave(askers[1])
    #expect(try await sent.endJournal() == spoken.endJournal(), "\(messages)")
  }

  @Test(
    "Whatever is sent to whatever address, a locked stem stays silent",
    arguments: ["violin-b", "*-b", "all"])
  func locked(stem: String) async throws {
    let bench = try await SurfaceBench(doors: "violin-b = 2026-12-06")
    let asker = bench.desk.enter(named: Self.client)
    for line in NetworkLines.all(of: stem) {
      for message in OSCMessage.all(meaning: line) {
        await bench.say(try Self.line(message), by: asker)
        #expect(await bench.desk.snapshot().stems[2].status == .stop, "\(message)")
      }
    }
    // Music that stands, or is paused, would hide a start.
    await bench.say("resume", by: asker)
    for _ in 0..<30 { await bench.run(1024) }
    #expect(bench.heard[2].allSatisfy { $0.bitPattern == 0 })
    await bench.desk.leave(asker)
  }

  @Test("The same messages let a stem sound whose door is open")
  func open() async throws {
    let bench = try await SurfaceBench()
    let asker = bench.desk.enter(named: Self.client)
    let start = OSCMessage("/canon/stem/violin-b/start", .text("now"))
    await bench.say(try Self.line(start), by: asker, then: 1024)
    #expect(bench.heard[2].last == 0.125)
    await bench.desk.leave(asker)
  }
}
