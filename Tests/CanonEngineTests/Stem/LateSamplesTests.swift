import CanonTestSupport
import Foundation
import Testing

@testable import CanonEngine

/// A stem whose pages are not in memory in time waits for them, and says so.
@Suite struct LateSamplesTests {
  /// One stem with pages of some frames, of which one is missing; two bars to the loop.
  private func bench(_ samples: [Float], rampFrames: Int, shift: Int, missing page: Int) -> Late {
    let configuration = EngineConfiguration(
      grid: Grid(
        loop: GridLine(numerator: Int64(samples.count), denominator: 1)!, barsPerLoop: 2, beatsPerLoop: 4)!,
      sampleRate: SampleRate(hertz: 8000)!, stems: [StemConfiguration()],
      rampMilliseconds: Double(rampFrames) / 8)
    let sound = StemBuffer(paging: StemBuffer(samples), shift: shift)
    var bench = Bench.make(configuration, sounds: [sound])
    bench.ask(.start)
    let pages = Pages([sound])
    pages.take(page)
    return Late(bench: bench, pages: pages)
  }

  private struct Late: ~Copyable {
    var bench: Bench
    let pages: Pages

    mutating func run(_ frames: Int, periods: Int = 1) -> [Float] {
      bench.run(frames, periods: .constant(periods)).master
    }
    var supplies: [EngineEvent] {
      bench.events.filter { if case .supplied = $0 { true } else { false } }
    }
  }

  @Test("It is silent until the first bar on which its samples are there, and in phase then")
  func nextBar() {
    var late = bench([1, 2, 3, 4, 5, 6, 7, 8], rampFrames: 0, shift: 1, missing: 1)
    // On the first bar they are still missing.
    let first = late.run(6)
    late.pages.giveBack()
    let rest = late.run(8)
    #expect(first + rest == [1, 2, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6])
    let supplies = late.supplies
    let stem = StemIndex(0)
    #expect(supplies == [.supplied(stem, .starved, at: 2), .supplied(stem, .fed, at: 8)])
  }

  @Test("It falls over the usual ramp before the samples that are missing, and rises over it")
  func ramps() {
    let ones = [Float](repeating: 1, count: 16)
    var late = bench(ones, rampFrames: 4, shift: 2, missing: 2)
    let falling = late.run(10, periods: 2)
    late.pages.giveBack()
    let rising = late.run(12, periods: 2)
    #expect(falling == [1, 1, 1, 1, 1, 0.75, 0.5, 0.25, 0, 0])
    #expect(rising == [0, 0, 0, 0, 0, 0, 0, 0.25, 0.5, 0.75, 1, 1])
  }

  @Test("It is silent at once where nothing is left to fall, also within the fall")
  func cut() {
    let ones = [Float](repeating: 1, count: 16)
    var start = bench(ones, rampFrames: 4, shift: 2, missing: 0)
    let nothing = start.run(4, periods: 2)
    let supplies = start.supplies
    #expect(nothing == [0, 0, 0, 0] && supplies == [.supplied(StemIndex(0), .cut, at: 0)])
    var fall = bench(ones, rampFrames: 4, shift: 2, missing: 2)
    let begun = fall.run(6, periods: 2)
    fall.pages.take(1)
    let rest = fall.run(2, periods: 2)
    #expect(begun + rest == [1, 1, 1, 1, 1, 0.75, 0, 0])
    let cuts = fall.supplies
    #expect(cuts.last == .supplied(StemIndex(0), .cut, at: 6))
  }

  @Test("It waits no longer once nobody would hear it, and after the music has moved or gone on")
  func ends() {
    func supplies(_ actions: RandomPerformance.Action...) -> [EngineEvent] {
      var late = bench([1, 2, 3, 4, 5, 6, 7, 8], rampFrames: 0, shift: 1, missing: 1)
      _ = late.run(3)
      late.pages.giveBack()
      for action in actions {
        late.bench.perform(action)
        _ = late.run(1)
      }
      // Until the bar.
      #expect(actions.count > 1 || late.run(1) == [0])
      return late.supplies
    }
    let stem = StemIndex(0), starved = EngineEvent.supplied(stem, .starved, at: 2)
    #expect(supplies(.hold(true)) == [starved, .supplied(stem, .fed, at: 4)])
    #expect(supplies(.ask(.stop, .now)) == [starved, .supplied(stem, .fed, at: 3)])
    #expect(supplies(.panic, .panic) == [starved])
    #expect(supplies(.seek(.to(0)), .hold(false)) == [starved])
    #expect(supplies(.halt(nil), .roll) == [starved])
  }

  @Test("In a bar that does not end soon a stem that waits is looked at all the same")
  func longBar() {
    let loop = Int64(3) << 18
    let configuration = EngineConfiguration.small(loop: loop)
    let sound = StemBuffer(paging: .flat(1, Int(loop)), shift: 16)
    var bench = Bench.make(configuration, sounds: [sound])
    bench.hasPorts = false
    bench.ask(.start)
    let pages = Pages([sound])
    pages.take(0)
    bench.run(1)
    pages.giveBack()
    bench.run(Int(Engine.longestWait))
    let fed = bench.events.last
    #expect(fed == .supplied(StemIndex(0), .fed, at: Engine.longestWait))
  }

  // MARK: - Random performances

  private static let casesPerBatch = 25

