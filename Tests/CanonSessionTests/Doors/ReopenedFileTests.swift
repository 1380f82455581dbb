import CanonLiveSupport
import CanonSchedule
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A stem that was given another file before its door shut plays that file when the door opens again. The file is read
/// again then, and may be another by now.
@Suite struct ReopenedFileTests {
  private let small: SmallSet
  private let clock: TestClock

  init() throws {
    clock = TestClock(try TestClock.tokyo("2026-12-05T11:00"))
    small = try SmallSet(
      doors: """
        violin-b = { hours = "10:00-12:00" }
        violin-c = { opens = 2026-12-01, until = 2026-12-06T11:30:00 }
        """)
    try SmallSet.write([Float](repeating: 0.375, count: SmallSet.loop), to: small.folder.file("other.wav"))
  }

  /// violin-b plays the other file, until its door shuts and its samples are gone.
  private func shut() async throws -> SessionBench {
    let session = try await small.performance(at: clock)
    var bench = try await SessionBench(session)
    try await bench.play("violin-b", "other.wav", at: 0.375)
    clock.now = try TestClock.tokyo("2026-12-05T12:00")
    await session.pump()
    await bench.run(2 * SmallSet.loop)
    // The doors are looked at again.
    clock.now = clock.now + 5
    await session.pump()
    await bench.run(100)
    #expect(await !session.holdsSamples(of: "violin-b"))
    return bench
  }

  @Test func theFileThatItWasGivenIsHeardAgain() async throws {
    var bench = try await shut()
    clock.now = try TestClock.tokyo("2026-12-06T11:00")
    await bench.session.pump()
    #expect(try await bench.say("start violin-b now") == [])
    #expect(await bench.run(1000).ports[2].dropFirst(480).allSatisfy { $0 == 0.375 })
  }

  @Test func whereTheFileIsThatOfALockedStemByNowItsDoorCountsToo() async throws {
    var bench = try await shut()
    try FileManager.default.removeItem(atPath: small.folder.file("other.wav"))
    try FileManager.default.copyItem(
      atPath: small.folder.file("violin-c.wav"), toPath: small.folder.file("other.wav"))
    clock.now = try TestClock.tokyo("2026-12-06T11:00")
    await bench.session.pump()
    #expect(try await bench.say("start violin-b now") == [])
    #expect(await bench.run(1000).ports[2].dropFirst(480).allSatisfy { $0 == 0.0625 })
    clock.now = try TestClock.tokyo("2026-12-06T11:30")
    await bench.session.pump()
    await bench.run(2 * SmallSet.loop)
    #expect(await bench.run(1000).ports[2].allSatisfy { $0 == 0 }, "violin-c is locked, and its file with it")
  }
}
