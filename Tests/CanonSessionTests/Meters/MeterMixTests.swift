import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A stem's meter while its gains move, and while its samples are exchanged: within a decibel of what the port is given.
@Suite struct MeterMixTests {
  private let loop = SmallSet.loop

  @Test("Two changes of a solo within a ramp", arguments: [96, 1600])
  func solos(window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: MeterBench.slow)
    for line in ["solo violin-b", "solo violin-a", "solo violin-b off", "solo off", "solo violin-c alone"] {
      try await bench.say(line, then: 480)
    }
    try await bench.say("solo off", then: 4800)
    bench.expectNothing()
  }

  @Test("A gain that starts while another moves, a pan and a gain together")
  func movements() async throws {
    var bench = try await MeterBench.playing(96)
    try await bench.say("gain violin-a -20 over 100 ms", then: 2000)
    try await bench.say("gain violin-a 6 over 50 ms", then: 1000)
    try await bench.say("pan violin-a -1 over 100 ms")
    try await bench.say("gain violin-a -10 over 60 ms", then: 1000)
    try await bench.say("pan violin-a 1 over 100 ms", then: 9600)
    bench.expectNothing()
  }

  @Test("A fade in over a fade out, and a gain during it", arguments: [96, 1600])
  func fades(window: Int) async throws {
    var bench = try await MeterBench.playing(window)
    try await bench.say("fade violin-a out over 200 ms", then: 4800)
    try await bench.say("fade violin-a in over 100 ms", then: 1600)
    try await bench.say("gain violin-a -12 over 50 ms", then: 1600)
    try await bench.say("fade violin-a out now over 40 ms", then: 9600)
    try await bench.say("fade violin-a in over 100 ms", then: 9600)
    bench.expectNothing()
  }

  @Test("A stop during a fade: the release keeps the level of the fade", arguments: ["now", "loop"])
  func releaseOfFade(quantum: String) async throws {
    var bench = try await MeterBench.playing(96)
    try await bench.say("fade violin-a out now over 2 loops", then: loop / 4)
    try await bench.say("stop violin-a \(quantum)", then: loop)
    bench.expectNothing()
  }

  @Test("A pause and a resume on its way, and a start that ends a pause", arguments: [96, 1600])
  func pauses(window: Int) async throws {
    var bench = try await MeterBench.playing(window, ramp: MeterBench.slow)
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
    var bench = try await MeterBench.playing(96, ramp: MeterBench.slow)
    try await bench.say(line, then: 960)
    try await bench.say("panic", then: 4800)
    bench.expectNothing()
  }

  @Test(
    "Replaced samples: the old ones dip, and the new ones are measured by what they are",
    arguments: [96, 1600], ["", MeterBench.slow])
  func replaced(window: Int, ramp: String) async throws {
    var bench = try await MeterBench.playing(window, ramp: ramp)
    try await bench.say("replace violin-a take-0.wav beat")
    while await bench.session.makeProfile() {}
    await bench.compare(loop / 4, "dips")
    try await bench.say("replace violin-a take-1.wav now", then: 4800)
    try await bench.say("replace violin-a take-0.wav loop", then: 2400)
    try await bench.say("panic", then: 4800)
    bench.expectNothing()
  }
}
