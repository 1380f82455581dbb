import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// The warning that the stems in memory can clip together.
@Suite struct LoudnessNoteTests {
  /// With the other stems of the small set, violin-a as loud as this adds up to 0.6875 more.
  private func set(_ loud: Float, doors: String? = nil, keys: [String: String] = [:]) throws -> SmallSet {
    try SmallSet(
      doors: doors, keys: keys, sounds: ["violin-a": [Float](repeating: loud, count: SmallSet.loop)])
  }

  /// Every sentence that is told of a performance which asks once how loud its stems are.
  private func notes(_ session: Performance) async throws -> [String] {
    _ = try await SessionBench(session)
    await session.noteLoudness()
    return await session.allNotes()
  }

  @Test("One warning is given for stems that clip together, with the gain that avoids it")
  func clipping() async throws {
    #expect(
      try await notes(set(0.75).session()) == [
        "The stems reach +3.2 dBFS together, and the outputs clip above 0 dBFS. This avoids it: gain master -3.2"
      ])
  }

  @Test("No warning is given for stems that together just reach full scale")
  func fullScale() async throws {
    #expect(try await notes(set(0.3125).session()) == [])
  }

  @Test("For stems that cancel each other out the loudest subset counts")
  func loudestChoice() async throws {
    let sounds = ["violin-a": 0.75, "violin-b": -0.5].mapValues {
      [Float](repeating: $0, count: SmallSet.loop)
    }
    // 0.5 + 0.75 + 0.0625 without violin-b; with it no more than 0.8125.
    #expect(
      try await notes(SmallSet(sounds: sounds).session()) == [
        "The stems reach +2.4 dBFS together, and the outputs clip above 0 dBFS. This avoids it: gain master -2.4"
      ])
  }

  @Test("A stem behind a shut door does not count: no samples of it are in memory")
  func shutDoor() async throws {
    let small = try set(0.75, doors: "violin-a = 2026-12-06")
    let early = TestClock(try TestClock.tokyo("2026-12-05")),
      late = TestClock(try TestClock.tokyo("2026-12-06"))
    #expect(try await notes(small.session(at: early)) == [])
    #expect(try await notes(small.session(at: late)).count == 1)
  }

  @Test("Without an engine there is no warning")
  func withoutAnEngine() async throws {
    let session = try set(0.75).session()
    await session.noteLoudness()
    #expect(await session.allNotes() == [])
  }

  @Test("A performance that ends before the result is known gets no warning")
  func cancelled() async throws {
    // A bound is known at once: only that it is too late keeps it from being said.
    let session = try set(0.75, keys: ["violin-b": "entry = \"top\""]).session()
    _ = try await SessionBench(session)
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await session.noteLoudness()
    }
    await asking.value
    #expect(await session.allNotes() == [])
  }
}

extension Performance {
  /// The sentences among ``allEvents()``.
  fileprivate func allNotes() async -> [String] {
    await allEvents().compactMap { if case .note(let note) = $0 { note.text(.english) } else { nil } }
  }
}
