import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A door that changes between the permit of a command and the frame on which the engine receives it: the journal has only
/// that frame, and is rendered to what was heard.
@Suite struct DoorBetweenLooksTests {
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-06T09:59:59")) }

  @Test(
    "Whatever the clock says after the permit, the rendering has the start",
    arguments: [
      // The window is over.
      ("opens = 2026-12-06T10:00:00, until = 2026-12-06T10:00:01", 2.0),
      // The clock is set back to before the opening.
      ("hours = \"10:00-20:00\"", 0.5),
    ])
  func permitted(door: String, later: Double) async throws {
    let set = try SmallSet(
      doors: "violin-b = { \(door), join = true }", keys: ["violin-b": "quantum = { start = \"now\" }"])
    let journal = set.folder.file("evening.journal")
    let start = clock.now
    let session = try await set.performance(journal: journal, at: clock)
    var bench = try await SessionBench(session)
    var heard = await bench.run(5000)
    clock.now = start + 1.5
    _ = await session.settle()
    clock.now = start + later
    await session.pump()
    for frames in [100, 2 * SmallSet.loop] { heard += await bench.run(frames) }
    await session.finish()
    #expect(heard.ports[2].contains(0.125), "it joins")
    #expect(!heard.ports[2].suffix(10).contains(0.125), "and stops behind its door")

    let score = try Score.load(journal)
    for period in [64, 4096] {
      let (output, refused) = try await set.rendering(of: score, period: period)
      #expect(refused == [])
      #expect(heard.difference(from: output) == nil, "\(journal)")
    }
  }

  @Test("A start long after the door has shut is refused")
  func longAfter() async throws {
    let set = try SmallSet(doors: "violin-b = { opens = 2026-12-06T10:00:00, until = 2026-12-06T10:00:01 }")
    let journal = set.folder.file("evening.journal")
    let session = try await set.performance(journal: journal, at: clock)
    var bench = try await SessionBench(session, after: 1000)
    await session.finish()
    let header = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("#") }.joined(separator: "\n")
    func refused(_ seconds: Double) async throws -> [String] {
      let frame = Int(seconds * 48_000)
      let text = "\(header)\n@\(frame) open violin-b\n@\(frame) start violin-b now\n@\(frame + 100) quit\n"
      let score = try Score.parse(path: "evening.journal", text: text)
      return try await set.rendering(of: score, period: 64).refused
    }
    #expect(try await refused(6.9) == [])
    #expect(try await refused(7.1).count == 2)
    #expect(try await refused(0.9).count == 2)
  }
}
