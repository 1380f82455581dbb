import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Synchronization
import Testing

@testable import CanonSession

/// When an evening is written down.
@Suite struct EveningBookTests {
  private typealias Entry = Performance.EveningEntry

  /// What was to be written, in order.
  private final class Pages: Sendable {
    private let entries: Entries
    let keeper: Performance.EveningKeeper
    var all: [Entry] { entries.all.withLock { $0 } }

    private final class Entries: Sendable {
      let all = Mutex<[Entry]>([])
    }

    init() {
      let entries = Entries()
      self.entries = entries
      keeper = Keeper(told: []) { entry in
        entries.all.withLock { $0.append(entry) }
        return []
      }
    }

    /// Returns once everything is written.
    func settle() async { _ = await keeper.settle(patience: .seconds(600)) }
  }

  private let start = ContinuousClock.now
  private let wall = Instant(secondsSince1970: 1.7e9)

  /// An evening after so many seconds of even music.
  private func evening(after seconds: Double, late: Double = 0, _ master: Double = 0) -> CanonSession.Evening
  {
    let frames = FramePosition(seconds * 48_000)
    return .init(
      time: wall + (seconds + late),
      music: Music(rate: .studio, position: 48_000 + frames, master: Decibels(master)!)
    )
  }

  @Test func aChangeIsWrittenAtOnceAndAtMostOnceASecond() {
    var book = EveningBook(Pages().keeper)
    func isDue(_ now: ContinuousClock.Instant) -> Bool { book.isDue(now) }
    func records(_ evening: CanonSession.Evening, at now: ContinuousClock.Instant) -> Bool {
      book.records(evening, at: now)
    }
    #expect(isDue(start) && records(evening(after: 0), at: start))
    #expect(!isDue(start + .milliseconds(990)))
    #expect(isDue(start + .milliseconds(1000)))
    #expect(records(evening(after: 1, -6), at: start + .milliseconds(1000)))
    #expect(!isDue(start + .milliseconds(1900)))
    #expect(isDue(start + .seconds(5)))
    #expect(!isDue(start + .milliseconds(5050)), "not with every heartbeat")
  }

  @Test func evenMusicIsWrittenEveryTenSeconds() {
    var book = EveningBook(Pages().keeper)
    func records(_ evening: CanonSession.Evening, at now: ContinuousClock.Instant) -> Bool {
      book.records(evening, at: now)
    }
    #expect(records(evening(after: 0), at: start))
    for second in 1..<10 { #expect(!records(evening(after: Double(second)), at: start + .seconds(second))) }
    #expect(records(evening(after: 10), at: start + .seconds(10)))
  }

  @Test func musicThatIsElsewhereIsWritten() {
    var book = EveningBook(Pages().keeper)
    func records(_ evening: CanonSession.Evening, at now: ContinuousClock.Instant) -> Bool {
      book.records(evening, at: now)
    }
    #expect(records(evening(after: 0), at: start))
    #expect(!records(evening(after: 2, late: 0.001), at: start + .seconds(2)))
    #expect(records(evening(after: 3, late: 0.003), at: start + .seconds(3)))
  }

  private func performance(_ pages: Pages) async throws -> SessionBench {
    var bench = try await SessionBench(after: 1000)
    await bench.session.keepEvening(by: pages.keeper)
    try await bench.say("start violin-a now", then: 1000)
    return bench
  }

  @Test func nothingIsWrittenBeforeItIsKnownWhatTimeItIs() async throws {
    let pages = Pages()
    let bench = try await performance(pages)
    await bench.session.writeEvening()
    await bench.session.endEvening(isOver: false)
    #expect(pages.all.isEmpty)
  }

  @Test func theEndWritesTheLastChangeAndAQuitThatItIsOver() async throws {
    for isOver in [false, true] {
      let pages = Pages()
      var bench = try await performance(pages)
      await bench.session.report(ClockPlace(position: 2000, time: wall))
      await bench.session.writeEvening(at: start)
      await pages.settle()
      try await bench.say("mute violin-a now", then: 1000)
      await bench.session.endEvening(isOver: isOver)
      #expect(pages.all.count == 2)
      guard case .evening(let first) = pages.all[0] else { return #expect(Bool(false)) }
      #expect(first.music.layers[1].state == .play)
      #expect(first.time.secondsSince1970 == wall.secondsSince1970 && first.music.position == 2000)
      if case .evening(let last) = pages.all[1] {
        #expect(!isOver && last.music.layers[1].state == .mute)
        #expect(abs(wall.seconds(to: last.time) - 1000.0 / 48_000) < 1e-6)
      } else {
        #expect(isOver)
      }
      // Whatever comes after the end is not written.
      await bench.session.writeEvening(at: start + .seconds(100))
      #expect(pages.all.count == 2)
    }
  }

  @Test func lostFramesMakeTheTimeUnknown() async throws {
    let pages = Pages()
    var bench = try await performance(pages)
    await bench.session.report(ClockPlace(position: 2000, time: wall))
    #expect(await bench.session.evening() != nil)
    bench.jump(5000)
    await bench.session.pump()
    #expect(await bench.session.evening() == nil)
  }

  @Test func theJournalOfAPerformanceThatIsNotKeptSaysSoToo() async throws {
    let set = try SmallSet()
    let journal = set.folder.file("evening.journal")
    var bench = try await SessionBench(try set.session(journal: journal), after: 1000)
    await bench.session.writeEvening(at: start)
    await bench.run(500)
    func reached() throws -> [Substring] {
      try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n").filter {
        $0.hasPrefix("# reached")
      }
    }
    await bench.session.writeEvening(at: start + .milliseconds(999))
    #expect(try reached() == ["# reached: 1000"])
    await bench.session.writeEvening(at: start + .seconds(1))
    await bench.session.writeEvening(at: start + .seconds(2))
    #expect(try reached() == ["# reached: 1500"], "the line takes the place of the one before")
    #expect(try Score.load(journal).lines.last?.time == .frame(1500), "a rendering ends there")
    try await bench.say("start violin-a now", then: 500)
    await bench.session.writeEvening(at: start + .seconds(3))
    #expect(try reached() == ["# reached: 1500", "# reached: 2000"], "unless something else came")
  }

  @Test func theJournalSaysHowFarTheMusicHasCome() async throws {
    let set = try SmallSet(), pages = Pages()
    let journal = set.folder.file("evening.journal")
    var bench = try await SessionBench(try set.session(journal: journal), after: 1000)
    await bench.session.keepEvening(by: pages.keeper)
    await bench.session.report(ClockPlace(position: 1000, time: wall))
    await bench.session.writeEvening(at: start)
    await bench.run(500)
    await bench.session.writeEvening(at: start + .seconds(10))
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    let isReached = text.split(separator: "\n").map { $0.hasPrefix("# reached") }
    #expect(text.split(separator: "\n").last { $0.hasPrefix("# reached") } == "# reached: 1500", "\(text)")
    // The line takes the place of the one before, unless another has come between.
    #expect(!zip(isReached, isReached.dropFirst()).contains { $0 && $1 }, "\(text)")
  }
}
