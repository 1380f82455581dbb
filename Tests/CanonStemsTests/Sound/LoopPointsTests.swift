import CanonEngine
import Testing

@testable import CanonStems

/// What a file says of its loop, held against the file.
@Suite struct LoopPointsTests {
  private func points(_ start: FrameCount, _ end: FrameCount) -> LoopPoints {
    LoopPoints(start: start, end: end, .sampler)
  }

  @Test("A loop lies inside the file and is not empty")
  func range() {
    #expect(points(0, 100).range(in: 100) == 0..<100)
    #expect(points(99, 100).range(in: 100) == 99..<100)
    for wrong in [(0, 101), (100, 101), (50, 50), (60, 50), (-1, 50), (.min, .max)]
      as [(FrameCount, FrameCount)]
    {
      #expect(points(wrong.0, wrong.1).range(in: 100) == nil, "\(wrong)")
    }
  }

  @Test("All of the file, or all but its last frame, is the whole file")
  func whole() {
    #expect(points(0, 100).isAll(of: 100) && points(0, 99).isAll(of: 100))
    #expect(!points(0, 98).isAll(of: 100) && !points(1, 100).isAll(of: 100) && !points(0, 101).isAll(of: 100))
    #expect(!points(0, 0).isAll(of: 1) && points(0, 1).isAll(of: 1))
  }

  @Test("At another rate each end lies on the nearest frame, and the largest numbers stay in order")
  func rates() {
    #expect(points(480, 96_001).converted(from: 48_000, to: 24_000) == points(240, 48_001))
    #expect(points(1, 2).converted(from: 48_000, to: 8000) == points(0, 0))
    #expect(points(-480, -1).converted(from: 48_000, to: 24_000) == points(-240, 0))
    #expect(points(.min, .max).converted(from: 8000, to: 48_000) == points(.min, .max))
    #expect(points(7, 9).converted(from: 48_000, to: 48_000) == points(7, 9))
  }
}
