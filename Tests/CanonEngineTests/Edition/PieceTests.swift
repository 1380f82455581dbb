import CanonEngine
import CanonTestSupport
import Testing

/// Another piece of music begins on a boundary: nothing of the one before goes on. The loop has 4 frames, and each stem plays its own
/// digits; there are no ramps.
@Suite struct PieceTests {
  /// A bench of two playing stems, 1234 and 5678, and pieces.
  private func bench(_ pieces: TestEdition...) -> Bench {
    var bench = EditionBench.make()
    bench.editions = pieces
    return bench.after(1)
  }

  private func piece(_ ids: [Int], starts: [Int] = [0], gap: FrameCount = 0, loop: Int64 = 4) -> TestEdition {
    TestEdition(
      .small(loop: loop, ids.map { _ in StemConfiguration() }), ids: ids, sounds: ids.map { _ in 0 },
      staysOpen: ids.map { _ in true }, music: .begins(after: gap), starts: starts)
  }

  @Test(
    "Its stems play from the first downbeat, which is the boundary, and all others are silent",
    arguments: Periods.all)
  func begins(periods: Periods) {
    var bench = bench(piece([2, 0]))
    bench.run(4)
    bench.perform(.edition(0, .loop))
    #expect(
      bench.run(8, periods: periods).ports.prefix(3).map(drawn) == ["234-----", "678-----", "---99999"])
    #expect(EditionBench.handedOver(bench) == [.handedOver(EditionBench.ticket(bench), at: 8, origin: 8)])
    // The stem of the same number has kept its place, and nothing else.
    #expect(EditionBench.places(bench) == [2, 0])
    bench.ask(.start, 0, quantum: .loop)
    #expect(drawn(bench.run(8).ports[0]) == "---12341")
  }

  @Test("After a gap the first downbeat is later, and what plays from it waits")
  func gap() {
    var bench = bench(piece([0], gap: 5))
    bench.perform(.edition(0, .loop))
    #expect(drawn(bench.run(13).ports[0]) == "234-----12341")
    #expect(bench.handle.clock.origin == 9)
  }

  @Test("A panic drops a piece that waits, and no other edition")
  func panic() {
    let same = TestEdition(
      .small([StemConfiguration(), StemConfiguration()]), ids: [0, 1], sounds: [nil, nil],
      staysOpen: [true, true])
    for (edition, isDropped) in [(piece([2, 0]), true), (same, false)] {
      var bench = bench(edition)
      bench.perform(.edition(0, .loop))
      let ticket = EditionBench.ticket(bench)
      bench.run(1)
      bench.perform(.panic)
      bench.run(60)
      #expect(bench.run(8).isSilent)
      let events = EditionBench.handedOver(bench)
      #expect(
        events == [isDropped ? .superseded(ticket, at: 2) : .handedOver(ticket, at: 4, origin: 0)])
      bench.perform(.edition(0, .loop))
      bench.run(8)
      let last = EditionBench.handedOver(bench).last
      #expect(last == .handedOver(EditionBench.ticket(bench), at: 72, origin: isDropped ? 72 : 0))
    }
  }

  @Test(
    "A start that is asked for in the gap waits for the first downbeat, whatever its quantum",
    arguments: [Quantum.now, .beat, .bar, .loop])
  func startInGap(quantum: Quantum) {
    var bench = bench(piece([2, 0], gap: 5))
    bench.perform(.edition(0, .loop))
    bench.run(4)
    // The hand-over was on frame 4, and one of the set's boundaries is on frame 5.
    bench.ask(.start, 0, quantum: quantum)
    #expect(bench.run(9).ports.prefix(3).map(drawn) == ["----12341", "---------", "----99999"])
  }

  @Test("A second press does not hasten a start into the gap")
  func pressInGap() {
    var next = piece([2, 0], gap: 5)
    next.configuration.secondPress = .now
    var bench = bench(next)
    bench.perform(.edition(0, .loop))
    bench.run(4)
    bench.ask(.press, 0, quantum: .loop)
    bench.run(1)
    bench.ask(.press, 0, quantum: .loop)
    #expect(drawn(bench.run(8).ports[0]) == "---12341")
  }

  /// A silent stem whose music was restored in a gap of 9 frames, 4 frames after its beginning: moved before the clock starts.
  private func restored() -> Bench {
    var bench = Bench.make(.small([StemConfiguration()]), rolling: false)
    bench.sounds = [[.counting(4)]]
    for action in [.samples(0), .seek(.to(-9)), .gap, .roll] as [RandomPerformance.Action] {
      bench.perform(action)
    }
    bench.send()
    bench.skip(4)
    return bench
  }

  @Test(
    "A start in the gap of music that was restored waits for the first downbeat, whatever its quantum",
    arguments: [Quantum.now, .beat, .bar, .loop])
  func startInRestoredGap(quantum: Quantum) {
    var bench = restored()
    bench.ask(.start, quantum: quantum)
    // One of the set's boundaries is on frame 5.
    #expect(bench.draw(9) == "-----1234")
  }

  @Test("A relocation to another place ends the gap of music that was restored")
  func relocationInRestoredGap() {
    var bench = restored()
    bench.perform(.seek(.to(-8)))
    bench.ask(.start, quantum: .now)
    #expect(bench.draw(4) == "1234")
  }

  @Test("The boundaries of the new piece count from its first downbeat")
  func counts() {
    var bench = bench(piece([0], gap: 1, loop: 6))
    bench.sounds[0].append(.counting(6))
    bench.editions[0].sounds = [1]
    bench.perform(.edition(0, .loop))
    bench.run(5)
    // The hand-over was on frame 4, the downbeat on frame 5.
    bench.ask(.stop, 0, quantum: .loop)
    #expect(drawn(bench.run(8).ports[0]) == "23456---")
  }

  @Test("A stem without a release falls silent before the boundary, one with a release rings out")
  func rings() {
    let ringing = StemBuffer([Float](repeating: 1, count: 8), release: [0.5, 0.25])
    var bench = EditionBench.twoPlaying(
      [[.flat(1, 8)], [ringing], [.flat(2, 8)]], then: [StemConfiguration(), StemConfiguration()],
      sounds: [nil, nil])
    bench.portCount = 3
    bench.editions = [
      TestEdition(
        .small(loop: 8, [StemConfiguration()], rampFrames: 4), ids: [2], sounds: [0], staysOpen: [true],
        music: .begins(after: 0), starts: [0])
    ]
    bench.perform(.edition(0, .loop))
    let ports = bench.run(12).ports
    #expect(ports[0] == [1, 1, 1, 1, 1, 0.75, 0.5, 0.25, 0, 0, 0, 0])
    #expect(ports[1] == [1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.25, 0, 0])
    #expect(ports[2] == [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2])
  }

  @Test(
    "What waits for a place in the music does not outlast its piece, and what waits for its frame neither")
  func waiting() {
    var next = piece([0], loop: 8)
    next.sounds = [1]
    var bench = bench(next)
    bench.sounds[0].append(.counting(8))
    bench.perform(.section(Section(from: 0, until: 2)!))
    bench.perform(.later(8, .ask(.stop, .now, permitted: false)), 0)
    // The section repeats, and ends with its piece.
    #expect(drawn(bench.run(5).ports[0]) == "21212")
    bench.perform(.edition(0, .now))
    #expect(drawn(bench.run(12).ports[0]) == "123456781234")
    #expect(bench.answers.contains { $0.answer == .ended })
  }

  @Test("If a pause silences everything, it silences the next piece too")
  func paused() {
    var bench = bench(piece([0]))
    bench.perform(.holdAll(true, .now))
    bench.perform(.edition(0, .loop))
    #expect(bench.run(8).isSilent)
    bench.perform(.holdAll(false, .now))
    #expect(bench.draw(4) == "2341")
  }

  @Test("A command for a stem whose place another one has taken is refused")
  func outdated() {
    var bench = bench(piece([0]))
    bench.perform(.edition(0, .loop))
    bench.run(1)
    // Control does not know yet that the piece plays.
    bench.deliver(4)
    bench.ask(.stop, 0, quantum: .now)
    #expect(bench.draw(4) == "3412")
    #expect(bench.answers.last?.answer == .outdated)
  }

  @Test("No stem of another piece can be one that plays")
  func continuing() {
    var bench = bench()
    let edition = Edition(
      .small(), stems: [EditionStem(continuing: StemIndex(0))], music: .begins(after: 0))
    do throws(EditionProblem) {
      _ = try bench.handle.handOver(to: edition, quantum: .loop, by: .input)
      Issue.record("it is accepted")
    } catch {
      #expect(error == .origin(StemIndex(0)))
    }
  }
}
