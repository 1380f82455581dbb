import CanonEngine
import CanonTestSupport
import Testing

/// The engine becomes another set on a boundary. The loop has 4 frames, and each stem plays its own digits; there are no ramps.
@Suite struct EditionTests {
  @Test(
    "It takes over on the boundary, wherever that lies in the period; who stays plays on, who is not there stops",
    arguments: Periods.all)
  func takesOver(periods: Periods) {
    var bench = Self.bench().after(1)
    bench.perform(.edition(0, .loop))
    #expect(bench.run(6, periods: periods).ports.prefix(3).map(drawn) == ["234123", "678---", "------"])
    #expect(Self.handedOver(bench) == [.handedOver(Self.ticket(bench), at: 4, origin: 0)])
    bench.perform(.ask(.start, .now), 2)
    #expect(bench.run(4).ports.prefix(3).map(drawn) == ["4123", "----", "9999"])
  }

  @Test("The release of a stem that has left rings to its end, and its samples are freed then")
  func release() {
    var bench = Bench.make(.small(), rolling: false)
    bench.editions = [Self.edition([1])]
    bench.sounds = [[], [.flat(9, 4)]]
    bench.portCount = 2
    weak var buffer: StemBuffer?
    do {
      let ringing = StemBuffer(
        layout: StemLayout(loop: 4, release: 3)!, channelCount: 1,
        floats: { for k in $0.indices { $0[k] = Float(k + 1) } })
      bench.handle.setSamples(ringing, of: StemIndex(0), by: .input)
      buffer = ringing
    }
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    #expect(bench.draw(1) == "1")
    bench.perform(.edition(0, .loop))
    #expect(bench.draw(3) == "234")
    #expect(bench.draw(2) == "56")
    #expect(buffer != nil, "it still rings")
    #expect(bench.draw(3) == "7--")
    #expect(buffer == nil)
    #expect(bench.events.contains(.leftSilent(at: 7)))
  }

  @Test("What the edition changes falls silent before and rises in phase; the others go on to the bit")
  func changed() {
    var bench = Bench.make(
      .small(loop: 8, [StemConfiguration(), StemConfiguration()], rampFrames: 4), rolling: false)
    bench.sounds = [[.flat(1, 8), .flat(2, 8)], [.flat(1, 8)]]
    for stem in 0...1 { bench.perform(.samples(0), stem) }
    bench.editions = [
      TestEdition(
        .small(loop: 8, [StemConfiguration(), StemConfiguration()], rampFrames: 4), ids: [0, 1],
        sounds: [1, nil],
        staysOpen: [true, true])
    ]
    bench.perform(.roll)
    for stem in 0...1 { bench.ask(.start, stem, quantum: .now) }
    bench.perform(.edition(0, .loop))
    let heard = bench.run(10)
    #expect(heard.ports[0] == [1, 1, 1, 1, 1, 0.75, 0.5, 0.25, 2, 2])
    #expect(heard.ports[1] == Array(repeating: 1, count: 10))
  }

  @Test("An edited gain moves over the ramp; one that was not edited stays as it is played")
  func gains() {
    var bench = Bench.make(
      .small(loop: 8, [StemConfiguration(), StemConfiguration()], rampFrames: 4), rolling: false)
    bench.sounds = [[.flat(1, 8)], [.flat(1, 8)]]
    for stem in 0...1 { bench.perform(.samples(0), stem) }
    let half = Gain(linear: 0.5)!
    bench.editions = [
      TestEdition(
        .small(loop: 8, [StemConfiguration(gain: half), StemConfiguration()], rampFrames: 4), ids: [0, 1],
        sounds: [nil, nil], staysOpen: [true, true])
    ]
    bench.perform(.roll)
    for stem in 0...1 { bench.ask(.start, stem, quantum: .now) }
    bench.perform(.gain(half), 1)
    bench.run(4)
    bench.perform(.edition(0, .loop))
    let heard = bench.run(10)
    #expect(heard.ports[0] == [1, 1, 1, 1, 1, 0.875, 0.75, 0.625, 0.5, 0.5])
    #expect(heard.ports[1] == Array(repeating: 0.5, count: 10))
  }

