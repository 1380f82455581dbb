import CanonEngine
import CanonTestSupport
import Testing

/// A command may name the frame on which it counts as received. The loop has 4 frames, and the stems play 1234.
@Suite struct WaitingCommandTests {
  @Test(
    "A command is received exactly on its frame, wherever that lies in the period", arguments: Periods.all)
  func onItsFrame(periods: Periods) {
    var bench = Self.bench()
    bench.perform(.later(5, .askWhileOpen(.start, .now)))
    bench.perform(.later(10, .ask(.stop, .now)))
    #expect(drawn(bench.run(13, periods: periods).master) == "-----23412---")
    #expect(Self.receipts(bench) == [5, 10])
  }

  @Test("Its quantum counts from its frame")
  func quantum() {
    var bench = Self.bench()
    bench.perform(.later(5, .askWhileOpen(.start, .loop)))
    #expect(bench.draw(10) == "--------12")
  }

  @Test("A frame that is not in the future counts as now", arguments: [0, -1, -1_000_000])
  func past(frames: FrameCount) {
    var bench = Self.bench().after(6)
    bench.perform(.later(frames, .askWhileOpen(.start, .now)))
    #expect(bench.draw(3) == "341")
    #expect(Self.receipts(bench) == [6])
  }

  @Test(
    "Commands of one frame come in the order in which they were given, and after what arrives on that frame")
  func order() {
    var bench = Self.bench()
    bench.perform(.later(6, .ask(.cancel, .now)))
    bench.perform(.later(4, .ask(.mute, .loop)))
    bench.perform(.later(4, .ask(.cancel, .now)))
    bench.run(4)
    bench.perform(.askWhileOpen(.start, .now))
    bench.run(4)
    #expect(Self.requests(bench) == [.start, .mute, .cancel, .cancel])
    #expect(Self.receipts(bench) == [4, 4, 4, 6])
  }

  @Test("Thousands in any order are received in the order of their frames")
  func manyInAnyOrder() {
    var bench = Self.bench(), random = SplitMix64(seed: 1)
    let frames = (0..<1000).map { _ in random.number(1...300) }
    for frame in frames { bench.perform(.later(frame, .solo(.on))) }
    bench.run(301, periods: .mixed(seed: 3))
    #expect(Self.receipts(bench) == frames.sorted())
  }

  @Test("Before the clock runs nothing but the first frame is received")
  func beforeTheClock() {
    var bench = Self.bench(rolling: false)
    bench.perform(.later(2, .askWhileOpen(.start, .now)))
    bench.perform(.later(0, .gain(Gain(linear: 2)!)))
    #expect(bench.draw(8) == "--------")
    bench.perform(.roll)
    #expect(bench.draw(4) == "--68")
  }

  // MARK: - What it needs on its frame

  @Test("Without a permit a stem starts only if it is open on that frame")
  func whileOpen() {
    var bench = Self.bench()
    bench.perform(.later(4, .askWhileOpen(.start, .now)))
    bench.perform(.later(9, .askWhileOpen(.press, .now)))
    bench.run(2)
    bench.perform(.open(false))
    #expect(bench.draw(4) == "----")
    bench.perform(.open(true))
    #expect(bench.draw(5) == "---23")
    #expect(bench.answers.suffix(4).map(\.answer) == [.accepted, .notPermitted, .accepted, .accepted])
  }

  @Test("A stem that its door needs must play on that frame, not on that of the command")
  func needs() {
    var bench = Self.bench()
    bench.perform(.askWhileOpen(.start, .now), 1)
    bench.handle.receipt = 4
    _ = bench.handle.requestWhileOpen(
      .start, StemIndex(0), needing: [StemIndex(1)], quantum: .now, by: .input)
    bench.handle.receipt = 8
    _ = bench.handle.requestWhileOpen(
      .unmute, StemIndex(0), needing: [StemIndex(1)], quantum: .now, by: .input)
    bench.handle.receipt = nil
    bench.run(2)
    bench.perform(.ask(.stop, .now), 1)
    bench.run(4)
    #expect(bench.answers.last?.answer == .notPermitted)
    bench.perform(.askWhileOpen(.start, .now), 1)
    bench.run(4)
    #expect(bench.answers.last?.answer == .unchanged)
  }

