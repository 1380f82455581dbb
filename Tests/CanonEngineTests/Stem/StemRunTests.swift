import CanonEngine
import CanonTestSupport
import Testing

/// One run of a stem: intro 7 8 9, loop 1 2 3 4, release 5 6, on a set whose loop has 4 frames.
@Suite struct StemRunTests {
  @Test("An upbeat is heard before the boundary; the stem waits until then", arguments: Periods.all)
  func upbeat(periods: Periods) {
    var bench = bench(StemConfiguration())
    #expect(
      Timeline.play("S-------", on: &bench, periods: periods) == "12341234", "no time for it at the origin")

    var later = self.bench(StemConfiguration())
    #expect(Timeline.play("-S---------", on: &later, periods: periods) == "-7891234123")
    #expect(later.changes == [.changed(StemIndex(0), status: .play, at: 4, by: .input)])
    #expect(later.events.contains(.began(StemIndex(0), from: 4, end: .max, asks: .max, follow: .max)))
  }

  @Test("After a late start as much of the upbeat is heard as there is time for", arguments: Periods.all)
  func lateUpbeat(periods: Periods) {
    var bench = bench(StemConfiguration())
    #expect(Timeline.play("---S--------", on: &bench, periods: periods) == "---912341234")
  }

  @Test("An upbeat that is cancelled stops, and the stem never starts")
  func cancelledUpbeat() {
    var bench = bench(StemConfiguration())
    #expect(Timeline.play("-S-C--------", on: &bench) == "-78---------")
  }

  @Test("On a boundary that is not a top there is no upbeat: the intro leads from it to the next top")
  func noTop() {
    var bench = bench(StemConfiguration(offset: 2))
    #expect(Timeline.play("-S----------", on: &bench) == "----89123412")
  }

  @Test("From the boundary on, the intro comes first and the loop's top after it", arguments: Periods.all)
  func introAtTheBoundary(periods: Periods) {
    var bench = bench(StemConfiguration(entry: .top, intro: .boundary))
    #expect(Timeline.play("-S------------", on: &bench, periods: periods) == "----7891234123")
  }

  @Test("In phase, an intro from the boundary on is played if the offset leaves room for it")
  func introInPhase() {
    var room = bench(StemConfiguration(offset: 3, intro: .boundary))
    #expect(Timeline.play("-S------------", on: &room) == "----7891234123")
    var less = bench(StemConfiguration(offset: 2, intro: .boundary))
    #expect(
      Timeline.play("-S------------", on: &less) == "----8912341234", "its last frame is before the top")
  }

  @Test("With intro = none the intro is never heard", arguments: StemEntry.allCases)
  func noIntro(entry: StemEntry) {
    var bench = bench(StemConfiguration(entry: entry, intro: .none))
    #expect(Timeline.play("-S--------", on: &bench) == "----123412")
  }

  @Test("After a stop the release rings, once", arguments: Periods.all)
  func release(periods: Periods) {
    var bench = bench(StemConfiguration())
    #expect(Timeline.play("S----X----------", on: &bench, periods: periods) == "1234123456------")
  }

  @Test("A stop inside the loop has a release; a mute, or the stop of a muted stem, has none")
  func releaseAnywhere() {
    var now = bench(StemConfiguration())
    #expect(Timeline.play("S-X-----", on: &now, quantum: .now) == "1256----")
    var mute = bench(StemConfiguration())
    #expect(Timeline.play("S---M---X---", on: &mute) == "1234--------")
  }

  @Test("A new start ends the release that still rings; the next stop brings it again")
  func startDuringTheRelease() {
    var bench = bench(StemConfiguration(intro: .none))
    #expect(Timeline.play("S---XS--X-----", on: &bench, quantum: .now) == "1234523456----")
  }

  @Test(
    "Repeated twice, it stops by itself with its last frame, and the release follows", arguments: Periods.all)
  func repeats(periods: Periods) {
    var bench = bench(StemConfiguration(repeats: 2))
    #expect(Timeline.play("S-------------", on: &bench, periods: periods) == "1234123456----")
    #expect(bench.changes.last == .changed(StemIndex(0), status: .stop, at: 8, by: .end))
    #expect(bench.events.contains(.began(StemIndex(0), from: 0, end: 8, asks: .max, follow: .max)))
  }

  @Test("Only whole loops count: a stem that joins inside its loop plays the rest of it in addition")
  func repeatsAfterJoining() {
    var bench = bench(StemConfiguration(intro: .none, repeats: 1))
    #expect(Timeline.play("--S-----------", on: &bench, quantum: .now) == "--34123456----")
  }

  @Test("A stop on the frame on which the run ends comes before the end")
  func stopOnTheEnd() {
    var bench = bench(StemConfiguration(repeats: 1))
    #expect(Timeline.play("S--X--------", on: &bench) == "123456------")
    #expect(bench.changes.last == .changed(StemIndex(0), status: .stop, at: 4, by: .input))
  }

  @Test("A run that counts from an earlier boundary and is already over is not heard")
  func overBeforeHeard() {
    var bench = self.bench(StemConfiguration(entry: .top, repeats: 1))
    bench.run(20)
    bench.perform(.start(.now, from: 4))
    #expect(bench.draw(8) == "--------")
    #expect(bench.changes.last == .changed(StemIndex(0), status: .stop, at: 8, by: .end))
  }

  @Test("A stop where the intro ends, before any loop was played, fades the stem while the release rises")
  func stopOnTheFirstTop() {
    let stem = StemConfiguration(entry: .top, intro: .boundary)
    var bench = Bench.make(
      .small(loop: 40, [stem], rampFrames: 16),
      sounds: [
        StemBuffer(
          [Float](repeating: 2, count: 40), intro: [Float](repeating: 1, count: 12),
          release: [Float](repeating: 4, count: 30))
      ])
    bench.ask(.start)
    bench.run(4)
    bench.ask(.stop, quantum: .stem)
    let heard = bench.run(28).master
    let fall = (0..<8).map { RampTests.point(1, 0, 8, $0) }
    let rise = (0..<16).map { 4 * RampTests.point(0, 1, 16, $0) }
    #expect(heard == fall + rise + [4, 4, 4, 4])
  }

  private func bench(_ stem: StemConfiguration) -> Bench {
    Bench.make(.small([stem]), sounds: [StemBuffer([1, 2, 3, 4], intro: [7, 8, 9], release: [5, 6])])
  }
}
