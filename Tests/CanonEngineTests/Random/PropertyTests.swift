import CanonEngine
import CanonTestSupport
import Foundation
import Testing

/// Whatever a set is like and whatever is asked of it, the engine delivers what Documentation/Engine.md says, to the
/// bit, whatever the periods; and its journal brings it back.
///
/// `CANON_SEED=17 swift test --filter PropertyTests` tells one case in full.
@Suite struct PropertyTests {
  static let batches = 100
  static let casesPerBatch = 100

  @Test("The engine does what the rules say, and nothing depends on periods", arguments: 0..<batches)
  func everything(batch: Int) {
    for number in 0..<Self.casesPerBatch {
      let seed = UInt64(batch * Self.casesPerBatch + number)
      if let problem = PropertyCase(seed: seed).problem() {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }

  @Test("Most of the random sets have ticks of the MIDI clock")
  func ticks() {
    let grids = (0..<UInt64(200)).map { PropertyCase(seed: $0).set.configuration.grid }
    #expect(grids.count { $0.tick != nil } > 100)
  }

  @Test("Among the cases are triggers that are taken, and some that are not for each reason")
  func triggers() {
    var (taken, refused, early, ended, old, full) = (0, 0, 0, 0, 0, 0)
    for seed in 0..<UInt64(400) {
      let example = PropertyCase(seed: seed)
      var bench = example.set.bench()
      _ = example.performance.play(on: &bench, periods: .constant(64))
      let (events, offers) = (bench.events, bench.offers)
      let handOvers = events.indices.filter {
        if case .handedOver = events[$0] { true } else { false }
      }
      taken += offers.count(where: \.isTaken)
      refused += offers.count { !$0.isTaken }
      early += offers.count { $0.frame == 0 }
      ended += offers.count(where: \.hasEnded)
      old += offers.count { offer in offer.edition < handOvers.count { $0 < offer.place } }
      let periods = Dictionary(grouping: offers.filter(\.isTaken), by: \.frame)
      full += periods.values.count { $0.count >= Trigger.mostInPeriod }
    }
    #expect(
      taken > 100 && refused > 100 && early > 20 && ended > 0 && old > 0 && full > 0,
      "\(taken) \(refused) \(early) \(ended) \(old) \(full)")
  }

  @Test(
    "One case in full",
    .enabled(if: ProcessInfo.processInfo.environment["CANON_SEED"] != nil, "CANON_SEED names it"))
  func one() throws {
    let seed = try #require(UInt64(ProcessInfo.processInfo.environment["CANON_SEED"] ?? ""))
    let example = PropertyCase(seed: seed)
    var bench = example.set.bench()
    _ = example.performance.play(on: &bench, periods: .constant(64))
    let configuration = example.set.configuration
    print("loop \(configuration.grid.loop), ramp \(configuration.rampMilliseconds * 8) frames")
    print("grace \(configuration.graceMilliseconds * 8) frames, second press \(configuration.secondPress)")
    for (stem, sounds) in zip(configuration.stems, example.set.sounds) {
      print(stem)
      print("  ", sounds.map { "\($0.layout.intro) + \($0.layout.loop) + \($0.layout.release)" })
    }
    for entry in JournalLines.entries(bench) {
      let text = JournalLines.text(entry)
      print(text, entry.answer.map { "-> \($0)" } ?? "", entry.status.map { "\($0)" } ?? "")
    }
    for event in bench.events { print("  ", event) }
    for offer in bench.offers { print("  ", offer) }
    if let problem = example.problem() { Issue.record("\(problem)") }
  }
}
