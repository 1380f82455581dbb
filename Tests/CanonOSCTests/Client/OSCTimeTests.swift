import CanonEngine
import CanonNetwork
import Testing

@testable import CanonOSC
@testable import CanonSession

/// Time tags as frames.
@Suite struct OSCTimeTests {
  /// At 48 kHz; a thousand frames have been delivered.
  private func snapshot(isAway: Bool = false) -> Snapshot {
    Snapshot(
      title: "One", zone: nil, isAway: isAway, position: 1000, sampleRate: SampleRate(hertz: 48_000),
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
    for tag in [OSCTimeTag.immediately, OSCTimeTag(bits: 0)] {
      #expect(try OSCClient.line("press a", at: tag, snapshot(), now: noon) == "press a")
    }
  }

  @Test("Frames count on when the music is moved")
  func moved() throws {
    var moved = snapshot()
    moved.origins.move(to: 300, at: 1000)
    #expect(moved.place == 300)
    #expect(try line(1, moved) == "at @49000 press a")
    moved.isFrozen = true
    #expect(try line(1, moved) == "at @49000 press a")
  }

  @Test("A time more than a day ahead is a wrong clock")
  func farthest() throws {
    #expect(try line(86_400, snapshot()) == "at @\(86_400 * 48_000 + 1000) press a")
    #expect(throws: OSCRefusal.tooFarAhead) { try line(86_401, snapshot()) }
  }

  @Test(
    "There is no frame for a time while the clock does not run; for a time that has passed none is needed")
  func noClock() throws {
    var unstarted = snapshot()
    unstarted.hasStarted = false
    for snapshot in [unstarted, snapshot(isAway: true)] {
      #expect(throws: OSCRefusal.noClock) { try line(1, snapshot) }
      #expect(try line(-1, snapshot) == "press a")
    }
  }
}
