import CanonTestSupport
import Testing

@testable import CanonEngine

/// The pages of a stem that are in memory, and how they come and go.
@Suite struct StemWindowTests {
  private static let layout = StemLayout(intro: 10, loop: 40, release: 14)!

  @Test(
    "The pages that are wanted, the most urgent first: what is read and rings and is to be read, what comes next, and where parts begin"
  )
  func plan() {
    let plan = WindowPlan(Self.layout, shift: 2, ahead: 2)
    func wanted(_ reads: Int64, _ rings: Int64 = -1, _ leads: Int64 = -1) -> [Int] {
      plan.wanted(at: StemPlaces(reads: reads, rings: rings, leads: leads))
    }
    // Pages of four frames: the loop is 10 ..< 50, in the pages 2 to 12, and the release begins in page 12.
    #expect(plan.pinned == [0, 1, 2, 3, 12, 13])
    #expect(wanted(-1) == plan.pinned)
    #expect(wanted(20) == [5, 6, 7, 0, 1, 2, 3, 12, 13, 4])
    #expect(wanted(0) == [0, 1, 2, 3, 12, 13])
    // After the end of the loop comes its beginning, after that of the release nothing.
    #expect(wanted(46) == [11, 12, 2, 0, 1, 3, 13, 10])
    #expect(wanted(49, 60, 30) == [12, 15, 7, 8, 2, 3, 0, 1, 13, 11])
    #expect(plan.pageCount == 16 && plan.poolCount == 16)
    let long = WindowPlan(StemLayout(loop: 1_000_000)!, shift: 12, ahead: 4)
    #expect(long.poolCount == 2 + 1 + 5 + 6 + 2)
    // Control expects to be read what the engine does not know of yet.
    #expect(
      plan.wanted(at: StemPlaces(reads: 20, rings: -1, leads: -1), expected: 34)
        == [5, 8, 9, 6, 7, 0, 1, 2, 3, 12, 13, 4])
  }

  @Test("The engine says where it reads, where a release rings, and where the music goes next")
  func places() {
    let sound = StemBuffer(
      paging: StemBuffer(layout: Self.layout, channelCount: 1, floats: { _ in }), shift: 2)
    var bench = Bench.make(
      .small(loop: 40, [StemConfiguration(intro: .none)]), sounds: [sound])
    func places(after frames: Int, _ actions: RandomPerformance.Action...) -> [Int64] {
      for action in actions { bench.perform(action) }
      bench.run(frames)
      let places = sound.table!.places
      return [places.reads, places.rings, places.leads]
    }
    // A stem that does not run would be read in phase.
    #expect(places(after: 5) == [15, -1, -1])
    #expect(places(after: 30, .ask(.start, .now)) == [45, -1, -1])
    #expect(places(after: 5, .section(Section(from: 20, until: 60))) == [10, -1, 30])
    #expect(places(after: 3, .ask(.stop, .now)) == [13, 53, 30])
    #expect(places(after: 1, .section(nil), .seek(.to(7))) == [18, 54, -1])
    #expect(places(after: 4, .halt(nil)) == [18, 54, -1])
  }

  @Test("A page leaves after a period that does not count on it, and its memory comes back after another one")
  func handShake() {
    let layout = StemLayout(loop: 4096)!
    let whole = StemBuffer(
      layout: layout, channelCount: 1, floats: { for k in $0.indices { $0[k] = Float(k) } })
    let window = StemWindow(layout, channelCount: 1, .float32, shift: 2, ahead: 1)
    #expect(window.begin(fill: whole.fill))
    var bench = Bench.make(.small(loop: 4096), sounds: [StemBuffer(window)])
    let clock = bench.handle.clock
    func settle() { for _ in 0..<20 { _ = window.turn(clock, fill: whole.fill) } }
    bench.run(1)
    settle()
    // It reads the first page, and the next one is there too.
    #expect(window.pagesInMemory == 2)
    let since = clock.countPages()
    #expect(!clock.hasPassedPages(since))
    bench.run(2000)
    #expect(clock.hasPassedPages(since))
    for _ in 0..<400 {
      bench.run(4)
      settle()
    }
    let place = window.pages.places.reads
    #expect((0..<4).allSatisfy { window.pages.isThere(place + $0) })
    #expect(window.pages.samples(of: place, width: 4)!.left.load(as: Float.self) == Float(place))
    #expect(window.pagesInMemory <= 2 + 1 + 2 + 6 + 2)
    // A page on its way out can still be read, but nobody counts on it.
    let marked = Int64(0)
    window.pages.mark(0)
    #expect(window.pages.samples(of: marked, width: 4) != nil && !window.pages.isThere(marked))
  }

  @Test("What is read where the music goes at once is there if control expects it; else the stem waits")
  func expected() {
    let layout = StemLayout(loop: 4096)!
    let whole = StemBuffer(
      layout: layout, channelCount: 1, floats: { for k in $0.indices { $0[k] = Float(k) } })
    for isExpected in [true, false] {
      let window = StemWindow(layout, channelCount: 1, .float32, shift: 2, ahead: 1)
      #expect(window.begin(fill: whole.fill))
      var bench = Bench.make(.small(loop: 4096), sounds: [StemBuffer(window)])
      bench.ask(.start, quantum: .now)
      bench.run(4, periods: .constant(1))
      if isExpected {
        let hasWindow = bench.handle.expect(.by(1997))
        let before = bench.handle.hasExpected
        // Nobody waits for the disk with the reader.
        var meanwhile: [Bool] = []
        for _ in 0..<20 {
          _ = window.turn(bench.handle.clock) {
            meanwhile.append(window.hasExpected)
            return whole.fill($0, $1, $2)
          }
        }
        let after = bench.handle.hasExpected
        #expect(hasWindow && !before && meanwhile.prefix(2) == [false, false] && after)
      }
      bench.perform(.seek(.to(2001)))
      let heard = bench.run(5, periods: .constant(1)).master
      #expect(heard == (isExpected ? [2001, 2002, 2003, 2004, 2005] : [0, 0, 0, 0, 0]))
      let supplied = bench.supplied
      #expect(supplied == (isExpected ? [] : [0]))
    }
  }

  @Test(
    "While no driver calls the engine, memory comes back when the one who has it says that no period is under way"
  )
  func away() {
    let layout = StemLayout(loop: 4096)!
    let whole = StemBuffer(layout: layout, channelCount: 1, floats: { _ in })
    for isSaid in [false, true] {
      let window = StemWindow(layout, channelCount: 1, .float32, shift: 2, ahead: 1)
      #expect(window.begin(fill: whole.fill))
      var bench = Bench.make(.small(loop: 4096), sounds: [StemBuffer(window)])
      bench.run(4)
      let clock = bench.handle.clock
      for place in 1...20 {
        _ = bench.handle.expect(.to(FramePosition(100 * place)))
        for _ in 0..<8 {
          if isSaid { bench.engine.passPages() }
          _ = window.turn(clock, fill: whole.fill)
        }
      }
      let isThere = bench.handle.hasExpected
      #expect(isThere == isSaid)
    }
  }

  @Test("Memory that was on its way out when an engine ended comes back with the next one's first period")
  func nextEngine() {
    let window = StemWindow(StemLayout(loop: 4096)!, channelCount: 1, .float32, shift: 2, ahead: 1)
    for isNext in [false, true] {
      let clock = EngineClock()
      for place in 1...20 {
        window.expect(Int64(100 * place))
        for _ in 0..<8 {
          if isNext { clock.shared.passPages(clock.shared.pageCount) }
          _ = window.turn(clock) { _, _, _ in true }
        }
      }
      #expect(window.hasExpected == isNext)
    }
  }

  @Test("A page that cannot be had stays missing")
  func unreadable() {
    let window = StemWindow(StemLayout(loop: 4096)!, channelCount: 1, .float32, shift: 2, ahead: 1)
    #expect(!window.begin { _, _, _ in false })
    #expect(window.turn(EngineClock()) { _, _, _ in false } == .failed)
    #expect(window.pagesInMemory == 0)
  }

  @Test("A page that the disk does not give makes no other one late, and is tried again after them")
  func damaged() {
    let window = StemWindow(StemLayout(loop: 4096)!, channelCount: 1, .float32, shift: 2, ahead: 1)
    let clock = EngineClock()
    var (tried, isDamaged): ([Int64], Bool) = ([], true)
    func turn() -> StemWindow.Turn {
      window.turn(clock) { _, frames, _ in
        tried.append(frames.lowerBound / 4)
        return !isDamaged || ![500, 501].contains(tried.last)
      }
    }
    // The first two pages never leave, and come last.
    window.expect(2001)
    let turns = [turn(), turn(), turn(), turn()]
    #expect(turns == [.filled, .filled, .failed, .failed])
    #expect(tried == [500, 501, 0, 1, 500, 501])
    isDamaged = false
    let later = [turn(), turn(), turn()]
    #expect(later == [.filled, .filled, .idle])
    #expect(window.hasExpected)
  }
}

extension StemBuffer {
  /// Fills the pages of a window with these samples.
  /// - Precondition: They are in one piece.
  var fill: StemWindow.Fill {
    { plane, frames, memory in
      let width = self.format == .float32 ? 4 : 2 * self.channelCount
      let first = (plane * Int(self.layout.frameCount) + Int(frames.lowerBound)) * width
      memory.copyBytes(from: self.bytes[first..<(first + memory.count)])
      return true
    }
  }
}
