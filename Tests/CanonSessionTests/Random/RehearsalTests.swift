import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Live = offline with doors that change: a performance as a driver gives it (periods of any length, control that looks
/// when it comes to it, commands that arrive together, pads that act on their frame, sets and schedules that are edited and read again, other tempos and keys, marks to return to, sections, what the player alone hears, a file that cannot be read for a while, frames that are lost, a wall clock with a will of its own), and then
/// its journal, rendered.
@Suite(.serialized) struct RehearsalTests {
  /// Some are always there: in 618 and 1909 a door that opened took back its stop although the next
  /// schedule shut it; in 665 the new schedule's door was judged by a time that the journal had only to half a second; in 1476 an
  /// edition that was due where the music was frozen anew waited for a command; in 18 a rendering read the set again by itself, which took
  /// a busy machine.
  private static let seeds = LongCampaign.seeds(16, long: 2000, always: regressions.union([18]))
  private static let regressions: Set<UInt64> = [618, 665, 1476, 1909]

  @Test("What was heard is what the journal renders", arguments: seeds)
  func journalsRenderToWhatWasHeard(seed: UInt64) async throws {
    var theCase = try DoorCase(seed: seed)
    let journal = theCase.set.folder.file("evening.journal")
    let heard = try await perform(&theCase, journal: journal)
    try await theCase.set.expectRendering(
      of: journal, is: heard, periods: [Int(theCase.random.number(1...300)), 4096], "\(theCase)")
  }

  private func perform(_ theCase: inout DoorCase, journal: String) async throws -> Output {
    let middle = try TestClock.tokyo(DoorCase.middle)
    let rate = 48_000.0
    var start = middle + -Double(theCase.random.number(1...60_000)) / rate
    let clock = TestClock(start)
    var damage = try RandomDamage(seed: theCase.seed, theCase.set)
    // None of the old cases is among these, nor among the next ones.
    let isWindowed = theCase.seed % 8 == 6
    let session = try await theCase.set.performance(
      journal: journal, at: clock, readers: isWindowed ? theCase.set.keeping : .standard, .lenient)
    // They are short, so that all of their samples are there: every word has to do with windows.
    if isWindowed { await session.holdSamples(.windowed(above: 0)) }
    if theCase.seed % 4 == 3 { await session.readBehind() }
    var bench = try await SessionBench(session)
    if theCase.isLive { await session.beLive() }
    var heard = Output(stems: session.set.stems.count, buses: 1)
    // Of generators of their own, so that the cases of old seeds stay what they are.
    var device = RandomDevice(seed: theCase.seed)
    var pads = RandomPads(seed: theCase.seed)
    var playback = RandomPlayback(seed: theCase.seed, isStill: Self.regressions.contains(theCase.seed))
    var marks = RandomMarks(seed: theCase.seed, isStill: Self.regressions.contains(theCase.seed))
    for _ in 0..<theCase.random.number(20...60) {
      if theCase.random.one(in: 3) {
        for _ in 0..<theCase.random.number(1...4) { try await bench.say(theCase.line()) }
      }
      await device.mayComeOrGo(session)
      try damage.mayTurn()
      if theCase.random.one(in: 12) {
        try theCase.edit()
        let quantum = theCase.random.pick(["now", "beat", "bar", "loop"])
        try await bench.say("reload \(quantum)", at: .lines)
      }
      try await playback.mayChange(&bench)
      try await marks.mayMark(&bench)
      if theCase.random.one(in: 40) { bench.jump(theCase.random.number(1...20_000)) }
      // A period may follow another clock.
      if theCase.random.one(in: 20) {
        let place = theCase.random.number(0...30_000)
        bench.nextClock = theCase.random.pick([.stopped(at: place), .rolling(at: place), .rolling(at: place)])
      }
      // Most clocks run evenly, some are set.
      if theCase.random.one(in: 30) { start = start + Double(theCase.random.number(-20...20)) / 10 }
      let frames = Int(theCase.random.number(1...2500))
      let periods = Periods.mixed(seed: theCase.random.next(), longest: 700)
      var coming = periods
      try await pads.mayBePressed(&bench, within: min(frames, coming.next()))
      heard += bench.deliver(frames, periods: periods)
      let position = try #require(await session.clock).position
      // Control is behind the audio thread, by up to a period.
      clock.now = start + Double(position - theCase.random.number(0...2400)) / rate
      if !theCase.random.one(in: 4) { await session.pump() }
    }
    heard += await bench.end()
    try damage.mend()
    return heard
  }
}
