import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// `freeze` and `resume`: the music stands still, and the frames count on. The loop has 11,520 frames, the ramp 240.
@Suite struct FreezeTests {
  @Test("The music stands still, silent, at a place that is told, and resume lets it go on from there")
  func freezesAndGoesOn() async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("freeze", then: 240)
    let silent = await bench.run(5000)
    #expect(silent.master.allSatisfy { $0 == 0 })
    let stands = await bench.session.snapshot()
    #expect(stands.isFrozen && stands.position == 6240 && stands.reached == 1240 && stands.place == 1240)
    try await bench.say("resume")
    let heard = await bench.run(500)
    #expect(heard.master.contains { $0 != 0 })
    let goesOn = await bench.session.snapshot()
    #expect(!goesOn.isFrozen && goesOn.position == 6740 && goesOn.place == 1740)
    #expect(
      await bench.session.told().filter { $0.contains("frozen") || $0.contains("goes on") } == [
        "@1240 frozen @1240 by input", "@6240 goes on @1240 by input",
      ])
  }

  @Test(
    "A journal names the frame that a place had when it was given, though the next tempo has another there")
  func placeBeforeATempo() async throws {
    let small = try SmallSet()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 100)
    try small.halveTempo()
    #expect(try await bench.say("reload now", at: .lines) == [])
    // The next tempo plays already, and control has not seen it.
    bench.deliver(400)
    try await bench.say("freeze bar 3", then: 1000)
    let place = await session.snapshot().place
    await session.finish()
    #expect(try small.folder.journal().contains { $0.hasSuffix("freeze @\(place)") })
  }

  @Test(
    "It may name a place",
    arguments: [("freeze bar 3", 11_520), ("freeze 1:00", 2_880_000), ("freeze @7", 7)])
  func places(line: String, place: FramePosition) async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say(line, then: 300)
    #expect(await bench.session.snapshot().place == place)
  }

  @Test("A way is no place", arguments: ["freeze +10 s", "freeze bar", "freeze now", "freeze bar 0"])
  func noPlace(line: String) async throws {
    let bench = try await SessionBench()
    await #expect(throws: (any Error).self) { try await bench.say(line) }
  }

  @Test("What is pending stays as far away as it was, and happens when the music comes there")
  func pending() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("start violin-a", then: 10)
    try await bench.say("freeze", then: 240)
    func left() async -> Double? {
      let snapshot = await session.snapshot()
      return snapshot.stems[1].status.pending.map { snapshot.seconds(until: $0.at) }
    }
    let before = try #require(await left())
    await bench.run(20_000)
    #expect(await left() == before)
    try await bench.say("gain violin-a -6", then: 3000)
    #expect(await left() == before)
    #expect(await session.stem("violin-a").status.state == .wait)
    try await bench.say("resume", then: 11_520 - 1251)
    #expect(await session.stem("violin-a").status.state == .wait)
    await bench.run(2)
    #expect(await session.stem("violin-a").status == .play)
  }

  @Test("A fade that the music stands in has as much left under another sample rate")
  func fadeUnderAnotherRate() async throws {
    let evening = try RecordedPerformance()
    var bench = try await SessionBench(evening.session, after: 1000)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("fade violin-a out now over 1 s", then: 24_000)
    try await bench.say("freeze", then: 5000)
    // The halt begins after the ramp, 24,240 of 48,000 frames into the fade.
    var next = try await SessionBench(evening.session, at: SampleRate(hertz: 96_000)!)
    await next.run(100)
    try await next.say("resume", then: 1000)
    let journal = try evening.journal("evening-2.journal")
    #expect(journal.contains { $0.hasSuffix("fade violin-a out now over 495 ms") }, "\(journal)")
  }

  @Test("A pause of the same scene does not outlast its resume, which lets the music go on")
  func sceneOfBoth() async throws {
    let scene =
      "[[scene]]\nid = \"breath\"\ncommands = [\"pause now\", \"mute violin-a now\", \"resume now\"]\n"
    let session = try SmallSet(more: scene).session()
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("freeze", then: 500)
    try await bench.say("scene breath")
    let heard = await bench.run(500)
    #expect(heard.master.contains { $0 != 0 })
    let snapshot = await session.snapshot()
    #expect(!snapshot.isFrozen && !snapshot.isPaused && !snapshot.stems.contains { $0.isHeld })
  }

  @Test(
    "A resume is heard at once, also of stems whose pause was to end later",
    arguments: ["resume loop", "unmute cello loop"])
  func pauseThatEndsLater(line: String) async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("pause", then: 300)
    try await bench.say(line, then: 10)
    try await bench.say("freeze", then: 300)
    try await bench.say("resume", then: 240)
    let heard = await bench.run(100)
    #expect(heard.ports[0].allSatisfy { $0 == 0.5 })
  }

  @Test("So is one that the engine has not answered any of yet")
  func pauseWithoutAnAnswer() async throws {
    var bench = try await SessionBench(after: 1000)
    for line in ["pause", "resume loop", "freeze", "resume"] { try await bench.say(line) }
    await bench.run(1000)
    let heard = await bench.run(100)
    #expect(heard.ports[0].allSatisfy { $0 == 0.5 })
  }

  @Test("resume ends a pause and a halt; the pause key resumes while the music stands")
  func pauses() async throws {
    var bench = try await SessionBench(after: 1000)
    #expect(await bench.session.isToBePaused)
    try await bench.say("pause", then: 300)
    try await bench.say("resume")
    try await bench.say("pause")
    try await bench.say("freeze")
    #expect(await !bench.session.isToBePaused)
    await bench.run(300)
    #expect(await !bench.session.isToBePaused)
    try await bench.say("resume", then: 500)
    let snapshot = await bench.session.snapshot()
    #expect(!snapshot.isFrozen && !snapshot.isPaused)
  }

  @Test("freeze and resume can wait for a time, which passes while the music stands")
  func wait() async throws {
    var bench = try await SessionBench(after: 100)
    try await bench.say("in 500 frames freeze")
    try await bench.say("in 5000 frames resume")
    let waits = await bench.session.snapshot()
    #expect(waits.waiting.map { waits.seconds(untilReceipt: $0.at) * 48_000 } == [500, 5000])
    await bench.run(4000)
    #expect(await bench.session.snapshot().place == 840)
    await bench.run(2000)
    #expect(await bench.session.snapshot().place == 840 + 1000)
  }

  @Test(
    "A stem whose door shuts while the music stands is stopped when it goes on, and one that is locked does not start"
  )
  func doors() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06"))
    // With a release.
    let set = try SmallSet(
      doors: "violin-b = { needs = [\"violin-a\"] }", keys: ["violin-b": "region = \"0 .. 11520\""],
      sounds: ["violin-b": SmallSet.rising(14_000)])
    let session = try await set.performance(at: clock)
    var bench = try await SessionBench(session)
    for line in ["start violin-a now", "start violin-b now", "freeze"] {
      #expect(try await bench.say(line) == [])
      await bench.run(300)
      await bench.settle()
    }
    try await bench.say("stop violin-a now", then: 0)
    await bench.settle()
    #expect(try await bench.say("start violin-b now").count == 1)
    await bench.run(20_000)
    #expect(await session.stem("violin-b").status == .stop, "on its own boundary, unheard")
    try await bench.say("resume")
    #expect(await bench.run(1000).ports[2].allSatisfy { $0 == 0 })
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test("A gain that is asked for while the music stands is shown as it is, and a panic leaves it so")
  func gains() async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("freeze", then: 300)
    try await bench.say("gain cello -20", then: 300)
    #expect(await bench.session.stem("cello").gain == Decibels(-20))
    try await bench.say("panic", then: 10)
    await bench.run(0)
    #expect(await bench.session.stem("cello").gain == Decibels(-20))
  }

  @Test(
    "A freeze that no server has received names the same place at another rate, and a panic does not end it")
  func unanswered() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("freeze bar 9")
    try await bench.say("panic")
    bench = try await SessionBench(session, at: try #require(SampleRate(hertz: 96_000)))
    try await bench.skip(2000)
    await bench.run(1000)
    let snapshot = await session.snapshot()
    #expect(snapshot.isFrozen && snapshot.place == 2 * 46_080)
  }

  @Test("A door that shuts and opens again while the music stands lets its stem join when it goes on")
  func shutAndOpen() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06"))
    let set = try SmallSet(
      doors: "violin-a = { opens = 2026-12-05, until = 2026-12-07, join = true }")
    let session = try await set.performance(at: clock)
    var bench = try await SessionBench(session)
    for line in ["start violin-a now", "freeze"] {
      #expect(try await bench.say(line) == [])
      await bench.run(300)
      await bench.settle()
    }
    clock.now = try TestClock.tokyo("2026-12-08")
    await bench.settle()
    await bench.run(20_000)
    #expect(await session.stem("violin-a").status == .stop)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.settle()
    await bench.run(10)
    try await bench.say("resume", then: 12_000)
    #expect(await session.stem("violin-a").status == .play)
  }

  @Test(
    "A journal renders it alike, whoever stopped the clock",
    arguments: [Periods.constant(64), .constant(1024), .mixed(seed: 3)])
  func journals(periods: Periods) async throws {
    let small = try SmallSet()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    var heard = Output(stems: 4)
    let lines = [
      "start violin-a", "freeze", "start violin-b now", "gain violin-a -6 over 1 beat", "resume",
      "fade violin-b over 1 bar",
      "freeze bar 2", "seek +1 beat", "in 700 frames resume loop", "pause", "freeze", "resume beat",
    ]
    for line in lines {
      try await bench.say(line)
      heard += await bench.run(1300, periods: periods)
    }
    let clocks: [PeriodClock] = [
      .stopped(at: 3000), .stopped(at: 3000), .rolling(at: 3000), .rolling(at: 90_000), .stopped(at: 0),
      .rolling(at: 0),
    ]
    for clock in clocks {
      bench.nextClock = clock
      heard += await bench.run(1300, periods: periods)
    }
    #expect(await session.snapshot().place == 1300)
    await session.finish()
    let journal = try small.folder.journal()
    for line in ["freeze @3000", "roll @3000", "roll @0"] {
      #expect(journal.contains { $0.hasSuffix(line) }, "\(line)")
    }
    let rendered = try await small.rendering(
      of: Score.load(small.folder.file("evening.journal")), period: 4096)
    #expect(rendered.refused == [] && rendered.output.difference(from: heard) == nil)
  }

  @Test(
    "What another clock does is told like what a person does, and a move with the frame on which it happens")
  func another() async throws {
    var bench = try await SessionBench(after: 1000)
    for clock in [PeriodClock.stopped(at: 3000), .rolling(at: 3000), .rolling(at: 90_000)] {
      bench.nextClock = clock
      await bench.run(1000)
    }
    #expect(await bench.session.snapshot().place == 91_000)
    let told = await bench.session.allEvents().compactMap { event in
      switch event {
      case .frozen(let place, let at, by: .clock): "@\(at) frozen @\(place)"
      case .goesOn(let place, let at, by: .clock): "@\(at) goes on @\(place)"
      case .seeks(let place, let at, by: .clock): "@\(at) seeks @\(place)"
      default: nil
      }
    }
    #expect(told == ["@1240 frozen @3000", "@2000 goes on @3000", "@3240 seeks @90240"])
  }

  @Test(
    "At another rate it comes back as it stood, without a sound, and the second journal renders alike",
    arguments: [["freeze"], ["seek bar 40", "freeze"], ["seek bar 40"], ["freeze bar 9"]])
  func otherRate(lines: [String]) async throws {
    let small = try SmallSet(keys: ["violin-c": "repeat = 4"])
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 20_000)
    try await bench.say("start violin-c now")
    for line in ["start violin-a now", "gain violin-a -20 over 8 bars"] + lines {
      try await bench.say(line, then: 500)
    }
    try await bench.say("start violin-b", then: 3000)
    let before = await session.snapshot()
    let rate = try #require(SampleRate(hertz: 44_100))
    var heard = Output(stems: 4)
    for _ in 0..<2 {
      bench = try await SessionBench(session, at: rate)
      try await bench.skip(before.position * 441 / 480)
    }
    // For a minute no server was there.
    bench.jump(60 * 44_100)
    heard += await bench.run(3000)
    let after = await session.snapshot()
    #expect(after.isFrozen == before.isFrozen)
    if after.isFrozen {
      #expect(heard.master.allSatisfy { $0 == 0 })
      #expect(abs(after.place - before.place * 441 / 480) <= 1)
      #expect(after.stems[3].status == before.stems[3].status)
    }
    try await bench.say("resume")
    heard += await bench.run(15_000)
    #expect(heard.master.contains { $0 != 0 })
    #expect(await session.snapshot().stems[2].status == .play)
    await session.finish()
    let rendered = try await small.rendering(
      of: Score.load(small.folder.file("evening-3.journal")), period: 4096)
    #expect(rendered.refused == [] && rendered.output.difference(from: heard) == nil)
  }
}