  @Test(
    "What a shut door has stopped is not put off by any request, at once or waiting",
    arguments: [false, true])
  func doorsStop(waits: Bool) {
    let requests: [RandomPerformance.Action] = [
      .ask(.cancel, .now), .askWhileOpen(.start, .now), .askWhileOpen(.press, nil),
      .ask(.stop, Quantum(.loop, count: 9)!),
      .ask(.mute, .loop), .fade(.out, over: 2), .askWhileOpen(.press, .now),
    ]
    for request in requests {
      var bench = Self.stoppedByItsDoor()
      bench.perform(waits ? .later(1, request) : request)
      #expect(bench.draw(4) == "34--", "\(request)")
      #expect(bench.answers.last?.answer == .notPermitted, "\(request)")
    }
    // It may fall silent sooner, and once the door is open again nothing holds.
    for (request, heard) in [
      (RandomPerformance.Action.ask(.stop, .now), "----"), (.ask(.mute, .now), "----"), (.open(true), "3412"),
    ] {
      var bench = Self.stoppedByItsDoor()
      bench.perform(request)
      if case .open = request { bench.perform(.ask(.cancel, .now)) }
      #expect(bench.draw(4) == heard, "\(request)")
    }
  }

  // MARK: - What ends it

  @Test("A revoked command is never received; its answer says so, and the others are")
  func revoked() {
    var bench = Self.bench()
    bench.perform(.later(4, .ask(.stop, .now)))
    bench.perform(.later(4, .askWhileOpen(.start, .now)))
    bench.perform(.revoke)
    bench.perform(.later(6, .askWhileOpen(.start, .now)))
    #expect(bench.draw(8) == "------34")
    #expect(bench.ended == 1)
  }

  @Test("Of many that wait in any order those of a range are revoked, and no others", arguments: 1...8)
  func revokedAmongMany(seed: UInt64) {
    var bench = Self.bench(), random = SplitMix64(seed: seed)
    var frames = Array(1...200 as ClosedRange<FramePosition>)
    frames.shuffle(using: &random)
    let tickets = frames.map { frame in
      bench.handle.receipt = frame
      return bench.handle.requestWhileOpen(.start, StemIndex(0), needing: [], quantum: .now, by: .input)
    }
    bench.handle.receipt = nil
    let revoked = Int(random.number(0...99))...Int(random.number(100...199))
    bench.handle.revoke(
      tickets[revoked.lowerBound].rawValue...tickets[revoked.upperBound].rawValue, by: .input)
    bench.run(201)
    let rest = frames.indices.filter { !revoked.contains($0) }.map { frames[$0] }
    let received = bench.events.compactMap { event -> FramePosition? in
      guard case .answered(let ticket, _, let answer, _, let at) = event, tickets.contains(ticket) else {
        return nil
      }
      return answer == .ended ? nil : at
    }
    #expect(received == rest.sorted())
    #expect(bench.answers.count { $0.answer == .ended } == revoked.count)
  }

  @Test("With a revoked command go the stems that it needed: the next command needs nothing")
  func revokedNeeds() {
    var bench = Self.bench()
    bench.handle.receipt = 4
    let ticket = bench.handle.requestWhileOpen(
      .start, StemIndex(0), needing: [StemIndex(1)], quantum: .now, by: .input)
    bench.handle.receipt = nil
    bench.handle.revoke(ticket.rawValue...ticket.rawValue, by: .input)
    bench.perform(.later(4, .askWhileOpen(.start, .now)))
    #expect(bench.draw(6) == "----12")
  }

  @Test("A command that was received cannot be revoked")
  func revokedTooLate() {
    var bench = Self.bench()
    bench.perform(.later(1, .askWhileOpen(.start, .now)))
    bench.run(2)
    bench.perform(.revoke)
    #expect(bench.draw(2) == "34")
    #expect(!bench.answers.contains { $0.answer == .ended })
  }

  @Test("A panic ends all that wait, also when it waits itself", arguments: [false, true])
  func panic(waits: Bool) {
    var bench = Self.bench()
    bench.perform(.later(6, .askWhileOpen(.start, .now)))
    bench.perform(.later(9, .gain(Gain(linear: 2)!)))
    bench.perform(waits ? .later(3, .panic) : .panic)
    #expect(bench.draw(12) == "------------")
    #expect(bench.ended == 2)
  }

