import CanonControl
import CanonControlSupport
import CanonEngine
import Testing

/// Where a frame lies, as musicians count: a loop of eight bars of four beats, 36,000 frames each.
@Suite struct MusicalPlaceTests {
  @Test(
    "Loops, bars and beats count from 1; the top of a loop has no bar",
    arguments: [
      (0, 1, nil), (1, 1, [1, 1]), (35_999, 1, [1, 1]), (36_000, 1, [1, 2]), (143_999, 1, [1, 4]),
      (144_000, 1, [2, 1]), (1_151_999, 1, [8, 4]), (1_152_000, 2, nil), (1_152_000 + 180_000, 2, [2, 2]),
    ] as [(FramePosition, Int64, [Int64]?)])
  func counted(frame: FramePosition, loop: Int64, beat: [Int64]?) {
    let place = MusicalPlace(frame, in: moment())
    #expect(place.frame == frame)
    #expect(place.loop == loop)
    #expect(place.beat.map { [$0.bar, $0.beat] } == beat)
  }

  @Test func withoutATempoThereIsOnlyALoop() {
    let grid = Grid(loop: GridLine(numerator: 1000, denominator: 1)!, barsPerLoop: 0, beatsPerLoop: 0)
    let place = MusicalPlace(2500, in: moment(grid: grid))
    #expect(place.loop == 3)
    #expect(place.beat == nil)
  }

  @Test func beforeTheClockThereIsOnlyAFrame() {
    let place = MusicalPlace(7, in: moment(grid: nil))
    #expect(place.frame == 7)
    #expect(place.loop == nil)
    #expect(place.beat == nil)
  }
}
