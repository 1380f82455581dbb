import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// The frame that is announced for a change is the frame on which it happens, also after the music has been moved to another place.
@Suite struct AnnouncedChangeTests {
  /// The announced frame of whatever is pending for the stem.
  private func announced(_ session: Performance) async -> FramePosition? {
    let stem = await session.stem("violin-a")
    return stem.nextGain?.at ?? stem.nextPan?.at ?? stem.nextSolo?.at ?? stem.nextFile?.at ?? stem.nextHeld?
      .at
      ?? stem.status.pending?.at
  }

  @Test(
    "A change of every kind moves with the music",
    arguments: [
      "gain violin-a -6 loop", "pan violin-a 0.5 loop", "solo violin-a loop",
      "replace violin-a violin-c.wav loop",
      "pause violin-a loop", "stop violin-a loop",
    ], ["seek bar 2", "seek @11000", "seek +1 beat", "seek -100 frames"])
  func moved(line: String, seek: String) async throws {
    var bench = try await SessionBench()
    let session = bench.session
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say(line, then: 10)
    #expect(await announced(session) == 11_520)
    try await bench.say(seek, then: 300)
    await bench.run(0)
    let at = try #require(await announced(session))
    #expect(at != 11_520)
    await bench.run(Int(at - session.snapshot().position) - 1)
    #expect(await announced(session) == at, "\(line)")
    await bench.run(300)
    #expect(await announced(session) == nil, "\(line)")
  }
}
