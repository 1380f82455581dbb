import CanonEngine
import CanonTestSupport
import Testing

/// Samples that are replaced while a stem plays: when, how it sounds, and who frees the old ones. (Who keeps samples
/// otherwise: StemMemoryTests.) The loop has 40 frames, a ramp 16, the shortest 8.
@Suite struct ReplacementTests {
  @Test(
    "The old samples fade before the boundary, the new ones begin whole on a loop top", arguments: Periods.all
  )
  func onTheTop(periods: Periods) {
    var bench = Self.bench().after(10)
    bench.perform(.samples(1, .loop))
    let heard = bench.run(40, periods: periods).master
    let fade = (0..<16).map { RampTests.point(1, 0, 16, $0) }
    #expect(heard == Self.flat(1, 14) + fade + Self.flat(2, 10))
    let (ticket, stem) = (bench.asked.last!.ticket, StemIndex(0))
    #expect(bench.events.contains(.scheduled(ticket, stem, at: 40)))
    #expect(bench.events.last == .replaced(ticket, stem, at: 40))
  }

  @Test("With now the dip takes the shortest ramp, and the new samples rise", arguments: Periods.all)
  func now(periods: Periods) {
    var bench = Self.bench().after(10)
    bench.perform(.samples(1))
    let heard = bench.run(28, periods: periods)
    let fall = (0..<8).map { RampTests.point(1, 0, 8, $0) }
    let rise = (0..<16).map { 2 * RampTests.point(0, 1, 16, $0) }
    #expect(heard.master == fall + rise + Self.flat(2, 4))
    #expect(heard.right == heard.master)
  }

  @Test("A stem without samples gets them at once; they rise if it plays already")
  func firstSamples() {
    var bench = Bench.make(.small(loop: 40, rampFrames: 16))
    bench.sounds = [Self.sounds]
    bench.ask(.start)
    bench.run(10)
    bench.perform(.samples(0, .loop))
    #expect(bench.run(18).master == (0..<16).map { RampTests.point(0, 1, 16, $0) } + [1, 1])
  }

  @Test("A replacement for a stem that does not run has no dip")
  func stopped() {
    var bench = Bench.make(.small(loop: 40, rampFrames: 16), sounds: [Self.sounds[0]])
    bench.sounds = [Self.sounds]
    bench.run(1)
    bench.perform(.samples(1))
    bench.run(9)
    #expect(bench.events.last == .replaced(bench.asked.last!.ticket, StemIndex(0), at: 9))
    bench.ask(.start)
    bench.run(30)
    #expect(bench.run(3).master == [2, 2, 2])
  }

  @Test("A start soon after such a replacement begins at full level")
  func startsAfterwards() {
    var bench = Bench.make(.small(loop: 40, rampFrames: 16), sounds: [Self.sounds[0]])
    bench.sounds = [Self.sounds]
    bench.run(28)
    bench.perform(.samples(1))
    bench.ask(.start)
    #expect(bench.run(15).master == Self.flat(0, 12) + Self.flat(2, 3), "replaced on 36, begun on 40")
  }

  @Test("The old samples are freed only when control has read that the engine reads others")
  func freedByControl() {
    var bench = Self.bench().after(10)
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

  @Test("The answer to a command before the removal of samples frees nothing")
  func answersOfOthers() {
    var bench = Self.bench().after(10)
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
    "A replacement that is pending when the samples are taken away never happens, and its samples are freed")
  func takenAwayWhilePending() {
    var bench = Self.bench().after(10)
    weak let next = Self.give(&bench, 5, .loop)
    bench.run(5)
    bench.perform(.noSamples)
    #expect(bench.run(50).isSilent)
    #expect(next == nil)
    let hasSamples = bench.handle.hasSamples(StemIndex(0))
    #expect(!hasSamples)
  }

  @Test("A later replacement supersedes one that is pending; both are freed in their turn")
  func replaced() {
    var bench = Self.bench().after(10)
    weak let second = Self.give(&bench, 5, .loop)
    Self.give(&bench, 6, Quantum(.loop, count: 2)!)
    #expect(bench.run(40).master.suffix(10) == Self.flat(1, 10)[...])
    #expect(second != nil, "freed with what it was to replace")
    bench.run(31)
    #expect(bench.run(1).master == [6])
    #expect(second == nil)
  }

  @Test("Samples in use are not freed if a second replacement is sent before the first is answered")
  func twoAtOnce() {
    var bench = Self.bench()
    weak let first = Self.give(&bench, 3, .now)
    bench.run(30)
    weak let second = Self.give(&bench, 5, .now)
    bench.send()
    bench.deliver(12)
    #expect(first != nil, "control does not know that it is no longer read")
    weak let third = Self.give(&bench, 6, .loop)
    bench.readEvents()
    #expect(first == nil)
    #expect(second != nil, "it plays, and the third has not been received")
    bench.run(20)
    #expect(second != nil && third != nil)
    bench.run(20)
    #expect(second == nil && third != nil)
    #expect(bench.run(1).master == [6])
  }

  @Test("A replacement that is too far away leaves control with what the engine holds, and frees the other")
  func tooFar() {
    var bench = Self.bench(years: true)
    weak let first = Self.give(&bench, 3, .now)
    bench.run(30)
    weak let refused = Self.give(&bench, 5, Quantum(.loop, count: 1_000_000)!)
    bench.run(10)
    #expect(bench.answers.last?.answer == .tooFar)
    #expect(refused == nil && first != nil)
    #expect(bench.handle.buffer(of: StemIndex(0)) === first)
    #expect(bench.run(1).master == [3])
  }

  @Test("The same holds between two valid replacements, and if there were no samples before")
  func tooFarBetween() {
    var bench = Self.bench(years: true)
    weak let first = Self.give(&bench, 3, .now)
    bench.run(30)
    weak let refused = Self.give(&bench, 5, Quantum(.loop, count: 1_000_000)!)
    weak let last = Self.give(&bench, 6, .now)
    bench.send()
    bench.idle()
    bench.readEvents()
    #expect(refused == nil && first != nil && last != nil)
    bench.run(20)
    #expect(first == nil)
    #expect(bench.handle.buffer(of: StemIndex(0)) === last)

    var empty = Bench.make(Self.years, sounds: [nil])
    empty.run(1)
    Self.give(&empty, 5, Quantum(.loop, count: 1_000_000)!)
    empty.run(1)
    let hasSamples = empty.handle.hasSamples(StemIndex(0))
    #expect(!hasSamples)
  }

  @Test("Pending changes follow the intro and the release of new samples")
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

  /// The set's loop takes years, the stem's has 40 frames.
  private static let years = EngineConfiguration(
    grid: Grid(loop: GridLine(numerator: (1 << 52) - 1, denominator: 1)!)!,
    sampleRate: SampleRate(hertz: 8000)!, stems: [StemConfiguration(frames: 40)], rampMilliseconds: 2)

  private static func bench(years: Bool = false) -> Bench {
    var bench = Bench.make(
      years ? Self.years : .small(loop: 40, rampFrames: 16), sounds: [StemBuffer.flat(1, 40)])
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
