import CanonEngine
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

  @Test("An undo that no server has received by the end is not told")
  func never() async throws {
    let (bench, feed) = try await bench()
    await bench.end()
    #expect(await undone(feed) == [])
  }
}
