import CanonLiveSupport
import Testing

/// How the live tests tell whether the music is in phase.
@Suite struct MusicTimeTests {
  private static let start = ContinuousClock.now

  private func place(_ music: Double, _ from: Double, _ to: Double) -> MusicTime {
    MusicTime(music, between: (Self.start + .seconds(from))...(Self.start + .seconds(to)))
  }

  @Test(
    "The lead is that of the moments that are best for the music",
    arguments: [(10.5, 0.0), (11.5, 0), (9.5, -0.5), (13, 1), (0, -10)])
  func lead(music: Double, expected: Double) {
    // Between 10 and 12 seconds pass.
    let (first, last) = (place(1, 0, 1), place(1 + music, 11, 12))
    #expect(abs(last.lead(since: first) - expected) < 1e-9)
  }
}
