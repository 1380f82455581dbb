import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Testing

@testable import CanonRender

/// Doors that change while a score is rendered: they look on the frames on which something changes, whatever the
/// period, and whether or not repetitions are mixed.
@Suite struct DoorsInRenderingTests {
  static let periods = [1, 63, 1 << 20]

  /// - Parameters:
  ///   - version: That of the journal.
  ///   - played: When its clock started, in seconds since 1970.
  ///   - lines: Those below the header.
  private static func journal(_ version: Int, played: Double, _ lines: String) -> String {
    """
    # canon journal \(version)
    # source: small
    # sample rate: 48000
    # loop: \(SmallSet.loop)
    # played: \(played) seconds since 1970
    \(lines)
    """
  }

  private func render(
    doors: String, keys: [String: String] = [:], _ score: String, period: Int, mayRepeat: Bool = true,
    length: RenderLength = .loops(5)
  ) async throws -> Rendering {
    let set = try SmallSet(keys: keys)
    let header = try Score.parse(path: "test.score", text: score).header
    let session = try set.session(doors: doors, playing: header)
    await session.watchDoors(replaying: header)
    return try await Rendering(session, score: score, length: length, period: period, mayRepeat: mayRepeat)
  }

  /// The first frame that a stem's port delivers, and the last.
  private func span(_ rendering: Rendering, _ stem: Int) -> [Int?] {
    let port = rendering.port(stem)
    return [port.firstIndex { $0 != 0 }, port.lastIndex { $0 != 0 }]
  }

  private func expectSame(
    doors: String, keys: [String: String] = [:], _ score: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Rendering {
    let reference = try await render(doors: doors, keys: keys, score, period: 4096, mayRepeat: false)
    for period in Self.periods {
      for mayRepeat in [true, false] where period > 1 || mayRepeat {
        let other = try await render(
          doors: doors, keys: keys, score, period: period, mayRepeat: mayRepeat)
        #expect(
          other.sink.bits == reference.sink.bits, "period \(period), repeats \(mayRepeat)",
          sourceLocation: sourceLocation)
      }
    }
    return reference
  }

  @Test func aStemThatJoinsBehindNeedsBeginsWithAStartThatHasWaited() async throws {
    let rendering = try await expectSame(
      doors: "violin-b = { needs = [\"violin-a\"], join = true }", keys: ["violin-b": "quantum = \"now\""],
      "@100 in 400 frames start violin-a now")
    #expect(span(rendering, 2) == span(rendering, 1))
  }

  @Test func aStemThatJoinsBehindNeedsBeginsOnTheNextBoundaryAndGoesOn() async throws {
    let rendering = try await expectSame(
      doors: "violin-b = { needs = [\"violin-a\"], join = true }", "@100 start violin-a")
    let port = rendering.port(2)
    #expect(port.firstIndex { $0 != 0 } == SmallSet.loop, "the boundary on which violin-a begins")
    #expect(port[SmallSet.loop...].filter { $0 == 0 }.isEmpty)
  }

  @Test func aStartInTheFarFutureIsNotPassedByARepetition() async throws {
    let rendering = try await expectSame(
      doors: "violin-b = { needs = [\"violin-a\"], join = true }",
      keys: ["violin-b": "quantum = { start = \"loop:3\" }"], "@100 start violin-a")
    #expect(span(rendering, 2)[0] == 3 * SmallSet.loop)
  }

  @Test func aRitualIsHeardForItsLoopsAndTheOthersReturn() async throws {
    let rendering = try await expectSame(
      doors: "violin-b = { needs = [\"violin-a\"], join = true, ritual = \"solo 2\" }",
      "@100 start violin-a now\n@200 start violin-c now")
    let (a, c) = (rendering.port(1), rendering.port(3))
    let loop = SmallSet.loop
    for port in [a, c] {
      #expect(port[(loop - 100)..<loop].contains { $0 != 0 })
      #expect(port[(loop + 240)..<(3 * loop)].allSatisfy { $0 == 0 }, "violin-b alone, over the base")
      #expect(port[(3 * loop + 240)...].filter { $0 == 0 }.isEmpty, "they have returned")
    }
  }

