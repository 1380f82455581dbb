import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// The heartbeat is quick while the engine is about to say something (a fiftieth of a second ahead), and slow else.
@Suite struct ExpectedNewsTests {
  private static let near = 960

  private func bench(_ keys: String = "") async throws -> SessionBench {
    try await SessionBench(try SmallSet(keys: ["violin-a": keys]).session())
  }

  @Test func whileLoopsGoRoundNoneIsExpected() async throws {
    var bench = try await bench()
    try await bench.say("start violin-a now", then: 1)
    #expect(await !bench.session.expectsNews)
    await bench.run(4 * SmallSet.loop)
    #expect(await !bench.session.expectsNews)
  }

  @Test func theAnswerToACommandIs() async throws {
    var bench = try await bench()
    try await bench.say("gain cello -6")
    #expect(await bench.session.expectsNews)
    await bench.run(1)
    #expect(await !bench.session.expectsNews)
  }

  @Test func soIsTheStartOfTheClock() async throws {
    let session = try SmallSet().session()
    #expect(await session.expectsNews, "no engine yet")
    _ = try await session.makeEngine(at: .studio)
    #expect(await session.expectsNews)
  }

  @Test(
    "A change on frame 46080 is expected news from shortly before it",
    arguments: [
      ("", 1, "start violin-a loop:4"), ("repeat = 4", 0, "start violin-a now"),
      ("after = { loops = 4, then = \"mute\" }", 0, "start violin-a now"),
    ])
  func change(keys: String, frame: Int, line: String) async throws {
    var bench = try await bench(keys)
    let session = bench.session
    await bench.run(frame)
    try await bench.say(line)
    let at = 4 * SmallSet.loop
    await bench.run(100)
    while let now = await session.clock?.position, now <= at - Self.near {
      #expect(await !session.expectsNews, "\(now)")
      await bench.run(min(1000, at - Self.near + 1 - Int(now)))
    }
    #expect(await session.expectsNews)
    await bench.run(Self.near - 2)
    #expect(await session.expectsNews)
    await bench.run(2)
    #expect(await !session.expectsNews, "it has happened")
  }
}
