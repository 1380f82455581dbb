import CanonEngine
import CanonTestSupport
import Testing

/// The queues between control and audio, as control and audio meet them: through the handle and the engine.
/// (The ends cannot be taken out of their struct in another module, so there is no test of a bare queue.)
@Suite struct RingTests {
  @Test("Commands are received once each, in the order sent, however often the queue wraps")
  func order() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    var sent: [CommandTicket] = []
    for batch in 0..<40 {
      for _ in 0..<(batch * 37 % 1000) {
        sent.append(bench.handle.mute(StemIndex(0), quantum: .now, by: .input))
      }
      bench.run(batch % 3)
    }
    bench.run(1)
    #expect(sent.count > 3 * EngineHandle.commandCapacity)
    #expect(bench.tickets.suffix(sent.count) == sent[...])
  }

  @Test("Commands sent together are received on one frame")
  func oneFrame() {
    var bench = Bench.make(stems: [[Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64)])
    bench.run(5)
    for k in 0..<EngineHandle.commandCapacity { bench.ask(.press, k % 2, quantum: .now) }
    bench.run(40, periods: .constant(1))
    let frames = bench.events.suffix(EngineHandle.commandCapacity).map(\.frame)
    #expect(Set(frames) == [5])
  }

  @Test("A full queue refuses all commands sent together, and accepts them when there is room")
  func allOrNothing() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    let first = (0..<4000).map { _ in bench.handle.mute(StemIndex(0), quantum: .now, by: .input) }
    let isFirstSent = bench.handle.send()
    let second = (0..<97).map { _ in bench.handle.mute(StemIndex(0), quantum: .now, by: .input) }
    let isSecondSent = bench.handle.send()
    #expect(isFirstSent)
    #expect(!isSecondSent, "4000 + 97 are one too many")

    bench.deliver(1)
    bench.readEvents()
    #expect(bench.tickets.suffix(4000) == first[...])
    let isSentAgain = bench.handle.send()
    #expect(isSentAgain)
    bench.run(1)
    #expect(bench.tickets.suffix(97) == second[...])
  }

  @Test("Commands sent together may fill the queue, but not more")
  func largest() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    for _ in 0...EngineHandle.commandCapacity {
      _ = bench.handle.mute(StemIndex(0), quantum: .now, by: .input)
    }
    let tooMany = bench.handle.send()
    #expect(!tooMany)

    var other = Bench.make(stems: [[1, 2, 3, 4]])
    other.run(1)
    for _ in 0..<EngineHandle.commandCapacity {
      _ = other.handle.mute(StemIndex(0), quantum: .now, by: .input)
    }
    let exactlyAll = other.handle.send()
    #expect(exactlyAll)
  }

  @Test(
    "While nobody reads events the engine takes no more commands, but plays on; then nothing is missing",
    arguments: 1...6)
  func flood(seed: UInt64) {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(4)
    var random = SplitMix64(seed: seed), sent: [CommandTicket] = []
    // Each command is answered, and each brings a change at once.
    while bench.handle.send() {
      bench.deliver(1)
      for _ in 0..<Int.random(in: 1...900, using: &random) {
        sent.append(bench.handle.start(testPermit(StemIndex(0)), quantum: .now, by: .input))
        sent.append(bench.handle.stop(StemIndex(0), quantum: .now, by: .input))
      }
    }
    let before = bench.handle.clock.position
    bench.deliver(1)
    #expect(bench.handle.clock.position == before + 1, "the clock goes on")

    bench.readEvents()
    for _ in 0..<3 { bench.takeMore() }
    let seen = bench.tickets.suffix(sent.count)
    #expect(seen.elementsEqual(sent))
    let changes = bench.events.count { if case .changed = $0 { true } else { false } }
    #expect(changes == sent.count)
  }

  @Test("A change that was promised is reported, however full of answers the queue has become since")
  func promisedChanges() {
    var bench = Bench.make(stems: [[Float]](repeating: [1, 1, 1, 1], count: 30))
    bench.run(1)
    for stem in 0..<30 { bench.ask(.start, stem, quantum: Quantum(.loop, count: 10)!) }
    bench.run(1)
    var asked = 0
    while bench.handle.send(), asked < 1_000_000 {
      bench.idle()
      _ = bench.handle.cancel(StemIndex(29), by: .input)
      asked += 1
    }
    bench.deliver(80)
    bench.readEvents()
    let starts = bench.events.filter { if case .changed(_, .play, 40, _) = $0 { true } else { false } }
    #expect(starts.count == 29, "all but the one that was cancelled")
    #expect(asked > EngineHandle.commandCapacity)
  }

  @Test("However often frames were lost while nobody read, a change that was promised is reported")
  func skipFlood() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    bench.ask(.start, quantum: Quantum(.loop, count: 50_000)!)
    bench.run(1)
    for _ in 0..<100_000 { bench.engine.skip(1) }
    bench.deliver(100_010)
    bench.readEvents()
    bench.run(1)
    let isReported = bench.events.contains(.changed(StemIndex(0), status: .play, at: 200_000, by: .input))
    #expect(isReported)
    // One event may stand for many lost spells, but all frames must be accounted for.
    let lost = bench.events.reduce(0 as FrameCount) {
      if case .skipped(_, let frames) = $1 { $0 + frames } else { $0 }
    }
    #expect(lost == 100_000)
  }
}

extension Bench {
  /// Lets the engine have what it had no room for, and reads the events.
  fileprivate mutating func takeMore() {
    _ = handle.send()
    deliver(1)
    readEvents()
  }

  fileprivate var tickets: [CommandTicket] {
    events.compactMap { if case .answered(let ticket, _, _, _, _) = $0 { ticket } else { nil } }
  }
}
