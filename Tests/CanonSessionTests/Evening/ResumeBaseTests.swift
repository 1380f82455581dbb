import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Bases, which begin by themselves, in a performance that goes on with an evening.
@Suite struct ResumeBaseTests: Resuming {
  let clock: TestClock

  init() throws { clock = try Self.usualClock() }

  @Test(
    "What a base has asked in its first loop it does not ask again",
    arguments: ["start:violin-b", "any", "stop", "mute"])
  func baseHasAsked(then: String) async throws {
    let set = try SmallSet(keys: ["cello": "after = { loops = 1, then = \"\(then)\" }"])
    var base = Layer("cello", .play)
    base.hasAsked = true
    var bench = try await resume(evening(base, Layer("violin-a", .play)), in: set)
    await bench.run(2 * 11_520)
    #expect(
      await bench.session.snapshot().stems.map(\.status) == [.play, .play, .stop, .stop], "after \(then)")
    #expect(await bench.session.told().filter { $0.hasPrefix("refused") } == [])
  }

  @Test("A base whose own request is taken back keeps the level to which it has faded")
  func fadedBase() async throws {
    let set = try SmallSet(keys: ["cello": "after = { loops = 1, then = \"stop\" }"])
    var base = Layer("cello", .play)
    (base.hasAsked, base.faded) = (true, 0.25)
    var bench = try await resume(evening(base), in: set)
    await bench.run(11_520)
    #expect(await bench.run(1000).master.allSatisfy { abs($0 - 0.25 * 0.5) < 1e-6 })
  }

  @Test("A base that people have started again counts its loops from there, and asks when it would have")
  func baseStartedAgain() async throws {
    let set = try SmallSet(keys: ["cello": "repeat = 4\nafter = { loops = 1, then = \"start:violin-b\" }"])
    var base = Layer("cello", .play)
    base.began = 5 * 11_520
    var bench = try await resume(evening(base), in: set)
    #expect(await bench.session.stem("violin-b").status.text == "wait, play @69120 by follow")
    await bench.run(11_520)
    #expect(await bench.session.stem("violin-b").status == .play)
    await bench.run(2 * 11_520)
    #expect(await bench.session.stem("cello").status == .play, "its third loop")
    await bench.run(11_520)
    #expect(await bench.session.stem("cello").status == .stop, "after its fourth")
  }
}
