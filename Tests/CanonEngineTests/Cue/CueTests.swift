import CanonEngine
import CanonTestSupport
import Testing

/// Pre-listening on the cue bus, and sends that move.
@Suite struct CueTests {
  private static func bench(ramp: Int = 0, isOpen: Bool = true) -> Bench {
    var bench = Bench.make(
      .small(loop: 8, [StemConfiguration()], buses: 1, cueBus: 0, rampFrames: ramp), rolling: false)
    bench.sounds = [[.counting(8)]]
    bench.perform(.samples(0))
    if isOpen { bench.perform(.open(true)) }
    bench.perform(.roll)
    return bench
  }

  @Test("A stopped stem is heard in phase on the cue bus, and nowhere else", arguments: Periods.all)
  func listen(periods: Periods) {
    var bench = Self.bench()
    bench.run(2)
    bench.perform(.cue(true))
    let heard = bench.run(8, periods: periods)
    #expect(drawn(heard.buses[0]) == "34567812" && heard.buses[0] == heard.buses[1])
    #expect(heard.master.allSatisfy { $0 == 0 } && heard.ports[0].allSatisfy { $0 == 0 })
    bench.perform(.cue(false))
    #expect(bench.run(8).isSilent)
  }

  @Test("It rises and falls over the usual ramp")
  func ramp() {
    var bench = Self.bench(ramp: 2)
    bench.perform(.cue(true))
    #expect(bench.run(3).buses[0] == [0, 1, 3])
    bench.perform(.cue(false))
    #expect(bench.run(3).buses[0] == [4, 2.5, 0])
  }

  @Test("While the stem is heard in the music it is not on the cue bus; it is again once that has ended")
  func inTheMusic() {
    var bench = Self.bench()
    bench.perform(.cue(true))
    bench.run(8)
    bench.ask(.start, quantum: .now)
    var heard = bench.run(4)
    #expect(drawn(heard.master) == "1234" && drawn(heard.buses[0]) == "----")
    bench.ask(.mute, quantum: .now)
    heard = bench.run(4)
    #expect(drawn(heard.master) == "----" && drawn(heard.buses[0]) == "5678")
  }

  @Test("Only a stem that is open is heard, and no longer when it is closed")
  func doors() {
    var bench = Self.bench(isOpen: false)
    bench.perform(.cue(true))
    #expect(bench.run(8).isSilent)
    bench.perform(.open(true))
    bench.perform(.cue(true))
    #expect(!bench.run(8).isSilent)
    bench.perform(.open(false))
    #expect(bench.run(8).isSilent)
    bench.perform(.open(true))
    #expect(bench.run(8).isSilent, "it does not come back by itself")
  }

  @Test("It moves with the music")
  func seek() {
    var bench = Self.bench()
    bench.perform(.cue(true))
    bench.run(2)
    bench.perform(.seek(.to(5)))
    #expect(drawn(bench.run(4).buses[0]) == "6781")
    bench.perform(.panic)
    bench.run(60)
    #expect(bench.run(8).isSilent)
  }

  @Test("A send moves over the usual ramp, and an edition that does not edit it keeps it")
  func sends() {
    var bench = Bench.make(
      .small(loop: 4, [StemConfiguration(sends: [.unity])], buses: 1, rampFrames: 2),
      sounds: [.flat(1, 4)])
    bench.ask(.start)
    bench.run(4)
    bench.perform(.send(0, Gain(linear: 0.5)!))
    #expect(bench.run(4).buses[0] == [1, 0.75, 0.5, 0.5])
    bench.perform(.send(0, Gain(linear: 0.5)!))
    bench.perform(.send(1, .unity))
    bench.editions = [
      TestEdition(
        .small(
          loop: 4, [StemConfiguration(gain: Gain(linear: 2)!, sends: [.unity])], buses: 1, rampFrames: 2),
        ids: [0], sounds: [nil], staysOpen: [true])
    ]
    bench.perform(.edition(0, .now))
    #expect(bench.run(8).buses[0].last == 1)
    let answers = bench.events.compactMap { event -> EngineEvent.Answer? in
      if case .answered(_, _, let answer, _, _) = event { answer } else { nil }
    }
    #expect(answers.suffix(3) == [.unchanged, .outdated, .accepted])
  }
}
