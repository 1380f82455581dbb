import CanonEngine
import Testing

@testable import CanonStems

/// Regions as set files write them.
@Suite struct RegionSpecTests {
  @Test(
    arguments: [
      ("115200 ..", TimeSpan.frames(115_200), nil), ("115200..", .frames(115_200), nil),
      (".. 96000 frames", nil, .frames(96_000)),
      ("2.4 s..26.4 s", .microseconds(2_400_000), .microseconds(26_400_000)),
      ("bar 3 .. bar 5", .bars(2), .bars(4)), ("2 bars .. 4 bars", .bars(2), .bars(4)),
      ("beat 1  ..  8 beats", .beats(0), .beats(8)), ("0 .. 1 bar", .frames(0), .bars(1)),
    ] as [(String, TimeSpan?, TimeSpan?)])
  func regionsAreRead(text: String, start: TimeSpan?, end: TimeSpan?) {
    let region = RegionSpec(text)
    #expect(region?.start == start)
    #expect(region?.end == end)
  }

  @Test(
    "What is no region is none",
    arguments: [
      "", "..", "1", "1 . 2", "bar  3 ..", ".. bar  5", "bar 0 ..", "bar 100001 ..", "bars 3 ..",
      "bar three ..",
      "-1 ..", "34359738369 ..", "1 .. 2 .. 3", "x .. 3", "3 .. x",
    ])
  func noRegion(text: String) { #expect(RegionSpec(text) == nil) }

  @Test("The largest places of a region")
  func largestPlaces() {
    #expect(RegionSpec("34359738368 ..")?.start == .frames(1 << 35))
    #expect(RegionSpec(".. bar 100000")?.end == .bars(99_999))
  }
}
