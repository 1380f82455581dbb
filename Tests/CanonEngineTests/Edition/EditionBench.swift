import CanonEngine
import CanonTestSupport

/// Engines that are to become another set, with loops of 4 frames; each stem plays its own digits.
enum EditionBench {
  /// Three stems that play 1234, 5678 and nothing; editions without the second and without the last two.
  static func make() -> Bench {
    let stems = Array(repeating: StemConfiguration(), count: 2)
    var bench = Bench.make(.small(stems), rolling: false)
    bench.sounds = [[.counting(4)], [StemBuffer([5, 6, 7, 8])], [StemBuffer([9, 9, 9, 9])]]
    bench.portCount = 3
    bench.editions = [edition([0, 2], sounds: [nil, 0]), edition([0])]
    bench.perform(.samples(0), 0)
    bench.perform(.samples(0), 1)
    bench.perform(.roll)
    for stem in 0...1 { bench.ask(.start, stem, quantum: .now) }
    return bench
  }

  /// Two stems of 8 frames that start with the next period, with ramps of 4 frames, and an edition of both for later.
  static func twoPlaying(
    _ sounds: [[StemBuffer]], then stems: [StemConfiguration], sounds numbers: [Int?]
  ) -> Bench {
    var bench = Bench.make(
      .small(loop: 8, [StemConfiguration(), StemConfiguration()], rampFrames: 4), rolling: false)
    bench.sounds = sounds
    for stem in 0...1 { bench.perform(.samples(0), stem) }
    bench.editions = [
      TestEdition(
        .small(loop: 8, stems, rampFrames: 4), ids: [0, 1], sounds: numbers, staysOpen: [true, true])
    ]
    bench.perform(.roll)
    for stem in 0...1 { bench.ask(.start, stem, quantum: .now) }
    return bench
  }

  static func edition(_ ids: [Int], sounds: [Int?]? = nil, ramp: Int = 0) -> TestEdition {
    TestEdition(
      .small(ids.map { _ in StemConfiguration() }, rampFrames: ramp), ids: ids,
      sounds: sounds ?? ids.map { $0 == 0 ? nil : 0 }, staysOpen: ids.map { _ in true })
  }

  /// The ticket of the last command, or of one of the last ones.
  static func ticket(_ bench: borrowing Bench, _ last: Int = 1) -> CommandTicket {
    bench.asked[bench.asked.count - last].ticket
  }

  static func places(_ bench: borrowing Bench) -> [Int] {
    (0..<bench.handle.stemCount).map { bench.handle.place(of: StemIndex($0)) }
  }

  static func handedOver(_ bench: borrowing Bench) -> [EngineEvent] {
    bench.events.filter {
      switch $0 {
      case .handedOver, .superseded: true
      default: false
      }
    }
  }
}
