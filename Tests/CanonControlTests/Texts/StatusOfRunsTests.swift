import CanonControl
import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession

/// What `status` shows besides states: the common cycle, the master, solos, what ends and follows by itself.
@Suite struct StatusOfRunsTests {
  private let loop: FrameCount = 1_152_000

  private func cycle(_ numerator: Int64, _ denominator: Int64 = 1, loop: (Int64, Int64) = (1_152_000, 1))
    throws -> String
  {
    let line = try #require(GridLine(numerator: loop.0, denominator: loop.1))
    let grid = try #require(Grid(loop: line))
    let cycle = try #require(GridLine(numerator: numerator, denominator: denominator))
    return StatusText.status(moment(grid: grid, cycle: cycle))[1]
  }

  @Test func theCommonCycleIsCountedInLoops() throws {
    #expect(try cycle(loop) == "Common cycle: 1 loop (24.0 s).")
    #expect(try cycle(6 * loop) == "Common cycle: 6 loops (144.0 s).")
    #expect(try cycle(700, loop: (700, 3)) == "Common cycle: 3 loops (0.0 s).")
  }

  @Test func aCycleThatIsNotWholeLoopsIsToldInSeconds() throws {
    #expect(try cycle(loop / 2) == "Common cycle: 12.0 s.")
    #expect(try cycle(loop * 3 / 2) == "Common cycle: 36.0 s.")
    #expect(try cycle(100_001, 3) == "Common cycle: 0.7 s.")
  }

  @Test func aCycleBeyondTheClockIsToldSo() {
    #expect(StatusText.status(moment(cycle: .some(nil)))[1] == "Common cycle: longer than the clock reaches.")
  }

  @Test func beforeTheFirstServerThereIsNoCycle() {
    #expect(StatusText.status(moment(rate: nil, grid: nil)).count == 3)
  }

  @Test func theMasterIsShownWhereItIsNotAsItWas() {
    #expect(!StatusText.status(moment()).contains { $0.hasPrefix("master") })
    #expect(StatusText.status(moment(master: -3.5))[3] == "master: gain -3.5 dB.")
  }

  @Test("A solo is shown", arguments: [SoloMode.on, .alone])
  func solo(mode: SoloMode) {
    #expect(
      StatusText.status(moment(.play, solo: mode)).last
        == "violin-a: playing. Gain -5.3 dB, pan 0.25. Solo \(mode.word).")
  }

  @Test func whatEndsAndWhatFollowsIsShownWithItsPlace() {
    #expect(
      StatusText.status(moment(.play, end: 4 * loop, follow: 2 * loop + 324_000)).last
        == "violin-a: playing. Gain -5.3 dB, pan 0.25. Ends at loop 5 (frame 4608000). "
        + "Follow action at loop 3, bar 3, beat 2 (frame 2628000).")
  }

  @Test func withoutAServerItIsToldInThePlaceOfTheClock() {
    #expect(
      StatusText.status(moment(at: 48_000, isAway: true)).first
        == "Canon in D: there is no server; the music goes on when there is one.")
  }
}
