import CanonEngine
import CanonTestSupport
import Testing

/// Beats, bars and the loop together.
@Suite struct GridTests {
  /// 4 bars of 3 beats in a loop of 100/3 frames: nothing divides evenly.
  static let uneven = Grid(
    loop: GridLine(numerator: 100, denominator: 3)!, barsPerLoop: 4, beatsPerLoop: 12)!

  @Test("Beats and bars of an uneven loop, worked out by hand")
  func drawn() {
    let grid = Self.uneven
    #expect((0...3).map(grid.loop.position) == [0, 33, 67, 100])
    // Every 8 1/3 frames.
    #expect((0...8).map(grid.bar.position) == [0, 8, 17, 25, 33, 42, 50, 58, 67])
    // Every 2 7/9 frames.
    #expect((0...12).map(grid.beat.position) == [0, 3, 6, 8, 11, 14, 17, 19, 22, 25, 28, 31, 33])
  }

  @Test("The last beat and the last bar of every loop meet the next loop", arguments: Sampled.seeds)
  func beatsMeetTheLoop(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bars = Int.random(in: 1...64, using: &random), beats = bars * Int.random(in: 1...16, using: &random)
    let loop = GridLine(
      numerator: Int64.random(in: 100_000...9_000_000_000, using: &random),
      denominator: Int64.random(in: 1...97, using: &random))!
    let grid = Grid(loop: loop, barsPerLoop: bars, beatsPerLoop: beats)!
    for _ in 0..<50 {
      let index = loop.index(atOrAfter: Sampled.position(&random))
      let top = loop.position(of: index)
      #expect(grid.bar.position(of: index * Int64(bars)) == top)
      #expect(grid.beat.position(of: index * Int64(beats)) == top)
      #expect(grid.beat.index(atOrAfter: top) == index * Int64(beats))
    }
  }

  @Test(
    "A change waits for the boundary of its quantum",
    arguments: [
      (Quantum.now, 27), (.beat, 28), (.bar, 33), (.loop, 33), (Quantum(.beat, count: 4)!, 33),
      (Quantum(.bar, count: 3)!, 50), (Quantum(.loop, count: 2)!, 67),
    ] as [(Quantum, FramePosition)])
  func quanta(quantum: Quantum, frame: FramePosition) {
    #expect(Self.uneven.boundary(atOrAfter: 27, quantum: quantum) == frame)
    #expect(Self.uneven.boundary(atOrAfter: frame, quantum: quantum) == frame)
  }

  @Test("The phase counts up from each loop's top, before the origin too")
  func phase() {
    #expect([-1, 0, 1, 32, 33, 66, 67, 99, 100].map(Self.uneven.phase) == [32, 0, 1, 32, 0, 33, 0, 32, 0])
  }

  @Test("Without a tempo a bar and a beat are the whole loop")
  func withoutTempo() throws {
    let grid = try #require(Grid(loop: GridLine(numerator: 1000, denominator: 1)!))
    #expect(grid.beat == grid.loop)
    #expect(grid.bar == grid.loop)
    #expect(grid.boundary(atOrAfter: 1, quantum: .beat) == 1000)
  }

  @Test("A grid whose beats are shorter than a frame, or whose counts are absurd, is refused")
  func refused() {
    let loop = GridLine(numerator: 10, denominator: 1)!
    #expect(Grid(loop: loop, barsPerLoop: 10, beatsPerLoop: 10) != nil)
    #expect(Grid(loop: loop, barsPerLoop: 1, beatsPerLoop: 11) == nil)
    #expect(Grid(loop: loop, barsPerLoop: 11, beatsPerLoop: 1) == nil)
    #expect(Grid(loop: loop, barsPerLoop: -1) == nil)
    #expect(Grid(loop: GridLine(numerator: 1 << 51, denominator: 1)!, beatsPerLoop: 1_000_001) == nil)
    #expect(Grid(loop: GridLine(numerator: 1 << 51, denominator: (1 << 50) + 1)!, beatsPerLoop: 8) == nil)
  }
}
