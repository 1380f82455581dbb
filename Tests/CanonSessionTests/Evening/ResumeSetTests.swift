import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A performance that goes on with an evening whose set or files are others by now.
@Suite struct ResumeSetTests: Resuming {
  let clock: TestClock

  init() throws { clock = try Self.usualClock() }

  /// The notes that a performance has published.
  private func notes(of session: Performance) async -> [Note] {
    await session.allEvents().compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  @Test func ofAnEditedSetWhatIsGoneIsLeftOutAndWhatIsNewBeginsAsUsual() async throws {
    let set = try SmallSet()
    let first = try await set.performance(at: clock)
    var bench = try await SessionBench(first, after: 100)
    for line in ["start violin-a violin-b now", "gain violin-a -6", "start violin-b stem:100"] {
      #expect(try await bench.say(line) == [])
    }
    try await bench.say("stop violin-b loop:50", then: 1000)
    await first.report(ClockPlace(position: 1100, time: clock.now))
    let evening = try #require(await first.evening())
    let text = SmallSet.text(["violin-c", "cello", "violin-a"], keys: ["cello": "gain = -12"])
    _ = try set.folder.write(text, to: "set.toml")

    var second = try await resume(evening, in: set)
    #expect(
      await second.session.snapshot().stems.map(\.summary) == [
        "violin-c stop 0.0 dB 0.0", "cello play -12.0 dB 0.0", "violin-a play -6.0 dB 0.0",
      ])
    await second.run(1)
    #expect(await second.session.told().filter { $0.hasPrefix("refused") } == [])
  }

  @Test("A stem whose file cannot be read any more does not play, nor does its solo silence the others")
  func unreadable() async throws {
    let set = try SmallSet()
    _ = try set.folder.write("not a sound", to: "violin-b.wav")
    let journal = set.folder.file("evening.journal")
    var bench = try await resume(
      evening(Layer("cello", .play), Layer("violin-a", .play), Layer("violin-b", .play, solo: .alone)),
      in: set, journal: journal, .lenient)
    let session = bench.session
    #expect(await session.stem("violin-b").status == .stop)
    #expect(await session.stem("violin-b").isUnreadable)
    await bench.run(1000)
    let heard = await bench.run(1000)
    #expect(heard.master.allSatisfy { $0 == 0.75 })
    let told = await session.told()
    #expect(told.contains { $0.hasPrefix("\"violin-b\" is silent") }, "\(told)")
  }

  @Test func stemsThatAreNoLongerInTheSetAreNamed() async throws {
    let bench = try await resume(
      evening(Layer("cello", .play), Layer("viola", .play), Layer("drum", .stop)), in: SmallSet())
    #expect(await notes(of: bench.session).contains(.evening(.leftOut(["viola", "drum"]))))
  }

  @Test func aFileThatIsGoneIsNamedAndTheStemPlaysItsOwn() async throws {
    var bench = try await resume(
      evening(Layer("cello", .play), Layer("violin-a", .play, file: "take-2.wav")), in: SmallSet())
    await bench.run(1000)
    #expect(await bench.run(1000).ports[1].allSatisfy { $0 == 0.25 })
    let session = bench.session
    #expect(await session.stem("violin-a").otherFile == nil)
    let events = await session.allEvents()
    #expect(!events.contains { if case .refused = $0 { true } else { false } })
    #expect(
      events.contains {
        if case .note(.ownSamples("violin-a", let problems)) = $0 {
          "\(problems)".contains("take-2.wav")
        } else {
          false
        }
      })
  }
}
