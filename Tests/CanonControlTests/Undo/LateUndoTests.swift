import CanonEngine
import CanonSchedule
import Synchronization
import Testing

@testable import CanonControl
@testable import CanonSession

/// An undo that the engine receives later says what it has undone when it is done.
@Suite struct LateUndoTests {
  /// What notes say of undos.
  /// - Parameter most: The number of notes to wait for; by default those until the end.
  private func undone(_ feed: Feed, most: Int = .max) async -> [String] {
    var told: [String] = []
    for await item in feed {
      guard case .notice(let notice) = item, case .note(let note) = notice.event else { continue }
      if case .undone = note { told.append(note.text(.english)) }
      if told.count == most { break }
    }
    return told
  }

  /// A bench whose server has gone after a change, which is then undone.
  private func bench(_ change: String = "gain violin-a -6") async throws -> (bench: DeskBench, feed: Feed) {
    let bench = try await DeskBench()
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.say(change)
    await bench.session.report(.lost(.disappeared))
    guard case .later = await bench.desk.perform("undo", at: .lines, by: .socket) else {
      Issue.record("it is to come later")
      return (bench, feed)
    }
    return (bench, feed)
  }

  @Test("Not before the engine has received it, and once")
  func sameEngine() async throws {
    let (bench, feed) = try await bench("gain all -6")
    #expect(await bench.session.receipts.count == 1, "it is awaited")
    await bench.run()
    #expect(await undone(feed, most: 1) == ["Undone: gain all -6.0."])
    await bench.end()
    #expect(await undone(feed) == [])
  }

  @Test("By a server of another rate, too")
  func otherRate() async throws {
    let (bench, feed) = try await bench()
    try await bench.play(at: try #require(SampleRate(hertz: 44_100)))
    while await bench.session.receipts.count > 0 { await bench.run() }
    #expect(await bench.desk.snapshot().stems[1].gainGoal.value == 0)
    #expect(await undone(feed, most: 1) == ["Undone: gain violin-a -6.0."])
    await bench.end()
  }

  /// Lets a server of another rate receive what is waiting.
  private func play(_ bench: DeskBench) async throws {
    try await bench.play(at: try #require(SampleRate(hertz: 44_100)))
    while await bench.session.receipts.count > 0 { await bench.run() }
    // What is told is told by now.
    for _ in 0..<50 {
      await Task.yield()
      await bench.run()
    }
  }

  @Test("An undo that a panic has dropped before a server of another rate is there is not told")
  func dropped() async throws {
    let (bench, feed) = try await bench()
    _ = await bench.desk.perform("panic", at: .lines, by: .socket)
    try await play(bench)
    #expect(await bench.desk.snapshot().stems[1].gain.value < 0, "it was not carried out")
    await bench.end()
    #expect(await undone(feed) == [])
  }

  @Test("An undo that is refused when a server of another rate is there is not told")
  func refused() async throws {
    let before = Instant(secondsSince1970: 1_450_000_000)
    let now = Mutex(before)
    let bench = try await DeskBench(
      doors: "violin-a = { opens = 2015-12-06, until = 2015-12-20 }", now: { now.withLock { $0 } })
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.say("start violin-a now")
    _ = await bench.say("stop violin-a now")
    await bench.session.report(.lost(.disappeared))
    guard case .later = await bench.desk.perform("undo", at: .lines, by: .socket) else {
      Issue.record("it is to come later")
      return
    }
    now.withLock { $0 = before + 30 * 86_400 }
    try await play(bench)
    #expect(await bench.desk.snapshot().stems[1].status == .stop, "its door has shut")
    await bench.end()
    #expect(await undone(feed) == [])
  }

  @Test("An undo of several stems is not told if one of them is refused")
  func partlyRefused() async throws {
    let before = Instant(secondsSince1970: 1_450_000_000)
    let now = Mutex(before)
    let bench = try await DeskBench(
      stems: ["cello", "violin-a", "violin-b"],
      doors: "violin-a = { opens = 2015-12-06, until = 2015-12-20 }\nviolin-b = 2015-12-06",
      now: { now.withLock { $0 } })
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.say("start all now")
    _ = await bench.say("stop all now")
    await bench.session.report(.lost(.disappeared))
    _ = await bench.desk.perform("undo", at: .lines, by: .socket)
    now.withLock { $0 = before + 30 * 86_400 }
    try await play(bench)
    #expect(await bench.desk.snapshot().stems.map(\.status) == [.play, .stop, .play])
    await bench.end()
    #expect(await undone(feed) == [])
  }

  @Test("An undo that no server has received by the end is not told")
  func never() async throws {
    let (bench, feed) = try await bench()
    await bench.end()
    #expect(await undone(feed) == [])
  }
}
