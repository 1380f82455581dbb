import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A stem's meter while runs begin and end: within a decibel of what the port is given.
@Suite struct MeterRunTests {
  private let loop = SmallSet.loop

  @Test("Bursts that are shorter than a slice of the profile", arguments: MeterBench.windows)
  func bursts(window: Int) async throws {
    var bench = try await MeterBench.playing(window)
    await bench.compare(2 * loop, "plays")
    bench.expectNothing()
    #expect(bench.sounding["violin-b"] == nil)
  }

  @Test(
    "16-bit samples of a stem with its own loop, and a panned loop that is shorter than the window",
    arguments: MeterBench.windows)
  func ownLoops(window: Int) async throws {
    var bench = try await MeterBench.playing(window)
    try await bench.say("start violin-b bar")
    try await bench.say("start violin-c beat", then: 2 * loop)
    bench.expectNothing(heard: "violin-b")
    bench.expectNothing(heard: "violin-c")
  }

  @Test("A start before the fall of a stop is over", arguments: ["", "entry = \"top\""])
  func restarted(keys: String) async throws {
    var bench = try await MeterBench.playing(96, ramp: MeterBench.slow, keys: keys)
    try await bench.say("stop violin-a now", then: 480)
    try await bench.say("start violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test(
    "A start while the release of the last run rings: it fades out over the ramp",
    arguments: ["", MeterBench.slow])
  func overRelease(ramp: String) async throws {
    var bench = try await MeterBench.playing(96, ramp: ramp)
    try await bench.say("stop violin-a now", then: 960)
    try await bench.say("start violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test("A stop and a start before the old release has ended, and another stop: two layers")
  func layers() async throws {
    var bench = try await MeterBench.playing(96, ramp: MeterBench.slow)
    for line in ["stop violin-a now", "start violin-a now", "stop violin-a now", "start violin-a beat"] {
      try await bench.say(line, then: 960)
    }
    await bench.compare(loop, "plays on")
    bench.expectNothing()
  }

  @Test(
    "A mute that is taken back on its way",
    arguments: ["cancel violin-a", "unmute violin-a now", "start violin-a"])
  func takenBack(line: String) async throws {
    var bench = try await MeterBench.playing(96, ramp: MeterBench.slow)
    try await bench.say("mute violin-a loop", then: loop / 2 - 960)
    try await bench.say(line, then: 4800)
    bench.expectNothing()
  }

  @Test("A mute now, and an unmute before it is silent")
  func unmuted() async throws {
    var bench = try await MeterBench.playing(96, ramp: MeterBench.slow)
    try await bench.say("mute violin-a now", then: 20)
    try await bench.say("unmute violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test("A run that ends by itself, and its release", arguments: [96, 1600])
  func ended(window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: MeterBench.slow, keys: "repeat = 1")
    await bench.compare(3 * loop, "ends by itself")
    bench.expectNothing()
  }

  @Test("Stems that exclude each other, and a follow action", arguments: [96, 1600])
  func groups(window: Int) async throws {
    let set = try SmallSet(
      head: SmallSet.head + "\n" + MeterBench.slow,
      keys: [
        "violin-a": "group = \"g\"\nafter = { loops = 1, then = \"start:violin-b\" }",
        "violin-b": "group = \"g\"",
      ],
      sounds: [
        "violin-a": MeterSounds.bursts(loop, seed: 1),
        "violin-b": MeterSounds.bursts(loop, seed: 2),
      ])
    var bench = try await MeterBench(set.session(), window: window)
    try await bench.say("start violin-a now", then: 3 * loop)
    try await bench.say("start violin-a beat", then: loop)
    bench.expectNothing()
    bench.expectNothing(heard: "violin-b")
  }

  @Test(
    "Each entry and each intro, from before the first downbeat on",
    arguments: [
      "", "entry = \"top\"", "intro = \"boundary\"", "entry = \"top\"\nintro = \"upbeat\"",
      "intro = \"none\"",
    ], ["", MeterBench.slow, "ramp = \"0 ms\""])
  func entries(keys: String, ramp: String) async throws {
    var bench = try await MeterBench(
      MeterSounds.set(ramp: ramp, keys: keys).session(), window: 96, period: 64)
    try await bench.say("start violin-a loop", then: 2 * loop)
    try await bench.say("stop violin-a loop", then: loop + SmallSet.beat)
    try await bench.say("start violin-a beat", then: loop)
    bench.expectNothing()
  }

  @Test("Profiles that are not there yet are done without")
  func noProfile() async throws {
    let session = try MeterSounds.set().session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    _ = await session.stemLevels(over: 0.01)
    let port = await bench.run(480).ports[1]
    #expect(await session.stemLevels(over: 0.01)[1].peak.left == port.map(abs).max())
  }
}
