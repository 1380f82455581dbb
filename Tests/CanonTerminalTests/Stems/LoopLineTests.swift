import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// Where the loop is, in words and lamps.
@Suite struct LoopLineTests {
  @Test(
    "A lamp for each beat, up to twelve",
    arguments: [(1, "beat 1   "), (12, "beat 1 2 3 4 5 6 7 8 9 10 11 12 "), (13, "beat 1/13 ")])
  func lamps(beats: Int, text: String) throws {
    let grid = Grid(
      loop: GridLine(numerator: 48_000 * 13 * 12, denominator: 1)!, barsPerLoop: 1, beatsPerLoop: beats)
    var view = try Stage.usual().view
    view.snapshot = moment(at: 0, grid: grid)
    let row = shownText(LoopLine(context: DrawingContext(view, columns: 120)).row())
    #expect(row.contains(text), "\(row)")
  }

  @Test func withoutAServerTheLoopSaysSo() throws {
    var stage = try Stage.usual()
    stage.isAway = true
    #expect(
      shownText(LoopLine(context: DrawingContext(stage.view, columns: 80)).row()).hasSuffix(
        "here when the server went"))
    #expect(
      shownText(LoopLine(context: DrawingContext(stage.view, columns: 60)).row()).hasSuffix("no server"))
    func role(_ stage: Stage) -> Role? {
      LoopLine(context: DrawingContext(stage.view, columns: 80)).row().spans.last?.role
    }
    #expect(role(stage) == .warning)
    stage.isAway = false
    #expect(role(stage) == .heading)
    #expect(
      shownText(LoopLine(context: DrawingContext(stage.view, columns: 80)).row()).hasSuffix(
        "next loop in 15 beats, 11.1 s"))
    #expect(
      shownText(LoopLine(context: DrawingContext(stage.view, columns: 60)).row()).hasSuffix(
        "15 beats, 11.1 s"))
  }

  @Test(
    "On a loop's top the next one is a whole loop away",
    arguments: [(-1, "1 beat, 0.0 s"), (0, "32 beats, 24.0 s"), (1, "32 beats, 24.0 s")])
  func nextLoop(offset: FramePosition, text: String) throws {
    var stage = try Stage.usual()
    stage.position = 2 * Stage.loop + offset
    let row = shownText(LoopLine(context: DrawingContext(stage.view, columns: 80)).row())
    #expect(row.hasSuffix("next loop in \(text)"), "\(row)")
  }

  @Test func withoutATempoWhatWaitsBlinksEachSecond() throws {
    var stage = try Stage.usual()
    stage.hasTempo = false
    for (position, isLit) in [
      (0, true), (23_999, true), (24_000, false), (47_999, false), (48_000, true), (-1, false),
      (-24_001, true),
    ] as [(FramePosition, Bool)] {
      stage.position = position
      #expect(DrawingContext(stage.view, columns: 80).isLit == isLit, "\(position)")
    }
  }

  @Test func theLastBeatCountsAsOne() throws {
    var stage = try Stage.usual()
    stage.position = 0
    let context = DrawingContext(stage.view, columns: 80)
    #expect(context.beats(until: Stage.beat) == 1)
    #expect(context.beats(until: Stage.beat + 1) == 2)
    #expect(context.beats(until: 32 * Stage.beat) == 32)
    #expect(context.beats(until: -Stage.beat) == 0)
  }

  @Test("Before the clock runs it shows no place")
  func beforeTheClock() async throws {
    let bench = try await ScreenBench(rolls: false)
    try await bench.wait { await bench.stem("cello") == "play" }
    #expect(await bench.picture()[1].hasPrefix(" The clock has not started."))
    await bench.roll()
    #expect(await bench.picture()[1].hasPrefix(" loop 1   bar 1/2"))
  }
}
