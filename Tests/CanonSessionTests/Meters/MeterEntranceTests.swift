import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A stem's meter in the first moments in which the stem is heard: within a decibel of what its port was given.
@Suite struct MeterEntranceTests {
  private static let violin = 1
  private static let window = 96

  /// Plays on, and holds the meter against the port every 2 ms.
  /// - Returns: How many readings were of sound.
  private func compare(_ bench: inout SessionBench, frames: Int) async -> Int {
    var sounding = 0
    for _ in 0..<(frames / Self.window) {
      let port = await bench.run(Self.window).ports[Self.violin]
      let level = await bench.session.stemLevels(over: Double(Self.window) / 48_000)[Self.violin].rms.left
      let heard = (port.reduce(0) { $0 + $1 * $1 } / Float(Self.window)).squareRoot()
      if heard < 0.002 {
        #expect(level < 0.004)
      } else {
        sounding += 1
        #expect(abs(20 * log10(level / heard)) < 1, "\(level) for \(heard)")
      }
    }
    return sounding
  }

  @Test("A stem that begins on its boundary with its intro begins without a ramp")
  func intro() async throws {
    let sound = [Float](repeating: 0.25, count: SmallSet.loop + 3000)
    let set = try SmallSet(
      keys: ["violin-a": "region = \"3000..\"\nentry = \"top\"\nintro = \"boundary\""],
      sounds: ["violin-a": sound])
    var bench = try await SessionBench(try set.session(), after: 1000)
    while await bench.session.makeProfile() {}
    try await bench.say("start violin-a loop", then: SmallSet.loop - 1000)
    #expect(await compare(&bench, frames: 3000) > 20)
  }

  @Test("A fade in that ends a pause rises as slowly as was asked")
  func fadeIn() async throws {
    let sound = [Float](repeating: 0.5, count: SmallSet.loop)
    var bench = try await SessionBench(try SmallSet(sounds: ["violin-a": sound]).session())
    while await bench.session.makeProfile() {}
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("pause violin-a now", then: 1000)
    try await bench.say("fade violin-a in now over 200 ms", then: 100)
    #expect(await compare(&bench, frames: 9600) > 80)
    #expect(await bench.run(100).ports[Self.violin].allSatisfy { $0 == 0.5 })
  }

  // MARK: - Intros before the first loop top

  /// Frames of an intro that is twice as loud as the loop; a whole number of the slices that a meter knows.
  private static let intro = 3072

  /// The frame of the bench's first command: behind the first boundary.
  private static let begin = 960

  private func bench(_ keys: String) async throws -> SessionBench {
    let sound =
      [Float](repeating: 0.5, count: Self.intro) + [Float](repeating: 0.25, count: SmallSet.loop)
    let set = try SmallSet(
      keys: ["violin-a": "region = \"\(Self.intro)..\"\n\(keys)"], sounds: ["violin-a": sound])
    let bench = try await SessionBench(try set.session(), after: Self.begin)
    while await bench.session.makeProfile() {}
    return bench
  }

  private func state(_ session: Performance) async -> StemState {
    await session.stem("violin-a").status.state
  }

  @Test(
    "An upbeat is shown while the stem still waits", arguments: ["", "entry = \"top\"\nintro = \"upbeat\""])
  func upbeat(keys: String) async throws {
    var bench = try await bench(keys)
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.intro - Self.begin)
    #expect(await bench.session.stemLevels(over: 0.01)[Self.violin].rms.left == 0)
    let sounding = await compare(&bench, frames: Self.intro - Self.window)
    #expect(sounding == Self.intro / Self.window - 1)
    #expect(await state(bench.session) == .wait)
    #expect(await compare(&bench, frames: 4800) == 50)
    #expect(await state(bench.session) == .play)
  }

  @Test("An upbeat that begins in the middle of the intro rises")
  func lateUpbeat() async throws {
    var bench = try await bench("")
    await bench.run(SmallSet.loop - 960 - Self.begin)
    try await bench.say("start violin-a loop")
    #expect(await compare(&bench, frames: 960 - Self.window) > 5)
    #expect(await state(bench.session) == .wait)
    #expect(await compare(&bench, frames: 960) == 10)
  }

  @Test(
    "An upbeat whose start is taken back falls silent",
    arguments: ["cancel violin-a", "stop violin-a", "panic"])
  func cancelled(line: String) async throws {
    var bench = try await bench("")
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.intro - Self.begin)
    #expect(await compare(&bench, frames: 960) == 10)
    try await bench.say(line, then: 288)
    #expect(await compare(&bench, frames: 4800) == 0)
  }

  @Test("An upbeat whose start is moved falls silent, and begins again before the new boundary")
  func postponed() async throws {
    var bench = try await bench("")
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.intro - Self.begin)
    #expect(await compare(&bench, frames: 960) == 10)
    try await bench.say("start violin-a loop:2", then: 288)
    #expect(await compare(&bench, frames: 960) == 0)
    await bench.run(SmallSet.loop - 960 - 288 - 960 - 960)
    #expect(await compare(&bench, frames: 960) == 0)
    let sounding = await compare(&bench, frames: Self.intro - Self.window)
    #expect(sounding == Self.intro / Self.window - 1)
    #expect(await state(bench.session) == .wait)
  }

  @Test("An upbeat after a fade out is shown at its full level")
  func faded() async throws {
    var bench = try await bench("")
    try await bench.say("start violin-a now", then: 100)
    try await bench.say("fade violin-a out now over 20 ms", then: 2000)
    try await bench.say("stop violin-a now", then: 100)
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.intro - Self.begin - 2200)
    #expect(await compare(&bench, frames: Self.intro) == Self.intro / Self.window)
  }

  @Test("An upbeat ends where the music moves, and begins again there if it is due", arguments: [0, 10_560])
  func moved(place: Int) async throws {
    var bench = try await bench("")
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.intro - Self.begin)
    #expect(await compare(&bench, frames: 960) == 10)
    try await bench.say("seek @\(place)", then: 288)
    #expect(await bench.session.snapshot().place == place + 48)
    await bench.run(240)
    let sounding = await compare(&bench, frames: 480)
    #expect(sounding == (place == 0 ? 0 : 5))
    #expect(await state(bench.session) == .wait)
  }

  @Test("A stem in phase whose intro follows its boundary is shown at its intro's level")
  func introInPhase() async throws {
    var bench = try await bench("intro = \"boundary\"")
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.begin)
    #expect(await compare(&bench, frames: Self.intro) == Self.intro / Self.window)
    #expect(await bench.session.stemLevels(over: 0.01)[Self.violin].place == 0)
    #expect(await compare(&bench, frames: 4800) == 50)
  }

  @Test("What is left of an intro is not shown after the music has moved")
  func introLeft() async throws {
    var bench = try await bench("intro = \"boundary\"\nentry = \"top\"")
    try await bench.say("start violin-a loop", then: SmallSet.loop - Self.begin)
    #expect(await compare(&bench, frames: 960) == 10)
    try await bench.say("seek @\(SmallSet.loop + 480)", then: 240)
    await bench.run(480)
    #expect(await compare(&bench, frames: 960) == 10)
  }
}
