import CanonEngine
import CanonTestSupport
import Testing

/// Boundaries on the clock: laws that hold everywhere, and places worked out by hand.
@Suite struct GridLineTests {
  @Test(
    "Boundary k lies on round(k * numerator / denominator), halves up, by school division",
    arguments: Sampled.seeds)
  func positions(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let line = Sampled.line(&random)
    let exact = ExactLine(numerator: line.numerator, denominator: line.denominator)
    for _ in 0..<50 {
      let near = line.index(atOrAfter: Sampled.position(&random))
      for index in (near - 2)...(near + 2) {
        #expect(line.position(of: index) == exact.position(of: index), "\(line), boundary \(index)")
      }
    }
  }

  @Test("Nothing overflows a century away, or at the limits of the accepted range", arguments: farRows)
  func far(row: FarRow) throws {
    let line = try #require(GridLine(numerator: row.numerator, denominator: row.denominator))
    #expect(line.position(of: row.index) == row.position)
    #expect(line.index(atOrAfter: row.position) == row.index)
    #expect(line.index(containing: row.position) == row.index)
  }

  @Test("The number of a boundary gives its frame, and the frame gives the number", arguments: Sampled.seeds)
  func inverse(seed: UInt64) {
    Sampled.forEachPosition(seed) { line, position, _ in
      let after = line.index(atOrAfter: position), within = line.index(containing: position)
      #expect(line.index(atOrAfter: line.position(of: after)) == after)
      #expect(line.index(containing: line.position(of: after)) == after)
      // The first at or after: it is not before, and the one before it is.
      #expect(line.position(of: after) >= position)
      #expect(line.position(of: after - 1) < position)
      // The last at or before.
      #expect(line.position(of: within) <= position)
      #expect(line.position(of: within + 1) > position)
    }
  }

  @Test("The next boundary is not in the past, and at most count distances away", arguments: Sampled.seeds)
  func nextBoundary(seed: UInt64) {
    Sampled.forEachPosition(seed) { line, position, random in
      let count = Int64.random(in: 1...64, using: &random)
      let boundary = line.boundary(atOrAfter: position, every: Int32(count))
      #expect(boundary >= position)
      #expect(boundary - position < line.longestDistance * count)
      #expect(line.index(atOrAfter: boundary) % count == 0)
      #expect(line.boundary(atOrAfter: boundary, every: Int32(count)) == boundary, "it is its own boundary")
    }
  }

  @Test("A distance of 7/2 frames falls on every 3rd or 4th frame, before the origin too")
  func drawn() throws {
    let line = try #require(GridLine(numerator: 7, denominator: 2))
    #expect((-4...4).map(line.position) == [-14, -10, -7, -3, 0, 4, 7, 11, 14])
    #expect((-4...4).map(line.index(atOrAfter:)) == [-1, -1, 0, 0, 0, 1, 1, 1, 1])
    #expect((-4...4).map(line.index(containing:)) == [-2, -1, -1, -1, 0, 0, 0, 0, 1])
    #expect((-4...4).map { line.boundary(atOrAfter: $0, every: 2) } == [0, 0, 0, 0, 0, 7, 7, 7, 7])
    #expect(line.longestDistance == 4)
  }

  @Test("No two boundaries share a frame, and no distance exceeds the longest", arguments: Sampled.seeds)
  func distances(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let line = Sampled.line(&random)
    let first = line.index(atOrAfter: Sampled.position(&random))
    for index in first..<(first + 100) {
      let distance = line.position(of: index + 1) - line.position(of: index)
      #expect((max(1, line.longestDistance - 1)...line.longestDistance).contains(distance))
    }
  }

  @Test("Equal distances are equal lines, in lowest terms")
  func lowestTerms() throws {
    let line = try #require(GridLine(numerator: 84, denominator: 24))
    #expect(line == GridLine(numerator: 7, denominator: 2))
    #expect((line.numerator, line.denominator) == (7, 2))
  }

  @Test(
    "A distance below one frame, a number below one or of more than 52 bits is refused",
    arguments: [
      (0, 1), (1, 2), (1, 0), (-4, -2), (4, -2), (-4, 2), (1 << 52, 1), (.max, 1), ((1 << 52) + 1, 1 << 52),
    ] as [(Int64, Int64)])
  func refused(numerator: Int64, denominator: Int64) {
    #expect(GridLine(numerator: numerator, denominator: denominator) == nil)
  }

  @Test("A fraction that is too large only before it is reduced is accepted")
  func reducible() {
    #expect(GridLine(numerator: 3 << 60, denominator: 1 << 60) == GridLine(numerator: 3, denominator: 1))
  }
}

struct FarRow: Sendable {
  let numerator, denominator, index: Int64
  let position: FramePosition
}

/// Computed outside of canon, with integers of unlimited size: around 100 years at 384 kHz, and the longest
/// lines.
private let farRows: [FarRow] = [
  (4_503_599_627_370_495, 1, -1, -4_503_599_627_370_495),
  (4_503_599_627_370_495, 4_503_599_627_370_494, 1_211_811_839_999_999, 1_211_811_839_999_999),
  (4_503_599_627_370_495, 4_503_599_627_370_494, -1_211_811_840_000_000, -1_211_811_840_000_000),
  (4_503_599_627_370_493, 2, -1, -2_251_799_813_685_246),
  (4_503_599_627_370_449, 3, -1, -1_501_199_875_790_150),
  (18_432_001, 384, 25_246_078_630, 1_211_811_839_984_996),
  (18_432_001, 384, -25_246_078_631, -1_211_811_840_032_996),
  (1_152_000, 1, 1_051_920_000, 1_211_811_840_000_000),
  (1_152_000, 1, -1_051_920_001, -1_211_811_841_152_000),
  (18_522_000, 113, 7_393_085_947, 1_211_811_839_914_460),
  (18_522_000, 113, -7_393_085_948, -1_211_811_840_078_372),
  (737_280_000, 137, -225_176_626, -1_211_811_845_381_606),
  (3, 2, 807_874_560_000_000, 1_211_811_840_000_000),
  (3, 2, -807_874_560_000_001, -1_211_811_840_000_001),
].map { FarRow(numerator: $0, denominator: $1, index: $2, position: $3) }
