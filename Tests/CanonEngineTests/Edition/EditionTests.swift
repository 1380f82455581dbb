import CanonEngine
import CanonTestSupport
import Testing

/// The engine becomes another set on a boundary. The loop has 4 frames, and each stem plays its own digits; there are no ramps.
@Suite struct EditionTests {
  @Test(
    "It takes over on the boundary, wherever that lies in the period; who stays plays on, who is not there stops",
    arguments: Periods.all)
  func takesOver(periods: Periods) {
    var bench = EditionBench.make().after(1)
    bench.perform(.edition(0, .loop))
    #expect(bench.run(6, periods: periods).ports.prefix(3).map(drawn) == ["234123", "678---", "------"])
    #expect(EditionBench.handedOver(bench) == [.handedOver(EditionBench.ticket(bench), at: 4, origin: 0)])
    bench.perform(.ask(.start, .now), 2)
    #expect(bench.run(4).ports.prefix(3).map(drawn) == ["4123", "----", "9999"])
  }

  @Test("What the edition changes falls silent before and rises in phase; the others go on to the bit")
  func changed() {
    var bench = EditionBench.twoPlaying(
      [[.flat(1, 8), .flat(2, 8)], [.flat(1, 8)]], then: [StemConfiguration(), StemConfiguration()],
      sounds: [1, nil])
    bench.perform(.edition(0, .loop))
    let level: [Float] = [1, 1, 1, 1, 1, 0.75, 0.5, 0.25, 2, 2]
    #expect(bench.run(10).ports == [level, Array(repeating: 1, count: 10)])
  }

  @Test("An edited gain moves over the ramp; one that was not edited stays as it is played")
  func gains() {
    let half = Gain(linear: 0.5)!
    var bench = EditionBench.twoPlaying(
      [[.flat(1, 8)], [.flat(1, 8)]], then: [StemConfiguration(gain: half), StemConfiguration()],
      sounds: [nil, nil])
    bench.perform(.gain(half), 1)
    bench.run(4)
    bench.perform(.edition(0, .loop))
    let level: [Float] = [1, 1, 1, 1, 1, 0.875, 0.75, 0.625, 0.5, 0.5]
    #expect(bench.run(10).ports == [level, Array(repeating: 0.5, count: 10)])
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
    let event = EngineEvent.handedOver(CommandTicket(rawValue: 4), at: 10, origin: -5)
    #expect(EditionBench.handedOver(bench) == [event])
  }

  @Test("Of two that wait the later one takes over, and the other is said to be superseded")
  func laterWins() {
    var bench = EditionBench.make().after(1)
    bench.perform(.edition(0, .loop))
    bench.perform(.edition(1, .loop))
    let (first, second) = (EditionBench.ticket(bench, 2), EditionBench.ticket(bench))
    bench.run(6)
    #expect(
      EditionBench.handedOver(bench) == [.superseded(first, at: 1), .handedOver(second, at: 4, origin: 0)])
    #expect(bench.handle.stemCount == 1)
  }

  @Test("An edition for another one than plays is refused, and the next one can be given")
  func outdated() {
    var bench = EditionBench.make().after(1)
    bench.perform(.edition(0, .now))
    bench.perform(.edition(1, .now))
    bench.run(2)
    #expect(bench.answers.suffix(2).map(\.answer) == [.accepted, .outdated])
    bench.perform(.edition(1, .now))
    bench.run(2)
    #expect(bench.answers.last?.answer == .accepted)
    #expect(bench.ids == [0])
  }

  @Test("Before the clock runs it takes over at once, without a ramp")
  func beforeTheClock() {
    var bench = Bench.make(.small(rampFrames: 4), rolling: false)
    bench.sounds = [[.flat(1, 4)], [.flat(2, 4)]]
    bench.editions = [EditionBench.edition([1], ramp: 4)]
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

  @Test("What cannot be an edition is refused before the engine, with the reason")
  func refused() throws {
    var bench = EditionBench.make()
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
    var bench = EditionBench.make()
    bench.perform(.skip(1 << 52))
    bench.perform(.skip((1 << 52) - 2))
    bench.run(1)
    bench.perform(.edition(0, .loop))
    bench.run(1)
    #expect(bench.answers.last?.answer == .tooFar)
  }
}