  @Test(
    "Whatever pages are late, the journal says with whole samples what was heard, to the bit; so does the mirror",
    arguments: 0..<LongCampaign.count(24, long: 300))
  func replay(batch: Int) {
    var told = 0
    for number in 0..<Self.casesPerBatch {
      let seed = UInt64(batch * Self.casesPerBatch + number)
      if let problem = Self.problem(seed, &told) { Issue.record("seed \(seed): \(problem)") }
    }
    #expect(told > 5)
  }

  @Test(
    "One case in full",
    .enabled(if: ProcessInfo.processInfo.environment["CANON_SEED"] != nil, "CANON_SEED names it"))
  func one() throws {
    let seed = try #require(UInt64(ProcessInfo.processInfo.environment["CANON_SEED"] ?? ""))
    var told = 0
    if let problem = Self.problem(seed, &told, isTold: true) { Issue.record("\(problem)") }
  }

  /// - Parameter isTold: Whether what happens is printed.
  private static func problem(_ seed: UInt64, _ told: inout Int, isTold: Bool = false) -> String? {
    var whole = TestSet.random(seed: seed)
    whole.sounds = whole.sounds.map { $0.map { $0.isPaged ? StemPagesTests.whole($0) : $0 } }
    var random = SplitMix64(seed: seed ^ 0x1A7E)
    // What a stem still plays that has left is not looked at: its samples are all there.
    let stays = whole.sounds.indices.filter { stem in
      whole.editions.allSatisfy { $0.music == .goesOn && $0.ids.contains(stem) }
    }
    var late = RandomPages(hasWindows: seed.isMultiple(of: 3)), paged = whole
    for stem in stays {
      paged.sounds[stem] = whole.sounds[stem].map { random.one(in: 8) ? $0 : late.add($0, &random) }
    }
    let performance = RandomPerformance.random(seed: seed, set: whole)
    var bench = paged.bench()
    late.change(bench.handle.clock, &random)
    var problem: String?
    let heard = performance.play(on: &bench, periods: .mixed(seed: seed, longest: 16)) { bench, _ in
      problem = problem ?? mirrorProblem(bench)
      late.change(bench.handle.clock, &random)
    }
    told += bench.supplied.count
    if let problem { return problem }
    let entries = JournalLines.entries(bench), end = bench.handle.clock.position
    let lines = entries.map { JournalLines.read(JournalLines.text($0)) }
    if isTold {
      print("ramp \(whole.configuration.rampMilliseconds * 8) frames, \(whole.configuration.grid)")
      for event in bench.events { print("  ", event) }
      for entry in entries { print(JournalLines.text(entry), entry.answer.map { "-> \($0)" } ?? "") }
    }
    let missed = heard.master.count - PropertyCase(seed: seed).delivered(entries, end)
    var replayed = whole.bench()
    let replay = JournalLines.play(
      lines, on: &replayed, until: end, periods: .mixed(seed: seed ^ 7, longest: 32))
    return heard.dropping(missed).difference(from: replay)
  }

  /// The mirror knows which stems wait, and what else control has read.
  private static func mirrorProblem(_ bench: borrowing Bench) -> String? {
    let mirror = bench.handle.mirror
    mirror.advance(to: bench.handle.clock.position)
    if mirror.differs { return "the mirror answers otherwise" }
    for place in 0..<mirror.engine.stemCount {
      let (a, b) = (bench.engine.memory.players[place], mirror.engine.memory.players[place])
      if a.isStarved != b.isStarved || a.audibility.to != b.audibility.to {
        return "place \(place) waits: \(a.isStarved), in the mirror \(b.isStarved)"
      }
    }
    return nil
  }
}

/// Samples in pages that come and go at random, or in windows whose reader is slow at random.
private struct RandomPages {
  let hasWindows: Bool
  private var pages: [Pages] = []
  private var windows: [(window: StemWindow, fill: StemWindow.Fill)] = []

  init(hasWindows: Bool) { self.hasWindows = hasWindows }

  /// The same samples in pages.
  mutating func add(_ whole: StemBuffer, _ random: inout SplitMix64) -> StemBuffer {
    if !hasWindows {
      let sound = StemBuffer(paging: whole, shift: Int(random.number(0...5)))
      pages.append(Pages([sound]))
      return sound
    }
    let window = StemWindow(
      whole.layout, channelCount: whole.channelCount, whole.format, shift: Int(random.number(2...4)),
      ahead: Int(random.number(1...5)))
    if !random.one(in: 4) { _ = window.begin(fill: whole.fill) }
    windows.append((window, whole.fill))
    return StemBuffer(window)
  }

  func change(_ clock: EngineClock, _ random: inout SplitMix64) {
    for page in pages { page.change(&random) }
    for (window, fill) in windows {
      for _ in 0..<random.number(0...6) { _ = window.turn(clock, fill: fill) }
    }
  }
}

/// The pages of some samples, of which any may be taken away and given back.
private final class Pages {
  private let pages: [(table: StemPages, number: Int, memory: UnsafeRawPointer)]

  init(_ sounds: [StemBuffer]) {
    pages = sounds.flatMap { sound in
      (0..<sound.pageCount).map { page in
        (sound.table!, page, sound.table!.memory(of: page)!)
      }
    }
  }

  func take(_ page: Int) { pages[page].table.set(pages[page].number, nil) }
  func giveBack() { for page in pages { page.table.set(page.number, page.memory) } }

  func change(_ random: inout SplitMix64) {
    if random.one(in: 3) { return giveBack() }
    for page in pages { page.table.set(page.number, random.one(in: 6) ? nil : page.memory) }
  }
}

extension StemBuffer {
  fileprivate var pageCount: Int { table?.count ?? 0 }
}