  @Test("On another grid the music stays at its bar and beat, and so does what is pending")
  func retimed() {
    var bench = Bench.make(.small(loop: 8, beats: 4), rolling: false)
    // The same beats, each half as long again.
    let slower = EngineConfiguration.small(loop: 12, beats: 4)
    bench.sounds = [[.counting(9), .flat(7, 12)]]
    bench.perform(.samples(0))
    bench.editions = [TestEdition(slower, ids: [0], sounds: [1], staysOpen: [true])]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.run(9)
    bench.perform(.edition(0, .beat))
    // Beat 6 is on frame 10, and on the new grid at position 15. Bar 3 is at position 24 there, 9 frames later.
    bench.ask(.stop, quantum: .bar)
    #expect(bench.draw(13) == "2777777777---")
    let clock = bench.handle.clock
    #expect(clock.position - clock.origin == 9 + 13 + 5)
    #expect(Self.handedOver(bench) == [.handedOver(CommandTicket(rawValue: 4), at: 10, origin: 10 - 15)])
  }

  @Test("Of two that wait the later one takes over, and the other is said to be superseded")
  func laterWins() {
    var bench = Self.bench().after(1)
    bench.perform(.edition(0, .loop))
    bench.perform(.edition(1, .loop))
    let (first, second) = (Self.ticket(bench, 2), Self.ticket(bench))
    bench.run(6)
    #expect(Self.handedOver(bench) == [.superseded(first, at: 1), .handedOver(second, at: 4, origin: 0)])
    #expect(bench.handle.stemCount == 1)
  }

  @Test("An edition for another one than plays is refused, and the next one can be given")
  func outdated() {
    var bench = Self.bench().after(1)
    bench.perform(.edition(0, .now))
    bench.perform(.edition(1, .now))
    bench.run(2)
    #expect(bench.answers.suffix(2).map(\.answer) == [.accepted, .outdated])
    bench.perform(.edition(1, .now))
    bench.run(2)
    #expect(bench.answers.last?.answer == .accepted)
    #expect(bench.ids == [0])
  }

  @Test("A permit for the edition before starts nothing, and no command reaches a stem that has left")
  func oldCommands() {
    var bench = Self.bench().after(1)
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
    var bench = Self.bench()
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
    var bench = Self.bench().after(1)
    bench.perform(.later(6, .gain(.silence)), 1)
    bench.perform(.later(6, .gain(.silence)), 0)
    bench.perform(.later(6, .askWhileOpen(.start, .now)), 0)
    bench.perform(.edition(0, .loop))
    bench.run(10)
    #expect(bench.answers.suffix(3).map(\.answer) == [.ended, .accepted, .outdated])
  }

  @Test(
    "A new stem takes the place and the port of one that has left, and what still rings there falls silent")
  func place() {
    var bench = Bench.make(.small(rampFrames: 2), rolling: false)
    let ringing = StemBuffer(
      layout: StemLayout(loop: 4, release: 100)!, channelCount: 1, floats: { $0.update(repeating: 1) })
    bench.sounds = [[ringing], [.flat(1, 4)], [.flat(1, 4)]]
    bench.portCount = 3
    bench.perform(.samples(0))
    bench.editions = [Self.edition([1], ramp: 2), Self.edition([1, 2], ramp: 2)]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.perform(.edition(0, .loop))
    bench.run(5)
    #expect(Self.places(bench) == [1])
    bench.perform(.edition(1, .loop))
    #expect(bench.run(4).ports[0] == [1, 1, 0.5, 0])
    #expect(Self.places(bench) == [1, 0])
  }

  @Test("Before the clock runs it takes over at once, without a ramp")
  func beforeTheClock() {
    var bench = Bench.make(.small(rampFrames: 4), rolling: false)
    bench.sounds = [[.flat(1, 4)], [.flat(2, 4)]]
    bench.editions = [Self.edition([1], ramp: 4)]
    bench.portCount = 2
    bench.perform(.edition(0, .loop))
    bench.idle()
    bench.send()
    bench.idle()
    bench.readEvents()
    #expect(bench.ids == [1])
    bench.perform(.roll)
    bench.ask(.start, 1, quantum: .now)
    #expect(bench.run(2).master == [2, 2])
  }

  @Test("A start that is pending does not outlast the permission for it")
  func closed() {
    var bench = Self.bench()
    bench.editions[1].staysOpen = [false]
    bench.ask(.stop, quantum: .now)
    bench.run(1)
    bench.ask(.start, quantum: Quantum(.loop, count: 2)!)
    bench.perform(.edition(1, .loop))
    #expect(bench.run(20).ports[0] == Array(repeating: 0, count: 20))
    #expect(bench.events.contains(.changed(StemIndex(0), status: .stop, at: 4, by: .door)))
  }

