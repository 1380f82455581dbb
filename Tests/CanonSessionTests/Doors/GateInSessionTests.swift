import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A locked stem stays silent whatever is asked: promise 5, through every word there is.
@Suite struct GateInSessionTests {
  private static let refusal = "\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 14 days 21 hours."

  /// The line that silences the sum of all stems, in which a locked one would be heard.
  private static let toggle = "toggle master"

  private let clock: TestClock
  private let session: Performance

  init() throws {
    clock = TestClock(try TestClock.tokyo("2026-12-06") + -Double(14 * 86_400 + 21 * 3600))
    let tapes = SmallSet.stems.map { ($0.id, "stretch = \"tape\"") }
    session = try SmallSet(
      doors: "violin-b = 2026-12-06", keys: Dictionary(uniqueKeysWithValues: tapes), more: LockedStem.scenes
    ).session(at: clock)
  }

  @Test(
    "Every word and every quantum, by id and by glob: silence, and nothing else moves",
    arguments: [
      "violin-b", "*-b", "v?????-b", "violin-b *-b",
    ])
  func aLockedStemStaysSilent(stems: String) async throws {
    var bench = try await SessionBench(session, after: 1000)
    var heard = Output(stems: 4)
    #expect(LockedStem.lines(stems).contains(Self.toggle))
    // A panic stops all the others, too.
    for line in LockedStem.lines(stems) where line != "panic" {
      let others = await session.snapshot().stems.filter { $0.id != "violin-b" }.map(\.summary)
      let problems = try await bench.say(line, at: .lines)
      var said = await bench.run(700)
      #expect(Self.asksForSound(line) ? problems == [Self.refusal] : Self.isQuiet(problems), "\(line)")
      #expect(await session.stem("violin-b").status == .stop, "\(line)")
      _ = await session.undo(by: .input)
      said += await bench.run(700)
      if line == Self.toggle { expectLowered(said) } else { heard += said }
      #expect(await session.stem("violin-b").status == .stop, "\(line)")
      #expect(
        await session.snapshot().stems.filter { $0.id != "violin-b" }.map(\.summary) == others, "\(line)")
    }
    heard += await bench.run(4 * SmallSet.loop)
    expectNothingOfViolinB(heard)
    #expect(await !session.holdsSamples(of: "violin-b"))
  }

  @Test func byAllTheOthersGoOnAndTheLockedOneIsRefusedByItsDate() async throws {
    var bench = try await SessionBench(session)
    var heard = Output(stems: 4)
    for (number, line) in LockedStem.lines("all").enumerated() {
      let problems = try await bench.say(line, at: .lines)
      var said = await bench.run(1300)
      // What waits for all of them is refused on its frame for the locked one alone.
      let isRefused = Self.asksForSound(line) && !["at", "in"].contains(line.prefix(2))
      #expect(isRefused ? problems == [Self.refusal] : Self.isQuiet(problems), "\(line)")
      // Every other line stays, so that the others are heard.
      if number % 2 == 0 || line == Self.toggle { _ = await session.undo(by: .input) }
      if line == Self.toggle {
        said += await bench.run(1300)
        expectLowered(said)
      } else {
        heard += said
      }
    }
    heard += await bench.run(4 * SmallSet.loop)
    expectNothingOfViolinB(heard)
    #expect(heard.ports[1].contains { $0 != 0 })
    #expect(heard.ports[3].contains { $0 != 0 })
    #expect(await !session.holdsSamples(of: "violin-b"))
  }

  @Test func aRefusalIsPublishedWithItsDate() async throws {
    let bench = try await SessionBench(session)
    try await bench.say("start violin-b now")
    let refusals = await session.allEvents().compactMap { event -> String? in
      guard case .refused(let problem, by: .input) = event else { return nil }
      return problem.message
    }
    #expect(refusals == [Self.refusal])
  }

  @Test func theEngineHoldsNoSamplesBehindAShutDoor() async throws {
    _ = try await SessionBench(session)
    for id in ["cello", "violin-a", "violin-c"] { #expect(await session.holdsSamples(of: id)) }
    #expect(await !session.holdsSamples(of: "violin-b"))
  }

  @Test func aMomentBeforeItsInstantItIsRefusedAndFromTheInstantOnItPlays() async throws {
    var bench = try await SessionBench(session)
    let opens = try TestClock.tokyo("2026-12-06")
    clock.now = opens + -0.5
    #expect(
      try await bench.say("start violin-b now")
        == ["\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 second."])
    #expect(await !session.holdsSamples(of: "violin-b"))
    #expect(await bench.run(1000).ports[2].allSatisfy { $0.bitPattern == 0 })

    clock.now = opens
    #expect(try await bench.say("start violin-b now") == [])
    #expect(await session.holdsSamples(of: "violin-b"))
    let heard = await bench.run(1000)
    #expect(heard.ports[2][240...].allSatisfy { $0 == 0.125 })
    #expect(heard.master[240...].allSatisfy { $0 == 0.625 })
  }

  // MARK: -

  /// Nothing is refused, but that a command that does not wait cannot be ended.
  private static func isQuiet(_ problems: [String]) -> Bool {
    problems.allSatisfy { problem in
      [
        "no command 1 waits.", "there is no mark 100.", "there is no section ", "the music is in no section ",
        "no programme is played",
      ]
      .contains { problem.hasPrefix($0) }
    }
  }

  private static func asksForSound(_ line: String) -> Bool {
    var words = line.split(separator: " ")
    if ["at", "in"].contains(words[0]) {
      words.removeFirst(words[1].first == "@" ? 2 : 3)
      // A scene does something besides.
      if words[0] == "scene" { return false }
    }
    return ["press", "start", "unmute", "scene", "replace"].contains(words[0])
      || (words[0] == "fade" && words.contains("in")) || (words[0] == "cue" && words.last != "off")
  }

  /// The master falls to exact zeros and comes back, and nothing of the stem is in it.
  private func expectLowered(_ heard: Output) {
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    let others = heard.ports[0].indices.map { heard.ports[0][$0] + heard.ports[1][$0] + heard.ports[3][$0] }
    #expect(zip(heard.master, others).allSatisfy { abs($0) <= abs($1) })
    #expect(heard.master[heard.master.count / 2 - 1].bitPattern == 0 && heard.master.last == others.last)
  }

  /// The stem's port is exact zeros, and the master is the others' sum to the last bit.
  private func expectNothingOfViolinB(_ heard: Output) {
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    let others = heard.ports[0].indices.map { heard.ports[0][$0] + heard.ports[1][$0] + heard.ports[3][$0] }
    #expect(heard.master == others)
    #expect(heard.master.contains { $0 != 0 })
  }
}