  @Test func aDoorShutsOnTheFrameOnWhichWhatItNeedsIsAskedToStop() async throws {
    let rendering = try await expectSame(
      doors: "violin-b = { needs = [\"violin-a\"] }", keys: ["violin-b": "quantum = { stop = \"now\" }"],
      "@100 start violin-a now\n@1000 start violin-b now\n@30001 stop violin-a")
    #expect(span(rendering, 2)[1] == 30_001 + 47)
  }

  @Test func whatOneDoorBringsOpensTheNextOnTheSameFrame() async throws {
    let rendering = try await expectSame(
      doors: """
        violin-b = { needs = ["violin-a"], join = true }
        violin-c = { needs = ["violin-b"], join = true }
        """, keys: ["violin-b": "quantum = \"now\"", "violin-c": "quantum = \"now\""],
      "@3000 start violin-a now")
    #expect(span(rendering, 2)[0] == 3001)
    #expect(span(rendering, 3)[0] == 3001)
  }

  @Test func aFollowActionMeetsADoorOnItsFrameWhateverThePeriod() async throws {
    // violin-a asks for violin-b on frame 11520, one loop before it is due. What is due on a frame comes before what is
    // received there, so a door that opens on that very frame is late.
    let opening = try AsOf.parse("2026-12-05T00:00:01", zone: try Zone("Asia/Tokyo"))
    for (frames, starts) in [(11_510, true), (11_519, true), (11_520, false), (11_530, false)] {
      let played = opening.secondsSince1970 - Double(frames) / 48_000
      let score = Self.journal(1, played: played, "@0 start violin-a now\n@46080 quit")
      let rendering = try await expectSame(
        doors: "violin-b = 2026-12-05T00:00:01",
        keys: ["violin-a": "after = { loops = 2, then = \"start:violin-b\" }"], score)
      #expect(span(rendering, 2)[0] == (starts ? 2 * SmallSet.loop : nil), "opens at \(frames)")
    }
  }

  @Test func aDoorOpensOnItsFrameAlsoWhileACycleIsRepeated() async throws {
    // violin-a asks for violin-b on frame 57600, one loop before it is due; the door opens between the two frames before.
    let opening = try AsOf.parse("2026-12-05T00:00:01", zone: try Zone("Asia/Tokyo"))
    let score = Self.journal(
      1, played: opening.secondsSince1970 - 57_598.5 / 48_000.0, "@0 start violin-a now\n")
    for mayRepeat in [true, false] {
      let rendering = try await render(
        doors: "violin-b = 2026-12-05T00:00:01",
        keys: ["violin-a": "after = { loops = 6, then = \"start:violin-b\" }"], score, period: 4096,
        mayRepeat: mayRepeat, length: .loops(8))
      #expect((rendering.report.repeatedFrames > 0) == mayRepeat)
      #expect(span(rendering, 2)[0] == 6 * SmallSet.loop, "repeats \(mayRepeat)")
    }
  }

  @Test(
    "A start that is received just after its door has shut by date counts as long as the journal has no shut",
    arguments: [
      ("@0 open violin-b\n@10500 start violin-b now\n@12000 shut violin-b", true),
      ("@0 open violin-b\n@10400 shut violin-b\n@10500 start violin-b now", false),
      ("@10500 start violin-b now", false), ("@10500 open violin-b\n@10600 start violin-b now", true),
      ("@260000 open violin-b\n@260000 start violin-b now", false),
      ("@0 open violin-b\n@260000 start violin-b now", false),
    ])
  func startsBesideTheEdge(lines: String, isAllowed: Bool) async throws {
    // The door shuts on frame 10000.
    let shuts = try AsOf.parse("2026-12-05T00:00:01", zone: try Zone("Asia/Tokyo"))
    let score = Self.journal(
      2, played: shuts.secondsSince1970 - 10_000 / 48_000.0, "\(lines)\n@270000 quit")
    let rendering = try await render(
      doors: "violin-b = { opens = 2026-12-01, until = 2026-12-05T00:00:01 }", score, period: 4096,
      length: .score)
    #expect(rendering.report.refused.isEmpty == isAllowed)
    let openings = rendering.report.refused.filter {
      lines.split(separator: "\n")[$0.line - 6].contains("open")
    }
    #expect(
      openings.count == (lines.contains("@260000 open") ? 1 : 0),
      "an opening long after the shutting is refused")
    #expect(rendering.port(2).contains { $0 != 0 } == isAllowed)
  }
}