  @Test("A command on a skipped frame is received where the skip leads to", arguments: [false, true])
  func skipped(isLost: Bool) {
    var bench = Self.bench()
    bench.perform(.later(6, .askWhileOpen(.start, .now)))
    bench.run(4)
    bench.perform(isLost ? .lose(7) : .skip(7))
    #expect(bench.draw(3) == "412")
    #expect(Self.receipts(bench).last == 11)
  }

  // MARK: - Room

  @Test("The room for commands that wait is told, with the stems that they need, and comes back")
  func room() {
    var bench = Self.bench()
    let all = bench.handle.waitingRoom
    #expect(all >= 4096)
    bench.perform(.later(4, .solo(.on)))
    bench.handle.receipt = 5
    _ = bench.handle.requestWhileOpen(
      .start, StemIndex(0), needing: [StemIndex(1), StemIndex(0)], quantum: .now, by: .input)
    bench.handle.receipt = nil
    #expect(bench.handle.waitingRoom == all - 4)
    bench.run(8)
    #expect(bench.handle.waitingRoom == all)
  }

  @Test("Beyond the room a command ends at once; the engine carries on, and nobody reading loses no event")
  func full() {
    var bench = Self.bench()
    let all = bench.handle.waitingRoom
    for number in 0..<(all + 10) {
      bench.perform(.later(FrameCount(5 + number % 7), .askWhileOpen(.press, .now)))
      if number % 1000 == 0 {
        bench.send()
        bench.idle()
      }
    }
    bench.send()
    bench.deliver(20)
    bench.readEvents()
    let answers = bench.answers.dropFirst(3).dropFirst(2).map(\.answer)
    #expect(answers.count == all + 10)
    #expect(answers.filter { $0 == .ended }.count == 10)
  }

  @Test("A rendering may repeat what was mixed only up to the next command that waits")
  func repetition() {
    var bench = Self.bench()
    bench.perform(.askWhileOpen(.start, .now))
    bench.perform(.later(100, .ask(.stop, .now)))
    bench.run(4)
    #expect(bench.engine.repetition?.until == 100)
    #expect(bench.engine.nextChange == 100)
    bench.engine.advance(96)
    #expect(bench.draw(2) == "--")
  }

  // MARK: -

  /// Two stems, both open.
  private static func bench(rolling: Bool = true) -> Bench {
    var bench = Bench.make(
      .small([StemConfiguration(), StemConfiguration()]), sounds: [.counting(4), .flat(0, 4)],
      rolling: rolling)
    bench.perform(.open(true), 0)
    bench.perform(.open(true), 1)
    return bench
  }

  /// The frames of receipt of all commands but those that opened the stems, and what ended.
  /// The stem plays, and its door has shut: it is to stop at the end of the loop.
  private static func stoppedByItsDoor() -> Bench {
    var bench = bench()
    bench.perform(.askWhileOpen(.start, .now))
    bench.run(1)
    bench.perform(.open(false))
    _ = bench.handle.stop(StemIndex(0), quantum: .loop, by: .door)
    return bench.after(1)
  }

  private static func receipts(_ bench: borrowing Bench) -> [FramePosition] {
    let waited = Set(bench.asked.dropFirst(2).map(\.ticket))
    return bench.events.compactMap { event in
      guard case .answered(let ticket, _, _, _, let at) = event, waited.contains(ticket) else { return nil }
      return at
    }
  }

  private static func requests(_ bench: borrowing Bench) -> [StemRequest] {
    var asked: [CommandTicket: RandomPerformance.Action] = [:]
    for (ticket, _, action) in bench.asked { asked[ticket] = action }
    return bench.events.compactMap { event in
      guard case .answered(let ticket, _, _, _, _) = event else { return nil }
      switch asked[ticket] {
      case .ask(let request, _, _), .askWhileOpen(let request, _, _): return request
      default: return nil
      }
    }
  }
}

extension Bench {
  /// How many commands have ended without being received.
  fileprivate var ended: Int { answers.count { $0.answer == EngineEvent.Answer.ended } }
}
