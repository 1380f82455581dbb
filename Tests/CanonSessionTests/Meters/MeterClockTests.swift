import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A stem's meter when the clock, the set or the server changes: within a decibel of what the port is given.
@Suite struct MeterClockTests {
  private let loop = SmallSet.loop

  @Test("A reload with other samples, another gain, and other stems", arguments: [96, 1600])
  func reloaded(window: Int) async throws {
    let set = try MeterSounds.set(ramp: MeterBench.slow)
    var bench = try await MeterBench(set.session(), window: window, period: 1024)
    for id in ["violin-a", "violin-b", "violin-c"] { try await bench.say("start \(id) now") }
    await bench.compare(loop / 2, "plays")
    try MeterSounds.writeStereo(SmallSet.bar, seed: 77, to: set.folder.file("violin-b.wav"))
    try set.edit("pan = 0.4", "pan = -0.9")
    try await bench.say("reload now", then: loop / 2)
    try set.edit("id = \"violin-c\"", "id = \"flute\"")
    try set.edit("region = \"", "gain = -9\nregion = \"")
    try await bench.say("reload beat", then: loop / 2)
    try await bench.say("start flute now", then: loop / 2)
    bench.expectNothing()
    bench.expectNothing(heard: "flute")
  }

  @Test("A reload with another tempo")
  func tempo() async throws {
    let set = try SmallSet(sounds: ["violin-a": MeterSounds.bursts(loop, seed: 3)])
    var bench = try await MeterBench(set.session(), window: 96)
    try await bench.say("start violin-a now", then: loop / 2)
    try set.halveTempo()
    try await bench.say("reload beat", then: loop)
    bench.expectNothing()
  }

  @Test(
    "A seek, one that replaces it, and one during a release",
    arguments: ["", "entry = \"top\"", "intro = \"boundary\""], [96, 1600])
  func sought(keys: String, window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: MeterBench.slow, keys: keys)
    try await bench.say("seek @4000", then: 960)
    try await bench.say("seek @9000", then: 7000)
    try await bench.say("stop violin-a now", then: 960)
    try await bench.say("seek @100", then: 4800)
    bench.expectNothing()
  }

  @Test("A halt and what follows it", arguments: ["", MeterBench.slow], [96, 1600])
  func frozen(ramp: String, window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: ramp)
    try await bench.say("freeze", then: 4800)
    try await bench.say("gain violin-a -6", then: 960)
    try await bench.say("resume", then: 4800)
    bench.bench.nextClock = .stopped(at: 5000)
    await bench.compare(4800, "another clock has stopped")
    bench.bench.nextClock = .rolling(at: 300)
    await bench.compare(4800, "another clock rolls")
    bench.expectNothing()
  }

  @Test("Frames that nobody received", arguments: ["", MeterBench.slow], [96, 1600])
  func skipped(ramp: String, window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: ramp)
    bench.bench.jump(1000)
    await bench.compare(4800, "after a skip")
    bench.expectNothing()
  }

  @Test("The next engine after a server's loss", arguments: [96, 1600])
  func lost(window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: MeterBench.slow)
    try await bench.say("gain violin-a -6 over 1 loop", then: 960)
    try await bench.loseServer(for: 30_000)
    await bench.compare(loop, "the next engine")
    bench.expectNothing()
  }
}
