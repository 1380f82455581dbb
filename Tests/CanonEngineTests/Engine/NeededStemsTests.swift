import CanonEngine
import CanonTestSupport
import Testing

/// A permit may rely on other stems: the engine looks at them again on the frame on which it receives the command. Stem
/// 0 is started; stems 1 and 2 are what its permit needs.
@Suite struct NeededStemsTests {
  @Test("A start is accepted while every needed stem plays")
  func allPlay() {
    var bench = Self.bench(playing: [1, 2])
    #expect(Self.start(&bench, needing: [1, 2]) == .accepted)
  }

  @Test("One needed stem that is silent is enough to refuse it", arguments: [[], [1], [2]])
  func oneIsSilent(playing: [Int]) {
    var bench = Self.bench(playing: playing)
    #expect(Self.start(&bench, needing: [1, 2]) == .notPermitted)
    #expect(bench.drawPorts(8)[0] == "--------")
  }

  @Test("A needed stem with a pending mute or stop no longer counts", arguments: [StemRequest.stop, .mute])
  func aboutToFallSilent(request: StemRequest) {
    var bench = Self.bench(playing: [1, 2])
    bench.ask(request, 2)
    #expect(Self.start(&bench, needing: [1, 2]) == .notPermitted)
  }

  @Test("A start is refused even if it would only cancel a stop, as a rendering of the journal refuses it")
  func takesNothingBack() {
    var bench = Self.bench(playing: [0, 1])
    bench.ask(.stop, 0)
    #expect(Self.start(&bench, needing: [2]) == .notPermitted)
    #expect(bench.drawPorts(8)[0].hasSuffix("-"), "it has stopped")
    bench.ask(.start, 0, quantum: .now)
    bench.ask(.stop, 0)
    #expect(Self.start(&bench, needing: [1]) == .accepted)
  }

  private typealias Ask = @Sendable (inout EngineHandle, [StemIndex]) -> CommandTicket

  /// Requests of stem 0 that would take back a stop, or put it off.
  private static let delays: [Ask] = [
    { $0.cancel(StemIndex(0), needing: $1, by: .input) },
    { $0.cancel(StemIndex(0), needing: $1, by: .door) },
    { $0.stop(StemIndex(0), quantum: Quantum(.loop, count: 9)!, needing: $1, by: .input) },
    { $0.mute(StemIndex(0), quantum: Quantum(.loop, count: 9)!, needing: $1, by: .input) },
    { $0.fadeOut(StemIndex(0), quantum: .now, over: 100, needing: $1, by: .input) },
    { $0.press(testPermit(StemIndex(0), needed: $1), quantum: nil, by: .input) },
  ]

  @Test(
    "The stop of a door that has opened again stands if what the door needs is about to fall silent",
    arguments: delays.indices)
  func doorsStop(index: Int) {
    for isPlaying in [true, false] {
      var bench = Self.bench(playing: [0, 1])
      _ = bench.handle.open(testPermit(StemIndex(0)), by: .clock)
      _ = bench.handle.stop(StemIndex(0), quantum: .loop, by: .door)
      bench.run(0)
      bench.idle()
      if !isPlaying { bench.ask(.stop, 1) }
      _ = Self.delays[index](&bench.handle, [StemIndex(1)])
      bench.run(0)
      bench.idle()
      bench.readEvents()
      #expect(bench.answers.last?.answer == (isPlaying ? .accepted : .notPermitted))
    }
  }

  @Test("The needs of one command do not affect the next, whether it was accepted or refused")
  func eachForItself() {
    var bench = Self.bench(playing: [1])
    #expect(Self.start(&bench, needing: [2]) == .notPermitted)
    #expect(Self.start(&bench, needing: [1]) == .accepted)
    bench.ask(.stop, 0, quantum: .now)
    bench.ask(.stop, 1, quantum: .now)
    bench.ask(.start, 2, quantum: .now)
    #expect(Self.start(&bench, needing: [2]) == .accepted, "stem 1 was needed before, and is not now")
  }

  @Test("A door opens to follow actions only while every needed stem plays", arguments: [true, false])
  func opens(isPlaying: Bool) {
    var bench = Self.bench(playing: isPlaying ? [1] : [])
    _ = bench.handle.open(testPermit(StemIndex(0), needed: [StemIndex(1)]), by: .door)
    bench.run(0)
    bench.idle()
    bench.readEvents()
    #expect(bench.answers.last?.answer == (isPlaying ? .accepted : .notPermitted))
  }

  private static func bench(playing: [Int]) -> Bench {
    var bench = Bench.make(
      .small([StemConfiguration(), StemConfiguration(), StemConfiguration()]),
      sounds: (1...3).map { .flat(Float($0), 4) })
    for stem in playing { bench.ask(.start, stem, quantum: .now) }
    bench.run(1)
    return bench
  }

  /// What the engine answers to a start of stem 0 that relies on others.
  private static func start(_ bench: inout Bench, needing needed: [Int]) -> EngineEvent.Answer? {
    _ = bench.handle.start(
      testPermit(StemIndex(0), needed: needed.map { StemIndex($0) }), quantum: .loop, by: .input)
    bench.run(1)
    return bench.answers.last?.answer
  }
}
