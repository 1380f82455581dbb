import CanonEngine
import CanonTestSupport
import Testing

/// Samples that are exchanged while a stem plays: when, how it sounds, and who frees the old ones. (Who keeps samples
/// otherwise: StemMemoryTests.) The loop has 40 frames, a ramp 16, the shortest 8.
@Suite struct ReplacementTests {
  @Test(
    "The old samples fade before the boundary, the new ones begin whole on a loop top", arguments: Periods.all
  )
  func onTheTop(periods: Periods) {
    var bench = Self.bench()
    bench.run(10)
    bench.perform(.samples(1, .loop))
    let heard = bench.run(40, periods: periods).master
    let fade = (0..<16).map { RampTests.point(1, 0, 16, $0) }
    #expect(heard == Self.flat(1, 14) + fade + Self.flat(2, 10))
    let (ticket, stem) = (bench.asked.last!.ticket, StemIndex(0))
    #expect(bench.events.contains(.scheduled(ticket, stem, at: 40)))
    #expect(bench.events.last == .exchanged(ticket, stem, at: 40))
  }

  @Test("At once takes the shortest ramp; in the midst of the loop the new ones rise", arguments: Periods.all)
  func now(periods: Periods) {
    var bench = Self.bench()
    bench.run(10)
    bench.perform(.samples(1))
    let heard = bench.run(28, periods: periods).master
    let fall = (0..<8).map { RampTests.point(1, 0, 8, $0) }
    let rise = (0..<16).map { 2 * RampTests.point(0, 1, 16, $0) }
    #expect(heard == fall + rise + Self.flat(2, 4))
  }

  @Test("Samples for a stem that has none come at once, and rise if it plays already")
  func firstSamples() {
    var bench = Bench.make(.small(loop: 40, rampFrames: 16))
    bench.sounds = [Self.sounds]
    bench.ask(.start)
    bench.run(10)
    bench.perform(.samples(0, .loop))
    #expect(bench.run(18).master == (0..<16).map { RampTests.point(0, 1, 16, $0) } + [1, 1])
  }

  @Test("For a stem that does not run there is nothing to fade")
  func stopped() {
    var bench = Bench.make(.small(loop: 40, rampFrames: 16), sounds: [Self.sounds[0]])
    bench.sounds = [Self.sounds]
    bench.run(1)
    bench.perform(.samples(1))
    bench.run(9)
    #expect(bench.events.last == .exchanged(bench.asked.last!.ticket, StemIndex(0), at: 9))
    bench.ask(.start)
    bench.run(30)
    #expect(bench.run(3).master == [2, 2, 2])
  }

  @Test("The old samples are freed only when control has read that the engine reads others")
  func freedByControl() {
    var bench = Self.bench()
    bench.run(10)
    weak let old = Self.give(&bench, 5, .now)
    bench.run(30)
    Self.give(&bench, 6, .loop)
    bench.send()
    bench.idle()
    bench.readEvents()
    #expect(old != nil, "answered, and still heard")
    bench.deliver(39)
    #expect(old != nil, "on the frame before")
    bench.deliver(1)
    #expect(old != nil, "no longer heard, and control does not know")
    bench.readEvents()
    #expect(old == nil)
  }

  @Test("What was asked before the samples are taken away frees nothing by its answer")
  func answersOfOthers() {
    var bench = Self.bench()
    bench.run(10)
    weak let old = Self.give(&bench, 5, .now)
    bench.run(30)
    Self.give(&bench, 6, Quantum(.loop, count: 9)!)
    bench.perform(.pan(.centre))
    bench.send()
    bench.idle()
    bench.perform(.noSamples)
    bench.readEvents()
    #expect(old != nil, "the engine has not been told yet")
    #expect(bench.run(20).isSilent)
    #expect(old == nil)
  }

  @Test(
    "An exchange that is pending when the samples are taken away never happens, and its samples are freed")
  func takenAwayWhilePending() {
    var bench = Self.bench()
    bench.run(10)
    weak let next = Self.give(&bench, 5, .loop)
    bench.run(5)
    bench.perform(.noSamples)
    #expect(bench.run(50).isSilent)
    #expect(next == nil)
    let hasSamples = bench.handle.hasSamples(StemIndex(0))
    #expect(!hasSamples)
  }

  @Test("A later exchange replaces one that is pending; both are freed in their turn")
  func replaced() {
    var bench = Self.bench()
    bench.run(10)
    weak let second = Self.give(&bench, 5, .loop)
    Self.give(&bench, 6, Quantum(.loop, count: 2)!)
    #expect(bench.run(40).master.suffix(10) == Self.flat(1, 10)[...])
    #expect(second != nil, "freed with what it was to replace")
    bench.run(31)
    #expect(bench.run(1).master == [6])
    #expect(second == nil)
  }

  @Test("New samples may have another intro and another release: what is pending follows them")
  func otherLayout() {
    var bench = Bench.make(.small(loop: 4), sounds: [.counting(4)])
    bench.sounds = [[StemBuffer([1, 2, 3, 4], intro: [8, 9], release: [5])]]
    bench.run(1)
    bench.ask(.start, quantum: Quantum(.loop, count: 2)!)
    bench.run(1)
    bench.perform(.samples(0))
    #expect(bench.draw(8) == "----8912")
    bench.ask(.stop)
    #expect(bench.draw(4) == "345-")
  }

  private static let sounds = [StemBuffer.flat(1, 40), .flat(2, 40)]

  private static func flat(_ value: Float, _ frames: Int) -> [Float] {
    [Float](repeating: value, count: frames)
  }

  private static func bench() -> Bench {
    var bench = Bench.make(.small(loop: 40, rampFrames: 16), sounds: [StemBuffer.flat(1, 40)])
    bench.sounds = [sounds]
    bench.ask(.start)
    return bench
  }

  /// Only the handle keeps them.
  @discardableResult
  private static func give(_ bench: inout Bench, _ value: Float, _ quantum: Quantum) -> StemBuffer {
    let buffer = StemBuffer.flat(value, 40)
    bench.handle.setSamples(buffer, of: StemIndex(0), quantum: quantum, by: .input)
    return buffer
  }
}
