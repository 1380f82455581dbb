import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A stem that plays another stem's file is also behind the door of that stem, whatever places the stems have after a reload.
@Suite struct ReloadOtherFileTests {
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-10")) }

  @Test("A door that a reload puts before the file's owner also stops the stem that plays the file")
  func newDoor() async throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06")
    let session = try await small.performance(at: clock)
    var bench = try await SessionBench(session, after: 100)
    #expect(try await bench.say("replace violin-a violin-c.wav now") == [])
    try await bench.say("start violin-a violin-b now", then: 1000)
    #expect(await bench.run(10).ports[1].allSatisfy { $0 == 0.0625 })
    _ = try small.folder.write(
      SmallSet.text(["cello", "violin-c", "violin-b", "violin-a"], keys: [:]), to: "set.toml")
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-06\nviolin-c = 2026-12-24", in: "doors.toml")
    #expect(try await bench.say("reload now", at: .lines) == [])
    for _ in 0..<8 { await bench.run(SmallSet.loop / 2) }
    #expect(await session.set.stems.map(\.id) == ["cello", "violin-c", "violin-b", "violin-a"])
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await session.stem("violin-b").status == .play, "whose door is open")
    #expect(try await bench.say("start violin-a now", at: .lines).joined().contains("2026-12-24"))
  }

  @Test("A start of a stem that plays the file of a stem whose door is shut then is taken back")
  func newDoorBeforeStart() async throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06")
    let session = try await small.performance(at: clock)
    var bench = try await SessionBench(session, after: 100)
    #expect(try await bench.say("replace violin-a violin-c.wav now") == [])
    try await bench.say("start violin-a", then: 100)
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-06\nviolin-c = 2026-12-24", in: "doors.toml")
    #expect(try await bench.say("reload", at: .lines) == [])
    await bench.run(100)
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await bench.run(3 * SmallSet.loop).ports[1].allSatisfy { $0 == 0 })
  }

  @Test("A reload that names the stem's own loop takes that of the set, and the journal says so")
  func ownLoop() async throws {
    let small = try SmallSet()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 100)
    try small.edit("title = \"Small set\"", "title = \"Another\"")
    #expect(try await bench.say("reload stem", at: .lines) == [])
    await bench.run(2 * SmallSet.loop)
    let journal = try small.folder.journal()
    #expect(journal.contains { $0.hasPrefix("@100 ") && $0.contains("edition 2 loop") }, "\(journal)")
  }
}
