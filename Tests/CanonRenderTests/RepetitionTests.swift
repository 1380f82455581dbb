import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import Testing

@testable import CanonRender

/// A common cycle in which nothing changes is mixed once and delivered again: the same bits as if it had been mixed
/// every time, of the master, of each stem and of each bus.
@Suite struct RepetitionTests {
  let small: SmallSet
  let full: FullSet

  init() throws {
    small = try SmallSet()
    full = try FullSet()
  }

  private func smallSession() throws -> Performance { try small.session() }

  private func fullSession() throws -> Performance {
    let set = full
    let source = try Source.load(set.path)
    return try Performance(
      set: source.set, schedule: nil, now: { withExtendedLifetime(set) { Instant(secondsSince1970: 0) } })
  }

  /// Renders twice, once mixing everything, and returns how many frames were delivered again.
  private func expectSame(
    _ session: () throws -> Performance, score: String, length: RenderLength = .score, period: Int = 4096,
    stems: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> FrameCount {
    let mixed = try await Rendering(
      session(), score: score, length: length, period: period, stems: stems, mayRepeat: false)
    let repeated = try await Rendering(
      session(), score: score, length: length, period: period, stems: stems, mayRepeat: true)
    #expect(mixed.report.repeatedFrames == 0, sourceLocation: sourceLocation)
    #expect(mixed.report.refused.isEmpty, sourceLocation: sourceLocation)
    #expect(repeated.report.frames == mixed.report.frames, sourceLocation: sourceLocation)
    #expect(repeated.sink.pairs.count == mixed.sink.pairs.count, sourceLocation: sourceLocation)
    for (pair, (a, b)) in zip(repeated.sink.bits, mixed.sink.bits).enumerated() where a != b {
      let sample = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
      Issue.record("pair \(pair) differs from frame \(sample / 2) on", sourceLocation: sourceLocation)
    }
    return repeated.report.repeatedFrames
  }

  @Test("Behind the ports of the stems the buses are delivered, each with what is sent to it")
  func buses() async throws {
    let rendering = try await Rendering(fullSession(), length: .loops(3))
    let pairs = rendering.sink.pairs
    try #require(pairs.count == 1 + FullSet.ids.count + FullSet.buses.count)
    let (cello, bass, hall, foldback) = (pairs[1], pairs[2], pairs[14], pairs[15])
    func gain(_ decibels: Double) -> Float { Gain(Decibels(decibels)!).linear }
    for sample in stride(from: 0, to: hall.count, by: 97) {
      #expect(abs(hall[sample] - gain(-6) * cello[sample] - gain(-12) * bass[sample]) < 1e-6)
      #expect(abs(foldback[sample] - gain(-3) * bass[sample]) < 1e-6)
    }
    #expect(foldback.contains { abs($0) > 0.01 })
  }

  // MARK: - How much is repeated

  @Test func ofTenLoopsWithoutAChangeNineAreRepeated() async throws {
    let repeated = try await expectSame(smallSession, score: "", length: .loops(10))
    #expect(repeated == 9 * 11_520)
  }

  @Test func afterAChangeOneCycleIsMixedAnew() async throws {
    // The ramp of 240 frames, then one loop; the rest is repeated, before and after.
    let repeated = try await expectSame(
      smallSession, score: "@30000 start violin-a now", length: .loops(10), period: 16)
    #expect(repeated == (30_000 - 11_520) + (115_200 - 30_000 - 240 - 11_520))
  }

  @Test func whatDoesNotLastLongerThanOneCycleIsMixed() async throws {
    try await #expect(expectSame(smallSession, score: "", length: .loops(1)) == 0)
    try await #expect(expectSame(smallSession, score: "@11521 quit", length: .score) == 1)
  }

  @Test func silenceIsRepeatedFromItsFirstFrameOn() async throws {
    let repeated = try await expectSame(
      smallSession, score: "@0 mute cello now", length: .loops(3), period: 16)
    // A ramp of the shortest kind, and the one frame that silence takes to be known.
    #expect(repeated == 3 * 11_520 - 48 - 1)
  }

  @Test(
    "What will change by itself ends the repetition on its very frame",
    arguments: [60_000, 57_600, 57_601, 115_199])
  func pendingChange(frame: Int) async throws {
    let repeated = try await expectSame(
      smallSession, score: "@\(frame - 20_000) start violin-b loop:5\n@115200 quit")
    #expect(repeated > 40_000)
  }

  // MARK: - Changes in odd places

  @Test("The same bits whatever the period", arguments: [1, 63, 1024, 11_519, 11_521, 1 << 20])
  func periods(period: Int) async throws {
    let score = """
      @0 start violin-a now
      @1 gain violin-a -11
      @40000 pan violin-a 0.25
      @51519 start violin-b beat
      @75000 mute cello bar
      @90001 skip 777
      @103681 stop violin-a now
      @130000 quit
      """
    let repeated = try await expectSame(smallSession, score: score, period: period, stems: period != 1)
    // A period that lasts from change to change holds the ramp too, and nothing is repeated.
    #expect(repeated > (period < 20_000 ? 20_000 : -1))
  }

  @Test("The same bits wherever a change falls", arguments: 0..<12)
  func oddPlaces(number: Int) async throws {
    // Near the ends of cycles, of ramps and of recordings.
    let frame = 11_520 * (2 + number % 3) + [-241, -240, -1, 0, 1, 239, 240, 241][number % 8] + number
    let score = """
      @100 start violin-a now
      @\(frame) mute violin-a now
      @\(frame + 11_520) unmute violin-a beat
      @\(frame + 23_041) gain cello -20 over 7777 frames
      @\(frame + 46_080) solo violin-a
      @\(frame + 80_000) gain master -2 loop over 1 bar
      @\(frame + 110_000) quit
      """
    try await #expect(expectSame(smallSession, score: score) > 10_000)
  }

  @Test("Commands of a busy score, all at hand, and then nothing for a while")
  func busyScore() async throws {
    let score = OfflineDriverTests.busyScore.replacing("@25000 quit", with: "@200000 quit")
    try await #expect(expectSame(smallSession, score: score) > 100_000)
  }

  // MARK: - Loops of several lengths

  @Test("Two bases of one and two loops, a beat of 28800/7 frames: the cycle is 115200 frames")
  func rationalLoops() async throws {
    // Two loops are 115200/7 frames: whole again after seven times as many.
    let repeated = try await expectSame(fullSession, score: "@300000 quit")
    #expect(repeated == 300_000 - 115_200)
  }

  @Test("Three quarters of the loop beside one and two: the cycle is six loops, seven times")
  func threeQuarters() async throws {
    let repeated = try await expectSame(fullSession, score: "@1 start drum now\n@800000 quit")
    #expect((400_000...(800_000 - 345_600)).contains(repeated))
  }

  @Test func aCycleThatIsTooLongIsMixedEveryTime() async throws {
    // 10007 frames beside 57600/7: whole again after 576 million.
    try await #expect(expectSame(fullSession, score: "@1 start free now\n@250000 quit") == 0)
  }

  @Test(
    "Intros, releases, repeats, groups, follow actions, scenes and fades, and nothing for a while after each")
  func everything() async throws {
    let repeated = try await expectSame(fullSession, score: FullSet.score)
    #expect(repeated > 200_000)
  }

  @Test("The master is repeated as well without the ports")
  func masterAlone() async throws {
    try await #expect(expectSame(fullSession, score: FullSet.score, stems: false) > 200_000)
  }
}
