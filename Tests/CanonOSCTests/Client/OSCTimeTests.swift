import CanonEngine
import CanonSession
import Testing

@testable import CanonOSC

/// Time tags as frames.
@Suite struct OSCTimeTests {
  /// At 48 kHz; a thousand frames have been delivered.
  private func snapshot() -> Snapshot {
    Snapshot(
      title: "One", zone: nil, isAway: false, position: 1000, sampleRate: SampleRate(hertz: 48_000),
      grid: nil, cycle: nil,
      master: Decibels(0)!, stems: [], now: .now())
  }

  private let noon = 1_800_000_000.0

  private func line(_ seconds: Double, _ snapshot: Snapshot) throws -> String {
    try OSCClient.line("press a", at: OSCTimeTag(secondsSince1970: noon + seconds), snapshot, now: noon)
  }

  @Test(
    "A message of a time to come waits for the frame that is played then; one whose time has passed does not")
  func frames() throws {
    #expect(try line(1, snapshot()) == "at @49000 press a")
    #expect(try line(0.000_5, snapshot()) == "at @1024 press a")
    #expect(try line(0, snapshot()) == "press a")
    #expect(try line(-3600, snapshot()) == "press a")
    #expect(try OSCClient.line("press a", at: .immediately, snapshot(), now: noon) == "press a")
    #expect(try line(2e9, snapshot()).hasPrefix("at @"), "however far")
  }

  @Test("There is no frame for a time while the clock does not run")
  func noClock() {
    var (unstarted, frozen) = (snapshot(), snapshot())
    unstarted.hasStarted = false
    frozen.isFrozen = true
    for snapshot in [unstarted, frozen] {
      #expect(throws: OSCRefusal.noClock) { try line(1, snapshot) }
    }
  }
}
