import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Doors while another tempo takes over: what has begun goes on in its bars, and what is shut stays silent.
@Suite struct PlaybackDoorTests {
  private static let loop = SmallSet.loop
  private static let opening = "2026-12-06"

  /// When half the tempo is asked for, and between which frames the stem is to be heard alone, over the base: twice its loops.
  struct Course: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Before the door opens, or after it.
    var isBefore = false
    var asked = 1100
    var line = "tempo 500"
    let begins: Int
    let ends: Int
  }

  private static let courses = [
    // The tempo takes over on the end of the first loop, and a loop has twice the frames from there on.
    Course(
      testDescription: "the door opens while the tempo waits", isBefore: true, begins: 3 * loop,
      ends: 7 * loop),
    Course(testDescription: "the stem begins on that frame", begins: loop, ends: 5 * loop),
    // It takes over between the two loops.
    Course(
      testDescription: "the ritual is under way", asked: loop + 1000, begins: loop, ends: 4 * loop),
    // It takes over in the middle of the second loop, whose end has been asked for by then.
    Course(
      testDescription: "the end of the ritual is due", asked: 2 * loop + 5000, line: "tempo 500 beat",
      begins: loop, ends: 3 * loop + SmallSet.bar),
  ]

  @Test(
    "A ritual goes on in the other tempo, by its loops, and a locked stem stays silent", arguments: courses)
  func ritual(_ course: Course) async throws {
    let clock = TestClock(try TestClock.tokyo(Self.opening) + -10)
    let small = try SmallSet(
      doors: "violin-b = { opens = 2026-12-06, ritual = \"solo 2\" }\nviolin-c = 2026-12-24",
      keys: Dictionary(uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") }))
    let session = try await small.performance(journal: small.folder.file("evening.journal"), at: clock)
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now")
    var heard = await bench.run(500)
    // In steps, as a driver's, so that the end of the ritual is asked for in time.
    func run(to frame: Int) async {
      while heard.master.count < frame { heard += await bench.run(min(512, frame - heard.master.count)) }
    }
    if course.isBefore { #expect(try await bench.say(course.line, at: .lines) == []) }
    await run(to: 1000)
    clock.now = try TestClock.tokyo(Self.opening)
    if course.isBefore { await run(to: Self.loop + 100) }
    // The stem joins once it is read, however long that takes.
    _ = await session.settle()
    heard += await bench.run(1)
    #expect(await session.stem("violin-b").status.text == "wait, play @\(course.begins) by door")
    await run(to: course.asked)
    if !course.isBefore { #expect(try await bench.say(course.line, at: .lines) == []) }
    await run(to: course.ends + 1000)

    #expect(await session.snapshot().grid?.loop == GridLine(numerator: Int64(2 * Self.loop), denominator: 1))
    #expect(heard.master[course.begins - 300] == 0.75, "the base and violin-a")
    #expect(heard.master[course.begins + 300] == 0.625, "the base and violin-b")
    #expect(heard.master[course.ends - 300] == 0.625)
    #expect(heard.master[course.ends + 300] == 0.875, "all three")
    #expect(heard.ports[2][..<course.begins].allSatisfy { $0 == 0 })
    #expect(heard.ports[3].allSatisfy { $0 == 0 }, "violin-c is locked")
    #expect(await session.stem("violin-b").solo == .off)
    await session.finish()
    try await small.expectRendering(is: heard)
  }
}
