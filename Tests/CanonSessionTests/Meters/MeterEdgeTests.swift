import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Edges at which a stem's meter must show what its port is given.
@Suite struct MeterEdgeTests {
  private static let loop = SmallSet.loop
  private static let windows = [96, 480, 1600]

  /// A bench on which `violin-a` plays since a loop top.
  private func playing(
    _ window: Int, ramp: String = "", keys: String = "", starting line: String = "start violin-a now"
  ) async throws -> MeterBench {
    var bench = try await MeterBench(
      MeterSounds.set(ramp: ramp, keys: keys).session(), window: window, period: 1024)
    try await bench.say(line, then: Self.loop / 2)
    return bench
  }

  private static let slow = "ramp = \"40 ms\""

  @Test("Bursts that are shorter than a slice of the profile", arguments: windows)
  func bursts(window: Int) async throws {
    var bench = try await playing(window)
    await bench.compare(2 * Self.loop, "plays")
    bench.expectNothing()
    #expect(bench.sounding["violin-b"] == nil)
  }

  @Test(
    "16-bit samples of a stem with its own loop, and a panned loop that is shorter than the window",
    arguments: windows)
  func ownLoops(window: Int) async throws {
    var bench = try await playing(window)
    try await bench.say("start violin-b bar")
    try await bench.say("start violin-c beat", then: 2 * Self.loop)
    bench.expectNothing(heard: "violin-b")
    bench.expectNothing(heard: "violin-c")
  }

