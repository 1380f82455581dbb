import CanonControl
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Doors that are edited while the music plays: what is shut from the boundary on does not sound beyond it, and what is open opens.
@Suite struct ReloadDoorTests {
  private static let loop = SmallSet.loop
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-10")) }

  private func bench(_ small: SmallSet, after frames: Int = 100) async throws -> SessionBench {
    let session = try await small.performance(journal: small.folder.file("evening.journal"), at: clock)
    return try await SessionBench(session, after: frames)
  }

  @Test("A stem behind a door that is shut now stops on its boundary; until then nothing starts it any more")
  func shut() async throws {
    let small = try SmallSet(doors: "violin-a = 2026-12-06\nviolin-b = 2026-12-06\nviolin-c = 2026-12-06")
    var bench = try await bench(small, after: 0)
    let session = bench.session
    var heard = await bench.run(100)
    try await bench.say("start violin-a now")
    heard += await bench.run(100)
    try await bench.say("start violin-b")
    heard += await bench.run(100)
    try small.edit("violin-a = 2026-12-06", "violin-a = 2026-12-24", in: "doors.toml")
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-24", in: "doors.toml")
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(100)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").status == .stop, "its start is taken back")
    #expect(try await bench.say("start violin-b", at: .lines).joined().contains("2026-12-24"))
    #expect(try await bench.say("start violin-c", at: .lines) == [])
    heard += await bench.run(Self.loop)
    heard += await bench.run(10)
    let now = await session.stem("violin-a").status
    #expect(now.next == .stop && now.pending?.by == .door)
    for _ in 0..<4 { heard += await bench.run(Self.loop / 2) }
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .stop, .play])
    await session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("A follow action on the boundary does not start a stem whose door is shut from there on")
  func followAction() async throws {
    let small = try SmallSet(
      doors: "violin-a = 2026-12-06\nviolin-b = 2026-12-06",
      keys: ["violin-a": "after = { loops = 1, then = \"start:violin-b\" }"])
    var bench = try await bench(small, after: 0)
    var heard = await bench.run(100)
    try await bench.say("start violin-a loop")
    heard += await bench.run(Self.loop)
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-24", in: "doors.toml")
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    #expect(await bench.session.stem("violin-b").status == .stop)
    #expect(heard.master.max() == 0.75)
    await bench.session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("A locked stem's new file is not read; a door that is open now opens, and its stem joins")
  func opened() async throws {
    let small = try SmallSet(
      doors: "violin-a = { opens = 2026-12-24, join = true }\nviolin-b = 2026-12-06")
    var bench = try await bench(small)
    let session = bench.session
    try await bench.say("start violin-b now", then: 100)
    try SmallSet.write(.init(repeating: 1, count: Self.loop), to: small.folder.file("secret.wav"))
    try small.edit("file = \"violin-b.wav\"", "file = \"secret.wav\"")
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-24", in: "doors.toml")
    try small.edit("opens = 2026-12-24", "opens = 2026-12-06", in: "doors.toml")
    #expect(try await bench.say("reload now", at: .lines) == [])
    var heard = await bench.run(1000)
    _ = await session.settle()
    heard += await bench.run(3 * Self.loop)
    #expect(heard.master.max()! <= 0.75, "never the secret file")
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .stop, .stop])
    #expect(await session.told().contains("violin-a opened"))
  }

  @Test("A stem whose door opens while what was read waits for its boundary joins with the new set's samples")
  func opensMeanwhile() async throws {
    let small = try SmallSet(doors: "violin-a = { opens = 2026-12-10T00:00:05, join = true }")
    var bench = try await bench(small)
    let session = bench.session
    try SmallSet.write(.init(repeating: 0.03125, count: Self.loop), to: small.folder.file("other.wav"))
    try small.edit("file = \"violin-a.wav\"", "file = \"other.wav\"")
    #expect(try await bench.say("reload", at: .lines) == [])
    var heard = await bench.run(1000)
    clock.now = try TestClock.tokyo("2026-12-10T00:00:06")
    heard += await bench.run(1000)
    _ = await session.settle()
    #expect(try await bench.say("start violin-a now", at: .lines).joined().contains("read again"))
    #expect(await !session.holdsSamples(of: "violin-a"))
    heard += await bench.run(Self.loop)
    _ = await session.settle()
    heard += await bench.run(2 * Self.loop)
    #expect(heard.master.last == 0.53125 && heard.master.max() == 0.53125)
    #expect(await session.told().count { $0 == "violin-a opened" } == 1)
  }

  @Test(
    "A file that belongs to a locked stem from the boundary on is not played beyond it, whether it was given before or meanwhile",
    arguments: [false, true])
  func newOwner(isGivenMeanwhile: Bool) async throws {
    let small = try SmallSet(doors: "violin-a = 2026-12-06\nviolin-b = 2026-12-06")
    var bench = try await bench(small)
    let session = bench.session
    try SmallSet.write(.init(repeating: 0.03125, count: Self.loop), to: small.folder.file("other.wav"))
    try await bench.say("start violin-a now", then: 100)
    func give() async throws -> [String] {
      let problems = try await bench.say("replace violin-a other.wav now", at: .lines)
      await bench.settle()
      await bench.run(300)
      return problems
    }
    if !isGivenMeanwhile {
      #expect(try await give() == [])
      #expect(await session.stem("violin-a").otherFile == "other.wav")
    }
    try small.edit("file = \"violin-b.wav\"", "file = \"other.wav\"")
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-24", in: "doors.toml")
    #expect(try await bench.say("reload", at: .lines) == [])
    if isGivenMeanwhile {
      _ = try await give()
      #expect(await session.told().contains { $0.hasPrefix("refused") && $0.contains("2026-12-24") })
    }
    await bench.run(Self.loop)
    await bench.run(2 * Self.loop)
    let heard = await bench.run(Self.loop)
    let violin = await session.stem("violin-a")
    if isGivenMeanwhile {
      #expect(violin.otherFile == nil && violin.status == .play)
    } else {
      #expect(violin.status == .stop, "it stands behind the other stem's door")
    }
    #expect(!heard.ports[1].contains(0.03125))
  }

  @Test("A stem that goes on with another stem's file stays behind that stem's door")
  func otherFile() async throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06")
    var bench = try await bench(small)
    let session = bench.session
    #expect(try await bench.say("replace violin-a violin-b.wav now", at: .lines) == [])
    try await bench.say("start violin-a now", then: 1000)
    try small.edit("violin-b = 2026-12-06", "violin-b = 2026-12-24", in: "doors.toml")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(1000)
    #expect(try await bench.say("start violin-a now", at: .lines).joined().contains("2026-12-24"))
    await bench.run(2 * Self.loop)
    #expect(await session.stem("violin-a").status == .stop)
  }

  @Test(
    "A stem that loses its door, and a new one without a door, are open to follow actions as the journal says"
  )
  func withoutDoors() async throws {
    let small = try SmallSet(
      doors: "violin-a = 2026-12-06\nviolin-c = 2026-12-24",
      keys: ["violin-b": "after = { loops = 1, then = \"start:violin-c\" }"])
    var bench = try await bench(small, after: 0)
    var heard = await bench.run(500)
    try await bench.say("start violin-b now")
    heard += await bench.run(500)
    _ = try small.folder.write("set = \".\"\ntime_zone = \"Asia/Tokyo\"\n", to: "doors.toml")
    #expect(try await bench.say("reload bar", at: .lines) == [])
    for _ in 0..<6 { heard += await bench.run(Self.loop / 2) }
    #expect(await bench.session.stem("violin-c").status == .play)
    await bench.session.finish()
    try await small.expectRendering(is: heard)
  }
}
