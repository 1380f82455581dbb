import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// The samples of another tempo: how far their making is, what cannot be made, and that those before are given back.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PlaybackSamplesTests {
  private static let loop = SmallSet.loop
  /// Stems as tapes: their constants stay constants.
  private static let tapes = Dictionary(
    uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") })

  @Test(
    "Views are told how far the making of a tempo is: of the one that was asked for last, until it is made")
  func loading() async throws {
    let small = try SmallSet(keys: Self.tapes)
    /// Writes the base's file anew, and another one with the same text, by which its readings are released.
    func write(_ name: String, _ claim: Int?) throws -> String {
      let text = TallyReader.text(
        .init(repeating: 0.5, count: Self.loop), frames: Self.loop, claim: claim)
      _ = try small.folder.write(text, to: "cello.wav")
      return try small.folder.write(text, to: name)
    }
    _ = try write("at-once.tally", nil)
    var bench = try await SessionBench(small.session(readers: .withTally), after: 100)
    let session = bench.session
    func ask(_ line: String) throws -> Task<[CommandProblem], Never> {
      let command = try CommandParser.parse(line, at: .lines)
      return Task { await session.perform(command, by: .input) }
    }
    func isRead(_ file: String) async throws {
      while TallyReader.uses(of: file).readings == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    let first = try write("first.tally", TallyReader.later)
    let slow = try ask("tempo 500")
    try await isRead(first)
    while await session.snapshot().loading == nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await session.snapshot().loading?.files == 4)
    #expect(await session.shownSoon()?.slow == "cello.wav")
    let second = try write("second.tally", TallyReader.later)
    let quick = try ask("tempo 250")
    try await isRead(second)
    TallyReader.release(first)
    let problems = await slow.value
    #expect(problems == [.otherPlayback])
    let shown = await session.shownSoon()
    #expect(shown?.files == 4 && shown?.slow == "cello.wav", "what is left of the first ends nothing")
    TallyReader.release(second)
    #expect(await quick.value == [])
    #expect(await session.shownSoon() == nil)
    await bench.run(2 * Self.loop)
    #expect(await session.snapshot().playback == Playback(tempo: .beats(Tempo(250)!)))
    #expect(await session.shownSoon() == nil)
  }

  @Test("The samples of tempos that play no longer, or never did, are given back")
  func memory() async throws {
    var bench = try await SessionBench(SmallSet(keys: Self.tapes).session(), after: 100)
    let session = bench.session
    try await bench.say("start violin-a now", then: 100)
    var given = await session.samplesGiven()
    for (line, frames) in [
      ("tempo 500 beat", 2 * Self.loop), ("tempo 300 loop:9", 1), ("tempo 250 beat", 3 * Self.loop),
      ("tempo 115 % beat", 2 * Self.loop), ("tempo original beat", Self.loop),
    ] {
      #expect(try await bench.say(line, at: .lines) == [], "\(line)")
      given += await session.samplesGiven()
      await bench.run(frames)
    }
    #expect(await session.snapshot().playback == .original)
    let all = given
    func left() -> Int { Set(all.compactMap { $0.buffer.map(ObjectIdentifier.init) }).count }
    #expect(all.count >= 6 * SmallSet.stems.count)
    try await bench.run(until: "only those that play are left") { left() == SmallSet.stems.count }
  }

  @Test(
    "Where a stem is too short to be stretched, the tempo is refused by its file, and the music is as if nobody had asked"
  )
  func tooShort() async throws {
    let keys = Self.tapes.merging(["violin-a": "length = \"free\""]) { $1 }
    func play(_ line: String?) async throws -> CanonTestSupport.Output {
      // 21 ms.
      let small = try SmallSet(keys: keys, sounds: ["violin-a": SmallSet.rising(1000)])
      let session = try await small.performance(
        journal: small.folder.file("evening.journal"), at: TestClock(try TestClock.tokyo("2026-12-10")))
      var bench = try await SessionBench(session)
      try await bench.say("start violin-a now")
      var heard = await bench.run(1100)
      if let line {
        let refusal = try await bench.say(line, at: .lines).joined()
        #expect(refusal.contains("set.toml") && refusal.contains("stem \"violin-a\""), "\(refusal)")
        #expect(refusal.contains("at least 50 ms, to be heard in another tempo or key"), "\(refusal)")
        #expect(refusal.contains("stretch = \"tape\""), "\(refusal)")
      }
      heard += await bench.run(2 * Self.loop)
      #expect(await session.snapshot().playback == .original)
      await session.finish()
      try await small.expectRendering(is: heard)
      return heard
    }
    let untouched = try await play(nil)
    for line in ["tempo 115 %", "key +2 now"] {
      let heard = try await play(line)
      #expect(heard.channels == untouched.channels, "\(line)")
    }
  }
}

/// Samples that are not kept in memory by this.
private struct Given: Sendable {
  weak var buffer: StemBuffer?
}

extension Performance {
  /// What a view is shown of the reading in ten minutes, if nothing changes until then.
  fileprivate func shownSoon() -> LoadingProgress.Shown? {
    loadingWatch.shown(at: ContinuousClock.now + .seconds(600))
  }

  /// The samples that the engine plays, and those of the editions that wait.
  fileprivate func samplesGiven() -> [Given] {
    let playing = set.stems.indices.compactMap { deck.buffer(of: StemIndex($0)) }
    let waiting = deck.editions.values.flatMap { $0.next.samples.values.map(\.buffer) }
    return (playing + waiting).map { Given(buffer: $0) }
  }
}
