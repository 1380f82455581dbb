import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// How often a performance looks: seldom only while nothing sounds and nothing is under way.
@Suite struct PaceTests {
  /// Some seconds after everything that the test has done.
  private var later: ContinuousClock.Instant { .now + .seconds(10) }

  @Test func silenceRestsMusicPlaysAndWhatHasHappenedIsFollowedForAMoment() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    #expect(await session.pace(at: later) == .playing, "the base sounds")
    try await bench.say("stop cello now", then: 1000)
    #expect(await session.pace(at: .now) == .steady, "it has just stopped")
    #expect(await session.pace(at: later) == .resting)
    #expect(await session.nextLook(at: later).pause == .seconds(1))
    try await bench.say("start violin-a now")
    #expect(await session.pace(at: later) == .expecting, "no answer yet")
    await bench.run(1000)
    #expect(await session.pace(at: later) == .playing)
  }

  @Test func aPauseAndAFreezeRest() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("pause", then: 4000)
    #expect(await session.pace(at: later) == .resting)
    try await bench.say("resume", then: 4000)
    #expect(await session.pace(at: later) == .playing)
    try await bench.say("freeze", then: 4000)
    #expect(await session.pace(at: later) == .resting)
  }

  @Test func itSleepsUntilAChangeIsDue() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("stop cello now", then: 1000)
    // On frame 11520.
    try await bench.say("start violin-a loop", then: 1000)
    let position = try #require(await session.clock).position
    let left = Double(SmallSet.loop - Int(position)) / 48_000
    #expect(await session.nextLook(at: later) == NextLook(pace: .resting, due: left))
    #expect(await session.nextLook(at: later).pause < .milliseconds(200))
  }

  @Test func itSleepsUntilACommandThatWaitsIsToBeGiven() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("stop cello now", then: 1000)
    try await bench.say("at @480000 start violin-a now", then: 1000)
    let look = await session.nextLook(at: later)
    let position = try #require(await session.clock).position
    // Half a second before its frame.
    #expect(look == NextLook(pace: .resting, due: Double(480_000 - 24_000 - position) / 48_000))
    #expect(look.pause == .seconds(1))
  }

  @Test("What has sections is looked after at every step")
  func sections() async throws {
    let session = try SmallSet(
      head: "tempo = 1000\nmeter = \"2/4\"\nloop = \"32 bars\"",
      sounds: ["cello": SmallSet.rising(32 * SmallSet.bar)],
      more: "[[section]]\nid = \"verse\"\nbars = \"1 .. 17\""
    ).session()
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("stop cello now", then: 1000)
    #expect(await session.pace(at: later) == .steady)
  }

  @Test func aServerThatIsGoneIsLookedForAtEveryStep() async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("stop cello now", then: 1000)
    await bench.session.seat.report(.lost(.ended))
    #expect(await bench.session.pace(at: later) == .steady)
  }

  @Test(
    "What happens while the heartbeat rests ends its rest, also what nobody has said",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func rung() async throws {
    let session = try await SessionBench(after: 1000).session
    for something in [
      { session in session.heedTriggers() }, { session in session.report(.xruns(1)) },
      { session in session.performAtOnce([.panic], by: .clock) },
    ] as [@Sendable (isolated Performance) -> Void] {
      await session.beginToRest()
      await something(session)
      // Unless it rings, this takes a day.
      await session.bell.wait(atMost: .seconds(86_400))
    }
  }

  @Test(
    "The heartbeat of a performance that rests is woken by a command",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func woken() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("stop cello now", then: 1000)
    await session.rest(from: .now - .seconds(10))
    let heart = Task { await session.beat() }
    try await wait { await session.isResting }
    try await bench.say("start violin-a now")
    try await wait { await !session.isResting }
    // Nobody else reads the answer.
    bench.deliver(1000)
    try await wait { await session.pace(at: later) == .playing }
    heart.cancel()
    await heart.value
  }

  private func wait(until isSo: () async -> Bool) async throws {
    while await !isSo() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

extension Performance {
  /// Nothing has happened since then.
  fileprivate func rest(from instant: ContinuousClock.Instant) { stirredAt = instant }

  fileprivate func beginToRest() {
    deck.isLive = true
    isResting = true
  }
}
