import CanonControl
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A performance begins with its bases, and the other stems are read behind it: what starts late is late in the journal too.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct LateStemTests {
  private static let loop = SmallSet.loop
  private static let others = ["violin-a", "violin-b", "violin-c"]

  /// A performance that waits for no more than it must. Until its clock starts nothing is read behind it.
  private func session(_ set: SmallSet, _ policy: LoadingPolicy = .lenient) async throws -> Performance {
    let session = try set.session(journal: set.folder.file("evening.journal"), policy)
    await session.readBehind()
    return session
  }

  private func held(_ session: Performance) async -> [String] {
    var held: [String] = []
    for stem in SmallSet.stems {
      if await session.holdsSamples(of: stem.id) { held.append(stem.id) }
    }
    return held
  }

  private func late(_ session: Performance) async -> [String] {
    await session.late.queue.waiting.map { session.set[$0].id }
  }

  @Test("The engine is there with the base alone; the others are read once the music plays")
  func baseAlone() async throws {
    let set = try SmallSet()
    let session = try await session(set)
    _ = try await session.makeEngine(at: .studio)
    #expect(await held(session) == ["cello"])
    #expect(await late(session) == Self.others)
    #expect(await session.snapshot().stems.allSatisfy { !$0.isUnreadable })
    await session.roll()
    await session.awaitAllRead()
    #expect(await held(session) == SmallSet.stems.map(\.id))
    await session.finish()
  }

  @Test("What is strict, and what nobody has asked to hurry, waits for all")
  func all() async throws {
    let set = try SmallSet()
    let strict = try await session(set, .strict)
    _ = try await strict.makeEngine(at: .studio)
    #expect(await held(strict) == SmallSet.stems.map(\.id))
    let patient = try set.session(.lenient)
    _ = try await patient.makeEngine(at: .studio)
    #expect(await held(patient) == SmallSet.stems.map(\.id))
  }

  @Test("A stem that is asked for comes next, and its asker is told that it is late")
  func asked() async throws {
    let set = try SmallSet()
    let session = try await session(set)
    _ = try await session.makeEngine(at: .studio)
    let start = try CommandParser.parse("start violin-c now")
    let problems = await session.perform(start, by: .input)
    #expect(problems.isEmpty)
    #expect(await session.holdsSamples(of: "violin-c"))
    let told = await session.allEvents().compactMap { event -> [String]? in
      if case .note(.stillReading(let stems)) = event { stems } else { nil }
    }
    #expect(told == [["violin-c"]])
  }

  @Test("What is started at once is what the journal renders", arguments: ["now", "beat", "loop"])
  func started(quantum: String) async throws {
    let set = try SmallSet()
    let session = try await session(set)
    var bench = try await SessionBench(session)
    var heard = await bench.run(100)
    #expect(try await bench.say("start violin-a violin-c \(quantum)") == [])
    heard += await bench.run(3 * Self.loop)
    #expect(heard.master.last == 0.8125)
    heard += await bench.end()
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("What was asked for before the clock started sounds from the first downbeat on")
  func early() async throws {
    let set = try SmallSet()
    let session = try await session(set)
    let start = try CommandParser.parse("start violin-b")
    _ = await session.submit([start], by: .input, isAwaited: false)
    var bench = try await SessionBench(session)
    var heard = await bench.run(Self.loop)
    #expect(heard.ports[2].allSatisfy { $0 == 0.125 })
    heard += await bench.end()
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("What a follow action may start is there from the beginning")
  func follow() async throws {
    let set = try SmallSet(keys: ["cello": "after = { loops = 1, then = \"start:violin-b\" }"])
    let session = try await session(set)
    var bench = try await SessionBench(session)
    #expect(await session.holdsSamples(of: "violin-b"))
    var heard = await bench.run(3 * Self.loop)
    #expect(heard.ports[2].last == 0.125)
    heard += await bench.end()
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("A command that waits for its frame is given with the samples")
  func waiting() async throws {
    let set = try SmallSet()
    let session = try await session(set)
    var bench = try await SessionBench(session)
    #expect(try await bench.say("at loop 2 start violin-b now") == [])
    var heard = CanonTestSupport.Output(stems: 4)
    for _ in 0..<100 {
      heard += await bench.run(1000)
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(heard.ports[2].last == 0.125)
    heard += await bench.end()
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test(
    "What needs all stems waits for them",
    arguments: ["reload now", "tempo 500 now", "replace violin-b violin-c.wav now"])
  func needsAll(line: String) async throws {
    let set = try SmallSet(
      keys: Dictionary(uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") }))
    let session = try await session(set)
    var bench = try await SessionBench(session)
    var heard = await bench.run(100)
    #expect(try await bench.say(line, at: .lines) == [])
    heard += await bench.run(1000)
    #expect(try await bench.say("start violin-b now", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    #expect(heard.ports[2].contains { $0 != 0 })
    heard += await bench.end()
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test(
    "A reload or a tempo that waits for all stems answers that at once, and takes effect once they are read",
    arguments: ["reload now", "tempo 500 now"])
  func answersAtOnce(line: String) async throws {
    let set = try SmallSet(
      keys: Dictionary(uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") }))
    let slow = try set.folder.write(
      TallyReader.text(
        .init(repeating: 0.0625, count: Self.loop), frames: Self.loop, claim: TallyReader.later),
      to: "violin-c.wav")
    let session = try set.session(readers: .withTally, .lenient)
    await session.readBehind()
    var bench = try await SessionBench(session, after: 100)
    while await session.late.queue.count > 1 { await Task.yield() }
    let command = try CommandParser.parse(line, at: .lines)
    let receipt = await session.submit([command], by: .input)
    let note = Note.waitsForStems(line, left: 1)
    if case .waits(let told) = await session.outcome(of: receipt) {
      #expect(told == note)
    } else {
      Issue.record("it is not done")
    }
    // They are as many as may wait for a server.
    #expect(await session.awaitingRead == [.input: 1])
    await session.pretendToWait(Performance.mostOfOne, by: .input)
    let tooMany = await session.submit([command], by: .input)
    #expect(tooMany.problems == [.tooMany(Performance.mostOfOne)])
    await session.pretendToWait(1, by: .input)
    // What is refused in any case does not wait.
    let wrong = await session.submit([try CommandParser.parse("tempo 100", at: .lines)], by: .input)
    if case .refused = await session.outcome(of: wrong) {} else { Issue.record("it does not wait") }
    await bench.run(Self.loop)
    #expect(session.program.number == 1)
    TallyReader.release(slow)
    while await !session.hasEditions { await Task.yield() }
    await bench.run(1000)
    #expect(session.program.number > 1)
    let notes = await session.allEvents().compactMap { event -> Note? in
      if case .note(let note) = event { note } else { nil }
    }
    #expect(notes.filter { $0 == note }.count == 1)
  }

  @Test("A file that cannot be read is told when it is its turn, and the journal renders without it")
  func unreadable() async throws {
    let set = try SmallSet()
    _ = try set.folder.write("not a sound", to: "violin-b.wav")
    let session = try await session(set)
    var bench = try await SessionBench(session)
    await session.awaitAllRead()
    #expect(await session.stem("violin-b").isUnreadable)
    let refused = try await bench.say("start violin-b now")
    #expect(refused.count == 1 && refused[0].contains("violin-b.wav"), "\(refused)")
    var heard = await bench.run(Self.loop)
    heard += await bench.end()
    try SmallSet.write(.init(repeating: 0.125, count: Self.loop), to: set.folder.file("violin-b.wav"))
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("A base that cannot be read names every file")
  func base() async throws {
    let set = try SmallSet()
    for id in ["cello", "violin-b"] { truncate(set.folder.file("\(id).wav"), 100) }
    let session = try await session(set)
    let error = try await #require(throws: FileProblems.self) { try await session.makeEngine(at: .studio) }
    #expect(error.problems.map(\.field) == ["cello", "violin-b"].map { "stem \"\($0)\": file" })
  }

  @Test("What has not been read at the end was silent, and the journal says so")
  func end() async throws {
    let set = try SmallSet()
    let session = try await session(set)
    _ = try await session.makeEngine(at: .studio)
    await session.finish()
    let text = try String(contentsOfFile: set.folder.file("evening.journal"), encoding: .utf8)
    for id in Self.others { #expect(text.contains("# unreadable: 1 \(id)\n"), "\(text)") }
  }

  @Test("A stem whose door shuts before it is read is never in memory")
  func shut() async throws {
    let set = try SmallSet(
      doors: "violin-b = { opens = 2026-12-06, until = 2026-12-07 }\nviolin-c = 2026-12-24")
    let clock = TestClock(try TestClock.tokyo("2026-12-06T12:00"))
    let session = try await set.performance(
      journal: set.folder.file("evening.journal"), at: clock, .lenient)
    await session.readBehind()
    _ = try await session.makeEngine(at: .studio)
    #expect(await late(session) == ["violin-a", "violin-b"])
    clock.now = try TestClock.tokyo("2026-12-07T12:00")
    await session.roll()
    await session.awaitAllRead()
    #expect(await held(session) == ["cello", "violin-a"])
    let start = try CommandParser.parse("start violin-b now")
    let problems = await session.perform(start, by: .input)
    #expect(problems.count == 1)
    #expect(await held(session) == ["cello", "violin-a"])
    await session.finish()
  }

  @Test("Another rate of the server reads all again")
  func otherRate() async throws {
    let set = try SmallSet()
    let session = try await session(set)
    _ = try await SessionBench(session, after: 100)
    _ = try await session.makeEngine(at: SampleRate(hertz: 96_000)!)
    #expect(await held(session) == SmallSet.stems.map(\.id))
    #expect(await session.late.queue.isEmpty)
  }
}

extension Performance {
  /// Whether the engine has an edition that does not play yet.
  fileprivate var hasEditions: Bool { !deck.editions.isEmpty }

  /// Counts as many commands of an asker as waiting until all stems are read: so many would take their time.
  fileprivate func pretendToWait(_ count: Int, by asker: Asker) { awaitingRead[asker] = count }
}
