import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// The evening goes on after canon: killed, it is back in phase, with the same stems; after a `quit` there is none.
extension LiveTests.Evenings {
  private func play(_ set: NoiseSet, on server: DummyServer, _ more: String...) throws -> CanonProcess {
    try CanonProcess(
      [
        "play", set.folder.path, "--json", "--server", server.name, "--connect", CaptureClient.name,
        "--journal",
        set.journal,
      ] + more, on: server)
  }

  /// By how much the position is ahead of the server's frame clock.
  private func lead(of canon: CanonProcess) throws -> Int64 {
    let event = canon.output.compactMap { EventLine($0) }.last { $0["event"] as? String == "clock" }
    let (position, time) = (event?["frame"] as? Int, event?["server_frame"] as? Int)
    return Int64(try #require(position) - (try #require(time)))
  }

  /// By how many frames the server's frame clock is ahead of the machine's, in the middle of several looks. A dummy server runs evenly
  /// by the machine's clock, but when a client is killed it stands still, and then catches up.
  func drift(_ capture: CaptureClient, since start: (frame: UInt32, microseconds: UInt64)) -> Int64 {
    let looks = (0..<21).map { _ in
      usleep(3000)
      let now = capture.now
      let passed = Double(now.microseconds - start.microseconds) * 0.048
      return Int64(now.frame &- start.frame) - Int64(passed.rounded())
    }
    return looks.sorted()[10]
  }

  /// Waits until the server's clock runs evenly.
  func waitUntilEven(
    _ capture: CaptureClient, since start: (frame: UInt32, microseconds: UInt64)
  ) throws {
    try waitUntil("the server's clock runs evenly") {
      let first = drift(capture, since: start)
      for _ in 0..<100 {
        usleep(2000)
        if capture.lag > 2 * NoiseSet.period { return false }
      }
      return abs(drift(capture, since: start) - first) < 100
    }
  }

  func stems(_ canon: CanonProcess) throws -> [[String: Any]] {
    let start = canon.output.count
    canon.say("status")
    let status = try canon.waitForEvent("status", from: start)
    return try #require(status["stems"] as? [[String: Any]])
  }

  func account(_ stems: [[String: Any]]) -> [String] {
    stems.map { stem in
      ["stem", "state", "next", "gain", "pan", "solo", "is_held"].map { "\(stem[$0] ?? "-")" }.joined(
        separator: " ")
    }
  }

  /// How often it is killed, at every hundredth of a loop.
  private static let kills = LongCampaign.count(4, long: 100)

  @Test(
    "Killed with signal 9 anywhere in the loop, it goes on in phase with the same stems, and every life renders alike"
  )
  func killedAnywhere() throws {
    let set = try NoiseSet()
    // It waits for its clients, so that no frames are lost on a busy machine, and not for long for a dead one.
    let server = try DummyServer.started("canon-test-evening", period: NoiseSet.period, timeout: 300)
    defer { server.stop() }
    var capture = try CaptureClient(server: server.name)
    var canon = try play(set, on: server)
    try canon.waitForEvent("clock")
    for line in ["gain violin-a -9", "pan violin-b 0.5", "solo violin-a violin-b", "gain master -3"] {
      canon.say(line)
    }
    try canon.say("start violin-a now", until: "violin-a", "play")
    try canon.say("start violin-b now", until: "violin-b", "play")
    canon.say("start violin-c loop:100000")
    try canon.waitForEvent("accepted", stem: "violin-c")
    let before = try account(stems(canon))
    #expect(before.contains { $0.hasPrefix("violin-a play") && $0.contains("-9") }, "\(before)")
    try waitUntil("it is written down") {
      set.evening?.contains("again input start violin-c") ?? false
    }
    let start = capture.now
    try waitUntilEven(capture, since: start)
    var errors: [Int64] = []
    for kill in 0..<Self.kills {
      let target = Int64(kill * 100 / Self.kills)
      let (leadBefore, clock) = (try lead(of: canon), ClockMap(canon.output))
      let driftBefore = drift(capture, since: start)
      while let place = clock.position(at: capture.now.frame), place % loop * 100 / loop != target {
        usleep(200)
      }
      canon.signal(SIGKILL)
      let end = clock.position(at: capture.now.frame) ?? 0
      _ = try canon.finish()
      try compare(capture.finish(), canon, set, life: kill + 1, until: end - 2 * Int64(NoiseSet.period))
      capture = try CaptureClient(server: server.name)
      // A dummy server that has waited for a dead client is late, and then catches up.
      try waitUntilEven(capture, since: start)
      canon = try play(set, on: server, "--resume")
      try canon.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
      try canon.waitForEvent("accepted", stem: "violin-c")
      let heard = capture.soundingFrames
      try waitUntil("sound in life \(kill + 2)") { capture.soundingFrames > heard + 2 * NoiseSet.period }
      try waitUntilEven(capture, since: start)
      errors.append(try lead(of: canon) - leadBefore + drift(capture, since: start) - driftBefore)
      #expect(
        abs(errors[kill]) <= Int64(NoiseSet.period / 2), "at \(target) hundredths: \(errors[kill]) frames off"
      )
      #expect(try account(stems(canon)) == before, "at \(target) hundredths")
    }
    try #expect(canon.quit() == 0)
    try compare(capture.finish(), canon, set, life: Self.kills + 1)
    #expect(set.evening == nil, "it ended with a quit")
    print("killed \(Self.kills) times; frames off: \(errors.map(abs).sorted())")
  }

  private var loop: Int64 { Int64(NoiseSet.loop) }

  /// Compares what was heard of one life with the rendering of its journal, which is to end where the life was ended; nil if it says so.
  private func compare(
    _ recording: Recording, _ canon: CanonProcess, _ set: NoiseSet, life: Int, until end: Int64? = nil
  ) throws {
    var journal = set.journal(life)
    if let end {
      // The journal itself says it to the second.
      let text = try String(contentsOfFile: journal, encoding: .utf8)
      let reached = text.split(separator: "\n").last { $0.hasPrefix("# reached: ") }.flatMap {
        Int64($0.dropFirst("# reached: ".count))
      }
      #expect(
        (end - 96_000...end + 4 * Int64(NoiseSet.period)).contains(reached ?? 0), "life \(life): \(end)")
      journal = try set.folder.write((text + "@\(end) quit\n").utf8, to: "life-\(life).journal")
    }
    let comparison = try Comparison(
      recording, lines: canon.output, source: nil, journal: journal, fromFirstSound: true)
    #expect(comparison.frames >= NoiseSet.period, "life \(life)")
    #expect(comparison.different == 0, "life \(life): \(comparison.summary)")
    for file in [journal, journal + ".wav"] where end != nil {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}