  @Test("A start before the fall of a stop is over", arguments: ["", "entry = \"top\""])
  func restarted(keys: String) async throws {
    var bench = try await playing(96, ramp: Self.slow, keys: keys)
    try await bench.say("stop violin-a now", then: 480)
    try await bench.say("start violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test("A start while the release of the last run rings: it fades out over the ramp", arguments: ["", slow])
  func overRelease(ramp: String) async throws {
    var bench = try await playing(96, ramp: ramp)
    try await bench.say("stop violin-a now", then: 960)
    try await bench.say("start violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test("A stop and a start before the old release has ended, and another stop: two layers")
  func layers() async throws {
    var bench = try await playing(96, ramp: Self.slow)
    for line in ["stop violin-a now", "start violin-a now", "stop violin-a now", "start violin-a beat"] {
      try await bench.say(line, then: 960)
    }
    await bench.compare(Self.loop, "plays on")
    bench.expectNothing()
  }

  @Test(
    "A mute that is taken back on its way",
    arguments: ["cancel violin-a", "unmute violin-a now", "start violin-a"])
  func takenBack(line: String) async throws {
    var bench = try await playing(96, ramp: Self.slow)
    try await bench.say("mute violin-a loop", then: Self.loop / 2 - 960)
    try await bench.say(line, then: 4800)
    bench.expectNothing()
  }

  @Test("A mute now, and an unmute before it is silent")
  func unmuted() async throws {
    var bench = try await playing(96, ramp: Self.slow)
    try await bench.say("mute violin-a now", then: 20)
    try await bench.say("unmute violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test("Two changes of a solo within a ramp", arguments: [96, 1600])
  func solos(window: Int) async throws {
    var bench = try await playing(window, ramp: Self.slow)
    for line in ["solo violin-b", "solo violin-a", "solo violin-b off", "solo off", "solo violin-c alone"] {
      try await bench.say(line, then: 480)
    }
    try await bench.say("solo off", then: 4800)
    bench.expectNothing()
  }

  @Test("A gain that starts while another moves, a pan and a gain together")
  func movements() async throws {
    var bench = try await playing(96)
    try await bench.say("gain violin-a -20 over 100 ms", then: 2000)
    try await bench.say("gain violin-a 6 over 50 ms", then: 1000)
    try await bench.say("pan violin-a -1 over 100 ms")
    try await bench.say("gain violin-a -10 over 60 ms", then: 1000)
    try await bench.say("pan violin-a 1 over 100 ms", then: 9600)
    bench.expectNothing()
  }

  @Test("A fade in over a fade out, and a gain during it", arguments: [96, 1600])
  func fades(window: Int) async throws {
    var bench = try await playing(window)
    try await bench.say("fade violin-a out over 200 ms", then: 4800)
    try await bench.say("fade violin-a in over 100 ms", then: 1600)
    try await bench.say("gain violin-a -12 over 50 ms", then: 1600)
    try await bench.say("fade violin-a out now over 40 ms", then: 9600)
    try await bench.say("fade violin-a in over 100 ms", then: 9600)
    bench.expectNothing()
  }

  @Test("A stop during a fade: the release keeps the level of the fade", arguments: ["now", "loop"])
  func releaseOfFade(quantum: String) async throws {
    var bench = try await playing(96)
    try await bench.say("fade violin-a out now over 2 loops", then: Self.loop / 4)
    try await bench.say("stop violin-a \(quantum)", then: Self.loop)
    bench.expectNothing()
  }

  @Test("A pause and a resume on its way, and a start that ends a pause", arguments: [96, 1600])
  func pauses(window: Int) async throws {
    var bench = try await playing(window, ramp: Self.slow)
    try await bench.say("pause", then: 800)
    try await bench.say("resume", then: 800)
    try await bench.say("pause violin-a beat", then: 4800)
    try await bench.say("start violin-a now", then: 4800)
    bench.expectNothing()
  }

  @Test(
    "A panic during a fade, a pause, a ramp and a release",
    arguments: [
      "fade violin-a out now over 1 loop", "pause violin-a", "gain violin-a -30 over 1 loop",
      "stop violin-a now",
      "stop violin-a loop", "solo violin-b", "pan violin-a 1 over 1 loop",
    ])
  func panics(line: String) async throws {
    var bench = try await playing(96, ramp: Self.slow)
    try await bench.say(line, then: 960)
    try await bench.say("panic", then: 4800)
    bench.expectNothing()
  }

  @Test(
    "Replaced samples: the old ones dip, and the new ones are measured by what they are",
    arguments: [96, 1600], ["", slow])
  func replaced(window: Int, ramp: String) async throws {
    var bench = try await playing(window, ramp: ramp)
    try await bench.say("replace violin-a take-0.wav beat")
    while await bench.session.makeProfile() {}
    await bench.compare(Self.loop / 4, "dips")
    try await bench.say("replace violin-a take-1.wav now", then: 4800)
    try await bench.say("replace violin-a take-0.wav loop", then: 2400)
    try await bench.say("panic", then: 4800)
    bench.expectNothing()
  }

  @Test("A reload with other samples, another gain, and other stems", arguments: [96, 1600])
  func reloaded(window: Int) async throws {
    let set = try MeterSounds.set(ramp: Self.slow)
    var bench = try await MeterBench(set.session(), window: window, period: 1024)
    for id in ["violin-a", "violin-b", "violin-c"] { try await bench.say("start \(id) now") }
    await bench.compare(Self.loop / 2, "plays")
    try MeterSounds.writeStereo(SmallSet.bar, seed: 77, to: set.folder.file("violin-b.wav"))
    try set.edit("pan = 0.4", "pan = -0.9")
    try await bench.say("reload now", then: Self.loop / 2)
    try set.edit("id = \"violin-c\"", "id = \"flute\"")
    try set.edit("region = \"", "gain = -9\nregion = \"")
    try await bench.say("reload beat", then: Self.loop / 2)
    try await bench.say("start flute now", then: Self.loop / 2)
    bench.expectNothing()
    bench.expectNothing(heard: "flute")
  }

  @Test("A reload with another tempo")
  func tempo() async throws {
    let set = try SmallSet(sounds: ["violin-a": MeterSounds.bursts(Self.loop, seed: 3)])
    var bench = try await MeterBench(set.session(), window: 96)
    try await bench.say("start violin-a now", then: Self.loop / 2)
    try set.halveTempo()
    try await bench.say("reload beat", then: Self.loop)
    bench.expectNothing()
  }

  @Test(
    "A seek, one that replaces it, and one during a release",
    arguments: ["", "entry = \"top\"", "intro = \"boundary\""], [96, 1600])
  func sought(keys: String, window: Int) async throws {
    var bench = try await playing(window, ramp: Self.slow, keys: keys)
    try await bench.say("seek @4000", then: 960)
    try await bench.say("seek @9000", then: 7000)
    try await bench.say("stop violin-a now", then: 960)
    try await bench.say("seek @100", then: 4800)
    bench.expectNothing()
  }

  @Test("A halt and what follows it", arguments: ["", slow], [96, 1600])
  func frozen(ramp: String, window: Int) async throws {
    var bench = try await playing(window, ramp: ramp)
    try await bench.say("freeze", then: 4800)
    try await bench.say("gain violin-a -6", then: 960)
    try await bench.say("resume", then: 4800)
    bench.bench.nextClock = .stopped(at: 5000)
    await bench.compare(4800, "another clock has stopped")
    bench.bench.nextClock = .rolling(at: 300)
    await bench.compare(4800, "another clock rolls")
    bench.expectNothing()
  }

  @Test("Frames that nobody received", arguments: ["", slow], [96, 1600])
  func skipped(ramp: String, window: Int) async throws {
    var bench = try await playing(window, ramp: ramp)
    bench.bench.jump(1000)
    await bench.compare(4800, "after a skip")
    bench.expectNothing()
  }

  @Test("The next engine after a server's loss", arguments: [96, 1600])
  func lost(window: Int) async throws {
    var bench = try await playing(window, ramp: Self.slow)
    try await bench.say("gain violin-a -6 over 1 loop", then: 960)
    try await bench.loseServer(for: 30_000)
    await bench.compare(Self.loop, "the next engine")
    bench.expectNothing()
  }

  @Test("A run that ends by itself, and its release", arguments: [96, 1600])
  func ended(window: Int) async throws {
    var bench = try await playing(window, ramp: Self.slow, keys: "repeat = 1")
    await bench.compare(3 * Self.loop, "ends by itself")
    bench.expectNothing()
  }

  @Test("Stems that exclude each other, and a follow action", arguments: [96, 1600])
  func groups(window: Int) async throws {
    let set = try SmallSet(
      head: SmallSet.head + "\n" + Self.slow,
      keys: [
        "violin-a": "group = \"g\"\nafter = { loops = 1, then = \"start:violin-b\" }",
        "violin-b": "group = \"g\"",
      ],
      sounds: [
        "violin-a": MeterSounds.bursts(Self.loop, seed: 1),
        "violin-b": MeterSounds.bursts(Self.loop, seed: 2),
      ])
    var bench = try await MeterBench(set.session(), window: window)
    try await bench.say("start violin-a now", then: 3 * Self.loop)
    try await bench.say("start violin-a beat", then: Self.loop)
    bench.expectNothing()
    bench.expectNothing(heard: "violin-b")
  }

  @Test(
    "Each entry and each intro, from before the first downbeat on",
    arguments: [
      "", "entry = \"top\"", "intro = \"boundary\"", "entry = \"top\"\nintro = \"upbeat\"",
      "intro = \"none\"",
    ], ["", slow, "ramp = \"0 ms\""])
  func entries(keys: String, ramp: String) async throws {
    var bench = try await MeterBench(
      MeterSounds.set(ramp: ramp, keys: keys).session(), window: 96, period: 64)
    try await bench.say("start violin-a loop", then: 2 * Self.loop)
    try await bench.say("stop violin-a loop", then: Self.loop + SmallSet.beat)
    try await bench.say("start violin-a beat", then: Self.loop)
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
