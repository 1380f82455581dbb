import CanonEngine
import CanonTestSupport
import Testing

/// Of one group at most one stem sounds. Stems 0, 1 and 2 are a group, 3 is not; stem k is k + 1 throughout; the loop
/// has 4 frames.
@Suite struct ExclusiveGroupTests {
  @Test("One stem starts and the other stops on the same frame", arguments: Periods.all)
  func handOver(periods: Periods) {
    var bench = Self.bench()
    bench.ask(.start, 0)
    bench.ask(.start, 3)
    bench.run(2)
    bench.ask(.start, 1)
    #expect(bench.drawPorts(8, periods: periods) == ["11------", "--222222", "--------", "44444444"])
    #expect(
      bench.changes.suffix(3) == [
        .changed(StemIndex(0), status: .playThenStop(PendingChange(at: 4, by: .group)), at: 2, by: .group),
        .changed(StemIndex(0), status: .stop, at: 4, by: .group),
        .changed(StemIndex(1), status: .play, at: 4, by: .input),
      ])
  }

  @Test(
    "What yields comes back when the other is cancelled",
    arguments: [StemRequest.cancel, .press, .stop, .mute])
  func takenBack(request: StemRequest) {
    var bench = Self.handingOver()
    bench.run(1)
    bench.ask(request, 1)
    #expect(bench.drawPorts(6)[0...1] == ["111111", "------"])
  }

  @Test("The last request wins: the armed stem is disarmed")
  func disarmed() {
    var bench = Self.handingOver()
    bench.ask(.start, 2)
    #expect(bench.drawPorts(7)[...2] == ["111----", "-------", "---3333"])
  }

  @Test("A stem that is to stop for another continues when it is started again")
  func reclaimed() {
    var bench = Self.handingOver()
    bench.ask(.start, 0)
    #expect(bench.drawPorts(7)[...1] == ["1111111", "-------"])
  }

  @Test("A stem that was about to be unmuted stays muted")
  func staysMuted() {
    var bench = Self.bench()
    bench.ask(.start, 0)
    bench.ask(.mute, 0, quantum: .now)
    bench.run(1)
    bench.ask(.unmute, 0)
    bench.ask(.start, 1)
    #expect(bench.drawPorts(7)[...1] == ["-------", "---2222"])
    #expect(bench.answers.suffix(2).map(\.status.state) == [.mute, .wait])
  }

  @Test(
    "A mute or stop of its own that comes early enough is left alone", arguments: [StemRequest.mute, .stop])
  func ownSilence(request: StemRequest) {
    var bench = Self.bench()
    bench.ask(.start, 0)
    bench.run(1)
    bench.ask(request, 0)
    bench.ask(.start, 1, quantum: Quantum(.loop, count: 2)!)
    bench.run(1)
    bench.ask(.cancel, 1)
    #expect(bench.drawPorts(8)[0] == "11------", "its own wish, not for the other's sake")
  }

  @Test(
    "Asked to be silent later than another begins, it makes room on that frame all the same",
    arguments: [StemRequest.mute, .stop])
  func noOverlap(request: StemRequest) {
    var bench = Self.handingOver()
    bench.ask(request, 0, quantum: Quantum(.loop, count: 2)!)
    #expect(bench.drawPorts(11)[...1] == ["111--------", "---22222222"])
  }

  @Test("With the quantum now both change at once")
  func now() {
    var bench = Self.bench()
    bench.ask(.start, 0)
    bench.run(2)
    bench.ask(.start, 2, quantum: .now)
    #expect(bench.drawPorts(4)[...2] == ["----", "----", "3333"])
  }

  @Test("If two are started together for the same frame, the second one starts")
  func together() {
    var bench = Self.bench().after(1)
    bench.ask(.start, 0)
    bench.ask(.start, 1)
    #expect(bench.drawPorts(7)[...1] == ["-------", "---2222"])
  }

  @Test("A stem whose run ends before its unmute no longer stops the other")
  func endedBeforeItCame() {
    var stems = Self.stems
    stems[0].repeats = 1
    var bench = Bench.make(.small(stems), sounds: Self.sounds)
    bench.ask(.start, 0)
    bench.ask(.mute, 0, quantum: .now)
    bench.ask(.start, 1, quantum: .now)
    bench.run(1)
    bench.ask(.unmute, 0, quantum: Quantum(.loop, count: 2)!)
    #expect(bench.drawPorts(15)[...1] == ["---------------", "222222222222222"])
  }

  @Test(
    "A silent one that is stopped, disarmed or ends by itself takes back no stop that a third asked for",
    arguments: [StemRequest.stop, .mute, .cancel, nil])
  func silentNeighbour(request: StemRequest?) {
    var stems = Self.stems
    if request == nil { stems[0].repeats = 3 }
    var bench = Bench.make(.small(stems), sounds: Self.sounds)
    bench.ask(.start, 0, quantum: .now)
    bench.run(1)
    bench.ask(.mute, 0, quantum: .now)
    bench.run(1)
    bench.ask(.start, 1, quantum: .now)
    bench.run(1)
    bench.ask(.start, 2, quantum: Quantum(.loop, count: 5)!)
    bench.run(1)
    if let request { bench.ask(request, 0, quantum: .now) }
    #expect(
      bench.drawPorts(20)[...2] == ["--------------------", "2222222222222222----", "----------------3333"])
  }

  private static let stems = [0, 0, 0, -1].map { StemConfiguration(group: $0) }
  private static let sounds = (1...4).map { StemBuffer.flat(Float($0), 4) }
  private static func bench() -> Bench { Bench.make(.small(stems), sounds: sounds) }

  /// Stem 0 plays, and stem 1 was just started in its place.
  private static func handingOver() -> Bench {
    var bench = bench()
    bench.ask(.start, 0)
    bench.run(1)
    bench.ask(.start, 1)
    return bench
  }
}
