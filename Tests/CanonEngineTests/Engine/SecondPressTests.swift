import CanonEngine
import CanonTestSupport
import Testing

/// A press on a stem that has a change pending already.
@Suite struct SecondPressTests {
  @Test("A second press cancels, unless the set says otherwise", arguments: Periods.all)
  func cancels(periods: Periods) {
    var bench = Self.bench(.cancel)
    #expect(Timeline.play("-PP------S---P-P----", on: &bench, periods: periods) == "------------12341234")
  }

  @Test("With now the change takes effect on the frame of the second press", arguments: Periods.all)
  func now(periods: Periods) {
    var bench = Bench.make(.small(loop: 8, secondPress: .now), sounds: [.counting(8)])
    #expect(Timeline.play("-P-P-P-P-P-P----", on: &bench, periods: periods) == "---4567----45678")
  }

  @Test("A pending stop comes at once too")
  func stop() {
    var bench = Self.bench(.now)
    #expect(Timeline.play("S-XP------", on: &bench) == "123-------")
    #expect(bench.changes.last == .changed(StemIndex(0), status: .stop, at: 3, by: .input))
  }

  @Test("Without a permit a pending start stays pending, and a pending mute or stop comes at once")
  func permits() {
    var bench = Self.bench(.now).after(1)
    bench.ask(.start)
    bench.run(1)
    bench.ask(.press, permitted: false)
    #expect(bench.draw(4) == "--12")
    #expect(bench.answers.last?.answer == .notPermitted)
    bench.ask(.mute)
    bench.run(1)
    bench.ask(.press, permitted: false)
    #expect(bench.draw(3) == "---")
  }

  @Test("A stem that enters at its top begins on the frame of the press")
  func entersAtTop() {
    var bench = Bench.make(
      .small([StemConfiguration(entry: .top)], secondPress: .now), sounds: [.counting(4)])
    #expect(Timeline.play("-P-P------", on: &bench) == "---1234123")
  }

  @Test("An upbeat that is being heard gives way to the start itself")
  func upbeat() {
    var bench = Bench.make(
      .small(loop: 8, [StemConfiguration(entry: .top)], secondPress: .now),
      sounds: [StemBuffer([1, 2, 3, 4, 5, 6, 7, 8], intro: [9, 9, 9])])
    #expect(Timeline.play("-P----P------", on: &bench) == "-----91234567")
  }

  private static func bench(_ secondPress: SecondPress) -> Bench {
    Bench.make(.small(secondPress: secondPress), sounds: [.counting(4)])
  }
}
