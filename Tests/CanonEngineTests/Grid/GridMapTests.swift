import CanonEngine
import CanonTestSupport
import Testing

/// The same musical place on two grids.
@Suite struct GridMapTests {
  private func grid(_ frames: Int64, bars: Int = 0, beats: Int = 0) -> Grid {
    Grid(loop: GridLine(numerator: frames, denominator: 1)!, barsPerLoop: bars, beatsPerLoop: beats)!
  }

  @Test("Bars and beats keep their numbers at another tempo, whatever the length of the loop")
  func tempo() {
    let old = grid(80, bars: 2, beats: 8), new = grid(480, bars: 4, beats: 16)
    let map = GridMap(from: old, to: new)
    for beat in -20...20 as ClosedRange<Int64> {
      #expect(map.position(of: beat * 10) == beat * 30)
      #expect(map.position(of: beat * 10 + 5) == beat * 30 + 15)
    }
  }

  @Test("With other beats to the bar the bar keeps its number, and the place in it its share")
  func otherBeats() {
    let map = GridMap(from: grid(80, bars: 2, beats: 8), to: grid(90, bars: 3, beats: 9))
    #expect([0, 40, 80, 120].map { map.position(of: $0) } == [0, 30, 60, 90])
    #expect(map.position(of: 50) == 37)
  }

  @Test("Without a tempo loops keep their numbers")
  func withoutTempo() {
    let map = GridMap(from: grid(80, bars: 2, beats: 8), to: grid(100))
    #expect([0, 40, 80, 160, -80].map { map.position(of: $0) } == [0, 50, 100, 200, -100])
  }

  @Test("Nothing is further than the last boundary that a change can have, forwards or back")
  func furthest() {
    let map = GridMap(from: grid(12_000), to: grid(86_400 * 48_000)), last = FramePosition(1 << 53) - 1
    for place in [1 << 52, last] {
      #expect(map.position(of: place) == last)
      #expect(map.position(of: -place) == -last)
    }
  }

  @Test("Nothing moves if only the loop has more of the same bars")
  func sameBars() {
    let map = GridMap(from: grid(80, bars: 2, beats: 8), to: grid(160, bars: 4, beats: 16))
    #expect(map.isIdentity)
    #expect(map.position(of: 12345) == 12345)
  }

  @Test("Later places stay later, and every line lies on its line", arguments: Sampled.seeds)
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bars = Int(random.number(1...7)), beats = bars * Int(random.number(1...5))
    func grid() -> Grid? { Grid(loop: Sampled.line(&random), barsPerLoop: bars, beatsPerLoop: beats) }
    guard let old = grid(), let new = grid() else { return }
    let map = GridMap(from: old, to: new)
    // Far enough for both lines to be exact.
    let reach = min(1 << 40, (1 << 52) / (new.loop.numerator / old.loop.numerator + 1))
    for _ in 0..<100 {
      let position = random.number(-reach...reach)
      #expect(map.position(of: position) <= map.position(of: position + 1))
      let beat = old.beat.index(containing: position)
      let expected = max(1 - (1 << 53), min(new.beat.position(of: beat), (1 << 53) - 1))
      #expect(map.position(of: old.beat.position(of: beat)) == expected)
    }
  }
}
