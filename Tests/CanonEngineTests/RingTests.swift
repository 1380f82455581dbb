import CanonEngine
import CanonTestSupport
import Testing

/// The queues between control and audio, as control and audio meet them: through the handle and the engine.
/// (The ends cannot be taken out of their struct in another module, so there is no test of a bare queue.)
@Suite struct RingTests {
  @Test("Commands are received in the order they were sent, each once, however often the queue goes round")
  func order() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    var sent: [CommandTicket] = []
    for batch in 0..<40 {
      for _ in 0..<(batch * 37 % 1000) { sent.append(bench.handle.mute(StemIndex(0), quantum: .now, by: .input)) }
      bench.run(batch % 3)
    }
    bench.run(1)
    #expect(sent.count > 3 * EngineHandle.commandCapacity)
    #expect(bench.tickets.suffix(sent.count) == sent[...])
  }

  @Test("All of one sending is received on one frame")
  func oneFrame() {
    var bench = Bench.make(stems: [[Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64)])
    bench.run(5)
    for k in 0..<EngineHandle.commandCapacity { bench.ask(.press, k % 2, quantum: .now) }
    bench.run(40, periods: .constant(1))
    let frames = bench.events.suffix(EngineHandle.commandCapacity).map(\.frame)
    #expect(Set(frames) == [5])
  }

  @Test("A full queue refuses a sending whole, holds nothing of it, and takes it when there is room")
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

  @Test("A sending may fill the queue, not more")
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

  @Test("While nobody reads events the engine takes no more commands, but plays on; reading, nothing is missing")
  func flood() {
    var bench = Bench.make(stems: [[1, 2, 3, 4], [5, 6, 7, 8]])
    bench.ask(.start, 1)
    bench.run(4)
    var sent: [CommandTicket] = []
    var refusals = 0
    // Each is answered, and each brings a change at once.
    while refusals < 10 {
      for _ in 0..<512 {
        sent.append(bench.handle.start(testPermit(StemIndex(0)), quantum: .now, by: .input))
        sent.append(bench.handle.stop(StemIndex(0), quantum: .now, by: .input))
      }
      var isSent = bench.handle.send()
      while !isSent && refusals < 10 {
        refusals += 1
        bench.deliver(1)
        isSent = bench.handle.send()
      }
      bench.deliver(1)
    }
    let before = bench.handle.clock.position
    bench.deliver(1)
    #expect(bench.handle.clock.position == before + 1, "the clock goes on")

    var answered = 0
    while answered < sent.count, bench.position < 1_000_000 {
      let seen = bench.events.count
      bench.readEvents()
      for event in bench.events[seen...] {
        if case .answered(let ticket, _, let answer, _, _) = event {
          #expect(ticket == sent[answered])
          #expect(answer == .accepted)
          answered += 1
        }
      }
      _ = bench.handle.send()
      bench.deliver(1)
    }
    #expect(answered == sent.count)
    bench.readEvents()
    let changes = bench.events.count { if case .changed(StemIndex(0), _, _, _) = $0 { true } else { false } }
    #expect(changes == sent.count)
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
    #expect(bench.events.contains(.changed(StemIndex(0), status: .play, at: 200_000, by: .input)))
    // One event may stand for many lost spells, but all frames must be accounted for.
    let lost = bench.events.reduce(0 as FrameCount) {
      if case .skipped(_, let frames) = $1 { $0 + frames } else { $0 }
    }
    #expect(lost == 100_000)
  }
}

extension Bench {
  fileprivate var tickets: [CommandTicket] {
    events.compactMap { if case .answered(let ticket, _, _, _, _) = $0 { ticket } else { nil } }
  }
}

extension EngineEvent {
  fileprivate var frame: FramePosition {
    switch self {
    case .answered(_, _, _, _, let at), .changed(_, _, let at, _), .skipped(let at, _): at
    }
  }
}
