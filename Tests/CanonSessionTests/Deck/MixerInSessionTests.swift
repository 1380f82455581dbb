import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Gain and pan of stems and the gain of the master: at once, on a boundary, and as fades.
@Suite struct MixerInSessionTests {
  private let evening: RecordedPerformance
  private var session: Performance { evening.session }

  init() throws { evening = try RecordedPerformance() }

  @Test func aFadeTakesAsLongAsItSays() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("gain cello -120 over 2 beats")
    let heard = await bench.run(2 * SmallSet.beat + 100).ports[0]
    #expect(heard[0] == 0.5)
    #expect(abs(heard[SmallSet.beat] - 0.25) < 0.0001)
    #expect(heard[2 * SmallSet.beat - 1] > 0.00005)
    #expect(heard[(2 * SmallSet.beat)...].allSatisfy { $0 < 0.000001 })
  }

  @Test("Minus infinity is exact silence, of a stem and of the sum", arguments: ["cello", "master"])
  func silence(_ name: String) async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("gain \(name) -inf")
    let heard = await bench.run(1000).master
    #expect(heard[0] == 0.5 && heard[120] > 0.2)
    #expect(heard[240...].allSatisfy { $0.bitPattern == 0 }, "after the usual ramp")
    try await bench.say("gain \(name) -120")
    #expect(
      await bench.run(1000).master[240...].allSatisfy { $0 == 0.5 * 1e-6 }, "and -120 dB is a millionth")
    await session.finish()
    #expect(try evening.journal().contains { $0.hasSuffix(" gain \(name) -inf") })
  }

  @Test("A toggle silences the sum, and brings it back as it was, to the bit")
  func toggledMaster() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("gain master -7")
    let before = await bench.run(1000).master
    try await bench.say("toggle master", at: .lines)
    #expect(await bench.run(1000).master[240...].allSatisfy { $0.bitPattern == 0 })
    try await bench.say("toggle master", at: .lines)
    #expect(await bench.run(1000).master[240...] == before[240...])
  }

  @Test func aPanMovesAsLongAsItsFadeSays() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("pan cello 1 over 2 beats")
    let heard = await bench.run(2 * SmallSet.beat + 100)
    let (left, right) = (heard.ports[0], heard.portsRight[0])
    #expect(left[0] == 0.5 && right.allSatisfy { $0 == 0.5 })
    #expect(abs(left[SmallSet.beat] - 0.25) < 0.0001)
    #expect(left[2 * SmallSet.beat - 1] > 0.00005)
    #expect(left[(2 * SmallSet.beat)...].allSatisfy { $0 == 0 })
  }

  @Test func aStemBeginsWithTheGainAndThePanOfItsSet() async throws {
    let session = try SmallSet(keys: ["violin-a": "gain = -6\npan = 0.25"]).session()
    #expect(await session.stem("violin-a").summary == "violin-a stop -6.0 dB 0.25")
    #expect(await session.stem("violin-b").summary == "violin-b stop 0.0 dB 0.0")
  }

  @Test func aFadeBeginsOnItsBoundary() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("gain master -120 bar over 100 frames")
    let heard = await bench.run(SmallSet.bar).master
    let boundary = SmallSet.bar - 1000
    // Never faster than the usual ramp: 240 frames.
    #expect(heard[...boundary].allSatisfy { $0 == 0.5 })
    #expect(heard[boundary + 120] > 0.2 && heard[boundary + 120] < 0.3)
    #expect(heard[(boundary + 240)...].allSatisfy { $0 < 0.000001 })
  }

  @Test func eventsSayFromWhenOn() async throws {
    var bench = try await SessionBench(session, after: 1000)
    for line in ["gain cello -6", "pan cello 0.5 beat over 1 s", "gain master -3 loop:2", "gain master 1"] {
      #expect(try await bench.say(line) == [])
    }
    await bench.run(10)
    #expect(
      await session.told() == [
        "@1000 cello gain -6.0", "@2880 cello pan 0.5", "@23040 master gain -3.0", "@1000 master gain 1.0",
      ])
    #expect(
      try evening.journal() == [
        "@1000 gain cello -6.0", "@1000 pan cello 0.5 beat over 1 s", "@1000 gain master -3.0 loop:2",
        "@1000 gain master 1.0", "@1010 quit",
      ])
  }

  @Test(
    "What the set has not, and what is too long, is refused and changes nothing",
    arguments: [
      ("gain cello -6 over 1000000000 loops", "no fade can take 1000000000 loops: "),
      ("gain master -6 over 22370 s", "no fade can take 22370 s: "),
      ("pan cello 1 over 1000000000 beats", "no fade can take 1000000000 beats: "),
    ])
  func tooLong(line: String, message: String) async throws {
    var bench = try await SessionBench(session)
    let problems = try await bench.say(line)
    #expect(problems.count == 1 && problems[0].hasPrefix(message))
    await bench.run(1)
    #expect(await session.stem("cello").summary == "cello play 0.0 dB 0.0")
    #expect(await session.snapshot().master == Decibels(0)!)
    await session.finish()
    #expect(try evening.journal() == ["@1 quit"])
  }

  @Test func withoutATempoThereAreNoBarsToFadeOver() async throws {
    let bench = try await SessionBench(SmallSet(head: "").session())
    for line in ["gain cello -6 over 1 bar", "gain master -6 over 2 beats"] {
      #expect(try await bench.say(line).first?.hasPrefix("no fade can take ") == true)
    }
    #expect(try await bench.say("gain cello -6 bar").first?.hasPrefix("the set has no bars.") == true)
    #expect(try await bench.say("gain cello -6 over 1 loop") == [])
  }

  @Test func onlyAGainKnowsTheMaster() async throws {
    let bench = try await SessionBench(session)
    for line in ["pan master 0.5", "start master", "solo master", "gain master cello -6"] {
      #expect(try await bench.say(line).first?.hasPrefix("no stem is called \"master\".") == true, "\(line)")
    }
  }
}
