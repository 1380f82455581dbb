import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Live = offline after the server came back at another rate: the journal's second part is what was played.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RecoveryRenderTests {
  @Test(
    "The second part of a journal renders what the second engine played",
    arguments: [
      Periods.constant(64), .constant(1000), .mixed(seed: 7),
    ])
  func secondPart(periods: Periods) async throws {
    let small = try SmallSet()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var live = try await LiveBench(session, at: .studio, periods: periods)
    try await live.say("start violin-a violin-b now")
    try await live.say("pan violin-b -0.3")
    _ = try await live.run(5000)
    try await live.say("mute violin-b now")
    try await live.say("gain violin-a -9.5")
    try await live.say("start violin-c bar:4")
    _ = try await live.run(10_000)

    let rate = try #require(SampleRate(hertz: 44_100))
    live = try await LiveBench(session, at: rate, periods: periods)
    try await live.skip(14_000, pending: 1)
    var played = try await live.run(3000)
    try await live.say("unmute violin-b beat")
    played += try await live.run(20_000)
    try await live.say("stop violin-a now")
    played += try await live.run(2001)
    await session.finish()

    let journal = try Score.load(small.folder.file("evening-2.journal"))
    #expect(journal.header?.sampleRate == rate)
    #expect(journal.lines.contains { $0.command == .skip(14_000) })
    let text = try String(contentsOfFile: small.folder.file("evening-2.journal"), encoding: .utf8)
    let rendering = try await Rendering(small.session(), score: text, at: rate)
    #expect(rendering.sink.bits[0] == played.map(\.bitPattern))
    #expect(rendering.report.frames == 25_001)
    #expect(rendering.report.refused.isEmpty)
    #expect(Set(played).count > 10_000)
  }
}

/// A session played as a driver does, in periods, with the master's samples kept.
private struct LiveBench: ~Copyable {
  private let session: Performance
  private var engine: Engine
  private var periods: Periods

  init(_ session: Performance, at rate: SampleRate, periods: Periods) async throws {
    self.session = session
    self.periods = periods
    engine = try await session.makeEngine(at: rate)
    await session.roll()
  }

  func say(_ line: String) async throws {
    let problems = await session.perform(try CommandParser.parse(line), by: .input)
    #expect(problems.isEmpty)
  }

  /// Delivers so many frames, interleaved.
  mutating func run(_ frames: Int) async throws -> [Float] {
    var output: [Float] = []
    while output.count < 2 * frames {
      output += period(min(frames - output.count / 2, periods.next()))
      await session.pump()
    }
    return output
  }

  private mutating func period(_ frames: Int) -> [Float] {
    var left = [Float](repeating: .nan, count: frames), right = left
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        let master = OutputPair(left: left.baseAddress!, right: right.baseAddress!)
        engine.process(frames: Int32(frames), master: master, ports: nil)
      }
    }
    return zip(left, right).flatMap { [$0, $1] }
  }

  /// The driver's way over lost frames; waits until `pending` changes were asked for again.
  mutating func skip(_ frames: FrameCount, pending: Int) async throws {
    engine.skip(frames)
    await session.pump()
    while await session.unanswered < pending {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
