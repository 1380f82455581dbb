import CanonControl
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Files that are dropped into the folder of a set while it plays.
@Suite struct DoorFolderTests {
  private static let loop = SmallSet.loop
  private static let alto = "2026-12-06_alto.wav"
  private let clock: TestClock
  private let start = ContinuousClock.now

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-05")) }

  private func bench(_ small: SmallSet) async throws -> SessionBench {
    let session = try await small.performance(journal: small.folder.file("evening.journal"), at: clock)
    return try await SessionBench(session, ports: 5)
  }

  /// Looks at the folder at these seconds.
  private func look(_ session: Performance, at seconds: Double...) async {
    for second in seconds { await session.lookAtFolder(at: start + .seconds(second)) }
  }

  private func ids(_ bench: borrowing SessionBench) -> [String] { bench.session.set.stems.map(\.id) }

  @Test(
    "A file becomes a stem on the loop's boundary, and its door opens at its instant; nothing else is disturbed"
  )
  func dropped() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    let session = bench.session
    var heard = await bench.run(100)
    try small.drop(Self.alto, 1 / 32)
    await look(session, at: 0, 1)
    heard += await bench.run(100)
    #expect(ids(bench).count == 4)
    await look(session, at: 2)
    heard += await bench.run(Self.loop)
    #expect(ids(bench) == ["cello", "violin-a", "violin-b", "violin-c", "alto"])
    #expect(heard.master.allSatisfy { $0 == 0.5 }, "the base goes on bit for bit")
    #expect(
      await !session.holdsSamples(of: "alto"), "what is locked is not in memory")
    #expect(try await bench.say("start alto now", at: .lines).joined().contains("2026-12-06"))
    clock.now = try TestClock.tokyo("2026-12-05T23:59:59")
    _ = await session.settle()
    #expect(try await bench.say("start alto now", at: .lines).count == 1)
    clock.now = try TestClock.tokyo("2026-12-06T00:00")
    _ = await session.settle()
    heard += await bench.run(10)
    #expect(try await bench.say("start alto now", at: .lines) == [])
    heard += await bench.run(1000)
    #expect(heard.master.last == 0.53125)
    #expect(heard.ports[4].last == 0.03125)
    let told = await session.told()
    #expect(
      told.filter { $0.contains("reload") } == [
        "reloads @11520 by folder", "@11520 reloaded +alto by folder",
      ])
    #expect(try small.folder.journal().contains("@200 edition 2 loop"))
    try await small.expectRendering(is: heard, hasSamePorts: true)
    // Whatever becomes of the folder, the journal has what was played.
    try small.edit("watch = true", "", in: "doors.toml")
    _ = try small.folder.write("no set", to: "set.toml")
    try await small.expectRendering(is: heard, hasSamePorts: true)
  }

  @Test("What is told names the file, the stem and the day")
  func told() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    let session = bench.session
    try small.drop(Self.alto, 1 / 32)
    await look(session, at: 0, 2)
    await bench.run(10)
    var texts: [String] = [], records: [String] = []
    await bench.run(Self.loop)
    for event in await session.allEvents() {
      guard case .reloaded(_, let snapshot, _, _) = event else { continue }
      texts.append(try #require(EventText.line(for: event, in: snapshot)))
      records.append(EventRecord(event, in: snapshot).json)
    }
    #expect(
      texts == [
        "New in the set: \"alto\" from \"2026-12-06_alto.wav\", with a door on 2026-12-06 (Asia/Tokyo)."
      ])
    #expect(
      records.first?.contains(
        #""files":[{"file":"2026-12-06_alto.wav","opens":"2026-12-06T00:00:00+09:00","stem":"alto"}]"#)
        == true,
      "\(records)")
  }

  @Test("A file whose day has come is loaded, and plays when it is started; so does its journal")
  func open() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    try small.drop("2026-12-01_alto.wav", 1 / 32)
    var heard = await bench.run(100)
    await look(bench.session, at: 0, 2)
    // On the boundary of the new stem another one starts.
    try await bench.say("start violin-a")
    heard += await bench.run(Self.loop)
    #expect(await bench.session.stem("violin-a").status == .play)
    try await bench.say("start alto now")
    heard += await bench.run(1000)
    #expect(heard.master.last == 0.78125)
    await bench.session.finish()
    try await small.expectRendering(is: heard, hasSamePorts: true)
  }

  @Test("A half-written file is waited for, without a word; it becomes a stem once it is complete")
  func halfWritten() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    let session = bench.session
    try small.drop("whole.wav", 1 / 32)
    let whole = try Data(contentsOf: URL(fileURLWithPath: small.folder.file("whole.wav")))
    let file = URL(fileURLWithPath: small.folder.file(Self.alto))
    try whole.prefix(whole.count / 2).write(to: file)
    await look(session, at: 0, 2, 9)
    await bench.run(Self.loop)
    #expect(ids(bench).count == 4)
    try whole.write(to: file)
    await look(session, at: 9.5, 10, 11)
    await bench.run(Self.loop)
    #expect(ids(bench).count == 4)
    await look(session, at: 11.5)
    await bench.run(Self.loop)
    #expect(ids(bench).last == "alto")
    #expect(await session.told().filter { $0.contains("left alone") } == [])
  }

  @Test("A bad file is told once and left alone, and a good one beside it becomes a stem")
  func bad() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    let session = bench.session
    try small.drop("2026-12-07_short.wav", 1 / 64, frames: Self.loop - 100)
    try small.drop("2026-02-30_alto.wav", 1 / 32)
    try small.drop("2026-12-08_horn.wav", 1 / 128)
    await look(session, at: 0, 2)
    await bench.run(Self.loop)
    await look(session, at: 5, 9, 10, 11, 12, 30)
    await bench.run(Self.loop)
    #expect(ids(bench).suffix(1) == ["horn"])
    let told = await session.told().filter { $0.contains("left alone") }
    #expect(told.count == 2)
    #expect(
      told.first?.contains("2026-02-30_alto.wav: found \"2026-02-30_alto.wav\", expected a day from 01 to 28")
        == true)
    #expect(
      told.last?.contains("11420 frames (0.238 s), expected 11520 frames (0.240 s), the length of the loop")
        == true)
  }

  @Test(
    "Only the new stem is taken: other files, the set and the schedule may have changed, rightly or wrongly")
  func onlyTheStem() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    var heard = await bench.run(100)
    _ = try small.folder.write("half a set", to: "set.toml")
    _ = try small.folder.write("half a sound", to: "violin-b.wav")
    try SmallSet.write(.init(repeating: 0.25, count: Self.loop / 2), to: small.folder.file("cello.wav"))
    try small.drop(Self.alto, 1 / 32)
    await look(bench.session, at: 0, 2)
    heard += await bench.run(Self.loop)
    #expect(ids(bench).last == "alto")
    try await bench.say("start violin-b now")
    heard += await bench.run(Self.loop)
    #expect(heard.master.last == 0.625)
  }

  @Test("A reload that waits for its boundary is not superseded: the file waits")
  func reloadGoesFirst() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    await bench.run(100)
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload", at: .lines) == [])
    try small.drop(Self.alto, 1 / 32)
    await look(bench.session, at: 0, 2, 3)
    await bench.run(Self.loop)
    #expect(await bench.session.stem("cello").gain.value == -6)
    #expect(ids(bench).count == 4)
    await look(bench.session, at: 4)
    await look(bench.session, at: 6)
    await bench.run(Self.loop)
    #expect(ids(bench).last == "alto")
    #expect(await bench.session.stem("cello").gain.value == -6)
  }

  @Test("A reload keeps the stem; without its file the stem plays on until then")
  func reload() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    let session = bench.session
    try small.drop("2026-12-01_alto.wav", 1 / 32)
    await look(session, at: 0, 2)
    await bench.run(Self.loop)
    try await bench.say("start alto now")
    // Its name would now be the second one with this id.
    try small.drop("2026-11-01_alto.wav", 1 / 64)
    #expect(try await bench.say("reload", at: .lines) == [])
    var heard = await bench.run(2 * Self.loop)
    #expect(await session.stem("alto").status == .play)
    #expect(heard.master.last == 0.53125)
    try FileManager.default.removeItem(atPath: small.folder.file("2026-11-01_alto.wav"))
    // Half a file in its place is not taken for the end of the stem.
    _ = try small.folder.write("RIFF", to: "2026-12-01_alto.wav")
    #expect(try await bench.say("reload", at: .lines).joined().contains("2026-12-01_alto.wav"))
    try FileManager.default.removeItem(atPath: small.folder.file("2026-12-01_alto.wav"))
    await look(session, at: 20, 30)
    heard = await bench.run(Self.loop)
    #expect(heard.master.last == 0.53125)
    #expect(try await bench.say("reload", at: .lines) == [])
    await bench.run(2 * Self.loop)
    #expect(ids(bench).count == 4)
  }

  @Test("The file of a locked stem does not sound under another name, neither by its own path nor as a copy")
  func locked() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    try small.drop(Self.alto, 1 / 32)
    try FileManager.default.copyItem(
      atPath: small.folder.file(Self.alto), toPath: small.folder.file("copy.wav"))
    // Before it is a stem, while it waits for its boundary, and after that.
    for second in 0...4 {
      for file in [Self.alto, "copy.wav"] {
        let said = try await bench.say("replace violin-a \(file) now", at: .lines)
        #expect(said.joined().contains("2026-12-06"), "\(file) after \(second) s: \(said)")
      }
      await look(bench.session, at: Double(second))
      if second == 3 { await bench.run(Self.loop) }
    }
    #expect(ids(bench).last == "alto")
    // What nobody has dropped, and what is open, may be played.
    try small.drop("other.wav", 1 / 64)
    try small.drop("2026-12-01_horn.wav", 1 / 128)
    for file in ["other.wav", "2026-12-01_horn.wav"] {
      #expect(try await bench.say("replace violin-a \(file) now", at: .lines) == [])
    }
  }

  @Test("A stem that plays such a file already stops on its boundary when the file becomes a locked stem")
  func playedBefore() async throws {
    let small = try SmallSet.watching()
    var bench = try await bench(small)
    try small.drop("copy.wav", 1 / 32)
    try await bench.say("replace violin-a copy.wav now")
    try await bench.say("start violin-a now", then: 1000)
    try FileManager.default.copyItem(
      atPath: small.folder.file("copy.wav"), toPath: small.folder.file(Self.alto))
    await look(bench.session, at: 0, 2)
    for _ in 0..<6 { await bench.run(Self.loop / 2) }
    #expect(ids(bench).last == "alto")
    #expect(await bench.session.stem("violin-a").status == .stop)
  }

  @Test("A stem that could not be read stays silent, here and in the rendering, until a reload reads it")
  func unreadable() async throws {
    let small = try SmallSet.watching()
    let sound = try Data(contentsOf: URL(fileURLWithPath: small.folder.file("violin-b.wav")))
    _ = try small.folder.write("no sound", to: "violin-b.wav")
    let session = try await small.performance(
      journal: small.folder.file("evening.journal"), at: clock, .lenient)
    var bench = try await SessionBench(session, ports: 5)
    var heard = await bench.run(100)
    try sound.write(to: URL(fileURLWithPath: small.folder.file("violin-b.wav")))
    try small.drop("2026-12-01_alto.wav", 1 / 32)
    await look(session, at: 0, 2)
    heard += await bench.run(Self.loop)
    #expect(ids(bench).last == "alto")
    #expect(try await bench.say("start violin-b now").count == 1)
    try await bench.say("start alto now")
    heard += await bench.run(1000)
    #expect(heard.master.last == 0.53125)
    await session.finish()
    try await small.expectRendering(is: heard, hasSamePorts: true)
  }

  @Test("Without watch = true nothing is looked at; a reload that adds the key begins it")
  func unwatched() async throws {
    let small = try SmallSet(doors: "")
    var bench = try await bench(small)
    try small.drop(Self.alto, 1 / 32)
    await look(bench.session, at: 0, 2)
    await bench.run(Self.loop)
    #expect(ids(bench).count == 4)
    try small.edit("[doors]", "watch = true\n[doors]", in: "doors.toml")
    #expect(try await bench.say("reload", at: .lines) == [])
    await bench.run(2 * Self.loop)
    #expect(ids(bench).last == "alto")
    try small.drop("2026-12-07_horn.wav", 1 / 64)
    await look(bench.session, at: 10, 12)
    await bench.run(2 * Self.loop)
    #expect(ids(bench).last == "horn")
  }
}
