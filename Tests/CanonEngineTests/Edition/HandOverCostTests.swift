import CanonEngine
import CanonTestSupport
import Foundation
import Testing

/// What a period costs in which another edition takes over, beside the dearest ordinary ones, with 64 sounding stems and periods of 64
/// frames. It measures and asserts nothing about time, because machines differ: `make measure` prints the table.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CANON_MEASURE"] != nil, "CANON_MEASURE asks for it"))
struct HandOverCostTests {
  private static let (stems, period, loop, rounds) = (64, 64, 24_000, 400)
  /// The frames of the usual ramp.
  private static let ramp = 240

  /// What happens on a boundary.
  private enum Happening: String, CaseIterable {
    case nothing = "nothing"
    case gain = "every stem gets another gain"
    case mute = "every stem mutes"
    case start = "every stem starts"
    case seek = "the music moves"
    case same = "an edition that changes nothing"
    case gains = "an edition with another gain for every stem"
    case tempo = "an edition with another tempo, on a loop top"
    case tempoOnBeat = "an edition with another tempo, in the loop"
    case samples = "an edition with other samples for every stem"
    case stems = "an edition in which half of the stems leave, and as many come"
    case piece = "another piece, in which every stem plays from the first downbeat"

    /// What has nothing to do with editions: the dearest of them is the yardstick.
    static let ordinary: [Happening] = [.nothing, .gain, .mute, .start, .seek]
  }

  @Test("The cost of the dearest period around a boundary, by what happens there")
  func cost() {
    var bench = Self.bench()
    var dearest: [Happening: [Double]] = [:]
    var order = Happening.allCases, random = SplitMix64(seed: 1)
    for _ in 0..<Self.rounds {
      order.shuffle(using: &random)
      for happening in order { dearest[happening, default: []].append(Self.measure(happening, &bench)) }
    }
    for kind in dearest.keys { dearest[kind]!.sort() }
    print("the dearest period of \(Self.rounds) boundaries, \(Self.stems) stems, \(Self.period) frames:")
    // On a machine that does other work, the lower quartile says more than the median.
    for (name, place) in [("lower quartile", Self.rounds / 4), ("median", Self.rounds / 2)] {
      let ordinary = Happening.ordinary.map { dearest[$0]![place] }.max()!
      for happening in Happening.allCases {
        let time = dearest[happening]![place]
        print(String(format: "%@ %8.2f µs  %5.2f  ", name, time, time / ordinary) + happening.rawValue)
      }
    }
    #expect(bench.events.contains { if case .handedOver = $0 { true } else { false } })
  }

  private static func configuration(_ gain: Double, loop: Int) -> EngineConfiguration {
    EngineConfiguration(
      grid: Grid(loop: GridLine(numerator: Int64(loop), denominator: 1)!, barsPerLoop: 1, beatsPerLoop: 4)!,
      sampleRate: .studio,
      stems: (0..<stems).map { _ in StemConfiguration(gain: Gain(linear: Float(gain))!) })
  }

  private static func bench() -> Bench {
    var bench = Bench.make(configuration(0.5, loop: loop), rolling: false)
    bench.sounds = (0..<(stems + stems / 2)).map { _ in [.flat(0.01, loop + 1)] }
    bench.hasPorts = false
    let sounds: [Int?] = Array(repeating: nil, count: stems), open = Array(repeating: true, count: stems)
    bench.editions = [(0.5, loop), (0.25, loop), (0.5, loop + 1)].map { gain, loop in
      TestEdition(configuration(gain, loop: loop), ids: Array(0..<stems), sounds: sounds, staysOpen: open)
    }
    let same = configuration(0.5, loop: loop), half = stems / 2
    bench.editions += [
      TestEdition(same, ids: Array(0..<stems), sounds: sounds.map { _ in 0 }, staysOpen: open),
      TestEdition(
        same, ids: Array(0..<half) + Array(stems..<(stems + half)),
        sounds: Array(repeating: nil, count: half) + Array(repeating: 0, count: half), staysOpen: open),
      TestEdition(
        same, ids: Array(0..<stems),
        sounds: Array(repeating: nil, count: half) + Array(repeating: 0, count: half), staysOpen: open),
      TestEdition(
        same, ids: Array(0..<stems), sounds: sounds.map { _ in 0 }, staysOpen: open, music: .begins(after: 0),
        starts: Array(0..<stems)),
    ]
    for stem in 0..<stems { bench.perform(.samples(0), stem) }
    bench.perform(.roll)
    for stem in 0..<stems { bench.ask(.start, stem, quantum: .now) }
    bench.run(loop)
    return bench
  }

  /// - Returns: The time of the dearest of the periods from two ramps before the boundary to two after it, in microseconds.
  private static func measure(_ happening: Happening, _ bench: inout Bench) -> Double {
    if case .start = happening { for stem in 0..<stems { bench.ask(.stop, stem, quantum: .now) } }
    run(to: 1000, &bench)
    switch happening {
    case .nothing, .seek: break
    case .gain: for stem in 0..<stems { bench.perform(.gain(Gain(linear: 0.4)!, .loop), stem) }
    case .mute: for stem in 0..<stems { bench.ask(.mute, stem) }
    case .start: for stem in 0..<stems { bench.ask(.start, stem) }
    case .same: bench.perform(.edition(0, .loop))
    case .gains: bench.perform(.edition(1, .loop))
    case .tempo: bench.perform(.edition(2, .loop))
    case .tempoOnBeat: bench.perform(.edition(2, Quantum(.beat)!))
    case .samples: bench.perform(.edition(3, .loop))
    case .stems: bench.perform(.edition(4, .loop))
    case .piece: bench.perform(.edition(6, .loop))
    }
    // What was prepared waits, and is not in the nearest caches any more. Few periods are measured, so that few are interrupted.
    if case .tempoOnBeat = happening {
      run(to: loop / 4 - 2 * ramp, &bench)
    } else {
      run(to: loop - 2 * ramp, &bench)
    }
    if case .seek = happening { bench.perform(.seek(.to(100))) }
    let time = deliver(4 * ramp, &bench)
    // Back to the first edition, and every stem sounds.
    if case .stems = happening {
      bench.perform(.edition(5, .now))
      _ = deliver(2000, &bench)
      for stem in (stems / 2)..<stems { bench.ask(.start, stem, quantum: .now) }
    } else {
      for stem in 0..<stems { bench.ask(.unmute, stem, quantum: .now) }
      bench.perform(.edition(0, .now))
    }
    _ = deliver(2000, &bench)
    return time
  }

  /// Delivers frames up to a place of the loop.
  private static func run(to place: Int, _ bench: inout Bench) {
    let clock = bench.handle.clock
    _ = deliver((loop + place - Int(clock.position - clock.origin) % loop) % loop, &bench)
  }

  /// Delivers frames without control, as a driver does.
  /// - Returns: The time of the dearest period, in microseconds.
  private static func deliver(_ frames: Int, _ bench: inout Bench) -> Double {
    var left = [Float](repeating: 0, count: period), right = left, longest: UInt64 = 0
    bench.send()
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        let master = OutputPair(left: left.baseAddress!, right: right.baseAddress!)
        for done in stride(from: 0, to: frames, by: period) {
          let start = DispatchTime.now().uptimeNanoseconds
          bench.engine.process(frames: Int32(min(period, frames - done)), master: master)
          longest = max(longest, DispatchTime.now().uptimeNanoseconds - start)
        }
      }
    }
    bench.readEvents()
    return Double(longest) / 1000
  }
}
