import CanonEngine
import CanonTestSupport
import Testing

/// What becomes of commands when the engine becomes another set: those on their way, those that wait, and what is pending.
@Suite struct EditionCommandTests {
  @Test("A permit for the edition before starts nothing, and no command reaches a stem that has left")
  func oldCommands() {
    var bench = EditionBench.make().after(1)
    bench.perform(.edition(0, .now))
    // Control has not read yet that the edition plays.
    bench.perform(.ask(.start, .now), 0)
    bench.perform(.open(true), 0)
    bench.perform(.gain(.silence), 1)
    bench.perform(.ask(.stop, .now), 0)
    bench.run(2)
    #expect(bench.answers.suffix(4).map(\.answer) == [.outdated, .outdated, .outdated, .accepted])
  }

  @Test(
    "What waits to begin sound outlasts a hand-over if the edition says so of its stem, and the stem is open",
    arguments: [(true, true), (true, false), (false, true)], [5, 8])
  func waitsAcross(is edition: (keepsRequests: Bool, staysOpen: Bool), frames: Int64) {
    var bench = EditionBench.make()
    bench.editions = [
      TestEdition(
        .small(Array(repeating: StemConfiguration(), count: 2)), ids: [0, 1], sounds: [nil, nil],
        staysOpen: [edition.staysOpen, true],
        keepsRequests: edition.keepsRequests)
    ]
    bench.ask(.stop, 0, quantum: .now)
    bench.perform(.open(true), 0)
    bench.run(3)
    bench.perform(.later(frames, .needing([1], .askWhileOpen(.start, .now))), 0)
    bench.perform(.edition(0, .loop))
    let answer: EngineEvent.Answer =
      !edition.keepsRequests ? .outdated : edition.staysOpen ? .accepted : .notPermitted
    bench.run(Int(frames) + 1)
    #expect(
      bench.events.contains {
        if case .answered(_, StemIndex(0), answer, _, 3 + frames) = $0 { true } else { false }
      }, "\(bench.answers.suffix(2))")
  }

  @Test(
    "Commands that wait for their frame end with their stem; none that may begin sound outlasts a hand-over by itself"
  )
  func waiting() {
    var bench = EditionBench.make().after(1)
    bench.perform(.later(6, .gain(.silence)), 1)
    bench.perform(.later(6, .gain(.silence)), 0)
    bench.perform(.later(6, .askWhileOpen(.start, .now)), 0)
    bench.perform(.edition(0, .loop))
    bench.run(10)
    #expect(bench.answers.suffix(3).map(\.answer) == [.ended, .accepted, .outdated])
  }

  @Test("A start that is pending does not outlast the permission for it")
  func closed() {
    var bench = EditionBench.make()
    bench.editions[1].staysOpen = [false]
    bench.ask(.stop, quantum: .now)
    bench.run(1)
    bench.ask(.start, quantum: Quantum(.loop, count: 2)!)
    bench.perform(.edition(1, .loop))
    #expect(bench.run(20).ports[0] == Array(repeating: 0, count: 20))
    #expect(bench.events.contains(.changed(StemIndex(0), status: .stop, at: 4, by: .door)))
  }

  @Test("A stem that had to play for a command of one that has left is no need of another command")
  func needs() {
    var bench = EditionBench.make().after(1)
    bench.handle.receipt = 6
    _ = bench.handle.requestWhileOpen(
      .start, StemIndex(1), needing: [StemIndex(0)], quantum: .now, by: .input)
    bench.handle.receipt = nil
    bench.perform(.ask(.stop, .now), 0)
    bench.perform(.edition(1, .loop))
    bench.run(5)
    bench.perform(.ask(.start, .now), 0)
    bench.run(2)
    #expect(bench.answers.last?.answer == .accepted)
  }
}
