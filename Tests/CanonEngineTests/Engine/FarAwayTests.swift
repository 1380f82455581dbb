import CanonEngine
import CanonTestSupport
import Testing

/// Days, years and a century from the origin. The years are computed, not waited for.
@Suite struct FarAwayTests {
  @Test("After thirty days of playing, muting, losing frames and changing, every stem is on its exact frame")
  func thirtyDays() throws {
    let lines = [(480, 1), (97, 3), (1001, 30), (1_000_003, 31_250), (720, 1)].map {
      ExactLine(numerator: $0, denominator: $1)
    }
    let stems = lines.map { StemConfiguration(frames: $0.numerator, parts: $0.denominator) }
    var bench = Bench.make(
      .small(loop: 480, stems), sounds: stems.map { .counting(Int($0.line!.longestDistance)) })
    for stem in stems.indices { bench.ask(.start, stem) }
    var random = SplitMix64(seed: 30)
    let hour: FrameCount = 48_000 * 3600
    for number in 1...(30 * 24) as ClosedRange<FrameCount> {
      let stem = Int(random.number(0...4))
      bench.ask(random.pick([.mute, .unmute, .start]), stem, quantum: random.pick([.now, .loop, .stem]))
      bench.run(Int(random.number(1...100)), periods: .mixed(seed: UInt64(number)))
      if number % 3 == 0 { bench.skip(FrameCount(random.number(1...100_000))) }
      bench.advance(to: number * hour)
    }
    for stem in stems.indices { bench.ask(.start, stem, quantum: .now) }
    #expect(bench.handle.clock.position == 30 * 24 * hour)
    let heard = bench.run(100, periods: .mixed(seed: 1)).ports
    for (line, port) in zip(lines, heard) {
      #expect(port == (0..<100).map { line.sample(at: 30 * 24 * hour + $0) }, "\(line)")
    }
  }

  @Test("A century later every rule holds as it did at the origin", arguments: 0..<100 as Range<UInt64>)
  func century(seed: UInt64) {
    var set = TestSet.random(seed: seed)
    // On another grid the same place of the music is not the same distance away.
    set.editions = []
    for stem in set.configuration.stems.indices {
      // What is drawn by lot is drawn by the frame.
      if set.configuration.stems[stem].follow?.then == .startAny {
        set.configuration.stems[stem].follow = nil
      }
    }
    let loop = set.configuration.grid.loop
    let lines = [loop] + set.configuration.stems.map { $0.line ?? loop }
    // Where all meet again, whatever the quantum's count.
    guard let cycle = GridLine.commonCycle(lines, otherwise: loop),
      cycle.numerator < Sampled.century / 6_000_000
    else { return }
    let distance = 3_000_000 * cycle.numerator, shift = Sampled.century / distance * distance
    #expect(shift > Sampled.century / 2)

    let performance = RandomPerformance.random(seed: seed, set: set)
    var near = set.bench(), far = set.bench()
    let expected = performance.playAfter(0, on: &near), heard = performance.playAfter(shift, on: &far)
    #expect(heard.difference(from: expected) == nil)
    let frames = far.events.suffix(near.events.count - 1).map { $0.frame - shift }
    #expect(frames == near.events.dropFirst().map(\.frame))
  }
}

extension ExactLine {
  /// What a stem that counts 1, 2, 3, … has on a frame.
  fileprivate func sample(at frame: FramePosition) -> Float {
    var index = frame * denominator / numerator + 1
    while position(of: index) > frame { index -= 1 }
    return Float(frame - position(of: index) + 1)
  }
}

extension Bench {
  /// Goes on without delivering: what repeats itself is passed over, the rest is lost.
  fileprivate mutating func advance(to frame: FramePosition) {
    while handle.clock.position < frame {
      let left = frame - handle.clock.position
      guard let (_, until) = engine.repetition, until > handle.clock.position else {
        skip(left)
        return
      }
      engine.advance(min(left, until - handle.clock.position))
    }
    readEvents()
  }
}

extension RandomPerformance {
  /// Plays it on an engine whose clock has gone so far before anything was asked.
  fileprivate func playAfter(_ shift: FrameCount, on bench: inout Bench) -> Output {
    bench.perform(.roll)
    bench.send()
    bench.idle()
    bench.skip(shift)
    let moved = steps.map { step in
      Step(frame: step.frame, stem: step.stem, step.action.moved(by: shift))
    }
    return RandomPerformance(steps: moved, frames: frames).play(on: &bench, periods: .constant(32))
  }
}

extension RandomPerformance.Action {
  /// The same so many frames later. Nothing goes back, because at the origin that ends at the first downbeat.
  fileprivate func moved(by shift: FrameCount) -> Self {
    switch self {
    case .start(let quantum, let from): .start(quantum, from: from + shift)
    case .seek(.to(let place)): .seek(.to(place + shift))
    case .seek(.by(let frames)): .seek(.by(abs(frames)))
    case .section(let section): .section(section?.map { $0 + shift })
    case .halt(let place): .halt(place.map { $0 + shift })
    case .rollFrom(let place): .rollFrom(place + shift)
    case .clock(.rolling(let place)): .clock(.rolling(at: place + shift))
    case .clock(.stopped(let place)): .clock(.stopped(at: place + shift))
    case .later(let frames, let action): .later(frames, action.moved(by: shift))
    case .needing(let stems, let action): .needing(stems, action.moved(by: shift))
    default: self
    }
  }
}