  @Test("Samples that become too short for the loop are not read, whichever the engine has by then")
  func tooShort() {
    var bench = Bench.make(.small(loop: 8), rolling: false)
    bench.sounds = [[.counting(8), .flat(9, 12)]]
    bench.perform(.samples(0))
    bench.editions = [TestEdition(.small(loop: 12), ids: [0], sounds: [nil], staysOpen: [true])]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.run(1)
    // The longer samples come too late: the edition takes over before.
    bench.perform(.samples(1, Quantum(.loop, count: 4)!))
    bench.perform(.edition(0, .loop))
    #expect(bench.draw(20) == "2345678-------------")
    bench.perform(.samples(1))
    #expect(bench.draw(3) == "999")
  }

  @Test("Samples given in the moment of a hand-over are kept as long as the engine reads them")
  func samplesInBetween() {
    var bench = Bench.make(.small(), rolling: false)
    bench.sounds = [[.flat(2, 4)]]
    bench.editions = [TestEdition(.small(), ids: [0], sounds: [0], staysOpen: [true])]
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    bench.run(1)
    bench.perform(.edition(0, .now))
    bench.send()
    bench.deliver(1)
    // Control has not read that the edition plays.
    weak var given: StemBuffer?
    do {
      let buffer = StemBuffer.flat(3, 4)
      bench.handle.setSamples(buffer, of: StemIndex(0), by: .input)
      given = buffer
    }
    #expect(bench.run(2).master == [3, 3])
    #expect(given != nil)
    #expect(bench.run(2).master == [3, 3])
  }

  @Test("A stem that had to play for a command of one that has left is no need of another command")
  func needs() {
    var bench = Self.bench().after(1)
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

  @Test("What cannot be an edition is refused before the engine, with the reason")
  func refused() throws {
    var bench = Self.bench()
    let stem = StemConfiguration()
    func problem(
      _ stems: [StemConfiguration], _ origins: [EditionStem], rate: Int = 8000, loop: Int64 = 4
    ) -> EditionProblem? {
      var configuration = EngineConfiguration.small(loop: loop, stems)
      configuration.sampleRate = SampleRate(hertz: rate)!
      do {
        _ = try bench.handle.handOver(to: Edition(configuration, stems: origins), quantum: .loop, by: .input)
        return nil
      } catch {
        return error
      }
    }
    #expect(problem([], []) == .stemCount(0))
    let many = Array(repeating: stem, count: 4001)
    #expect(problem(many, many.map { _ in EditionStem() }) == .stemCount(4001))
    #expect(problem([stem], []) == .originCount(0))
    #expect(problem([stem], [EditionStem()], rate: 44100) == .sampleRate(SampleRate(hertz: 44100)!))
    for index in [-1, 2, 1 << 30] {
      #expect(problem([stem], [EditionStem(continuing: StemIndex(index))]) == .origin(StemIndex(0)))
    }
    let twice = EditionStem(continuing: StemIndex(0))
    #expect(problem([stem, stem], [twice, twice]) == .origin(StemIndex(1)))
    #expect(problem([stem], [EditionStem(samples: .flat(1, 3))]) == .shortSamples(StemIndex(0)))
    #expect(problem(Array(many.dropLast()), many.dropLast().map { _ in EditionStem() }) == nil)
    bench.run(10)
    #expect(bench.handle.stemCount == 4000)
  }

  @Test("A quantum that lies too far in the future is refused, and another edition can be given")
  func tooFar() {
    var bench = Self.bench()
    bench.perform(.skip(1 << 52))
    bench.perform(.skip((1 << 52) - 2))
    bench.run(1)
    bench.perform(.edition(0, .loop))
    bench.run(1)
    #expect(bench.answers.last?.answer == .tooFar)
  }

  // MARK: - The bench

  /// Three stems that play 1234, 5678 and nothing; editions without the second and without the last two.
  private static func bench() -> Bench {
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

  private static func edition(_ ids: [Int], sounds: [Int?]? = nil, ramp: Int = 0) -> TestEdition {
    TestEdition(
      .small(ids.map { _ in StemConfiguration() }, rampFrames: ramp), ids: ids,
      sounds: sounds ?? ids.map { $0 == 0 ? nil : 0 }, staysOpen: ids.map { _ in true })
  }

  /// The ticket of the last command, or of one of the last ones.
  private static func ticket(_ bench: borrowing Bench, _ last: Int = 1) -> CommandTicket {
    bench.asked[bench.asked.count - last].ticket
  }

  private static func places(_ bench: borrowing Bench) -> [Int] {
    (0..<bench.handle.stemCount).map { bench.handle.place(of: StemIndex($0)) }
  }

  private static func handedOver(_ bench: borrowing Bench) -> [EngineEvent] {
    bench.events.filter {
      switch $0 {
      case .handedOver, .superseded: true
      default: false
      }
    }
  }
}
