import CanonControl
import CanonEngine
import CanonRender
import CanonSchedule
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Schedules against the slow reference (``SlowDoors``): whatever doors a set has and whatever is asked, what is heard is
/// what the documentation says, to the bit.
@Suite struct ScheduleReferenceTests {
  static let batches = 20
  static let casesPerBatch = LongCampaign.count(60, long: 1000)

  @Test(
    "Doors by date, window and need do what the rules say, whenever control looks", arguments: 0..<batches)
  func looks(batch: Int) async throws { try await expectRight(batch) { try await withLooks($0) } }

  @Test("A rendering checks doors on every frame, whatever its period", arguments: 0..<batches)
  func renderings(batch: Int) async throws { try await expectRight(batch) { try await rendered($0) } }

  /// In 3050 a scene paused and resumed frozen music; in 4430 a door shut while the music stood, and the release of its stem with it; in
  /// 6035, 9407, 10136, 13997 and 17533 a resume of frozen music left what was paused and was to be resumed later.
  @Test(
    "The cases that have found a fault",
    arguments: [3050, 4430, 6035, 9407, 10_136, 13_997, 17_533] as [UInt64])
  func found(seed: UInt64) async throws {
    let theCase = try ScheduleCase(seed: seed)
    try await #expect(withLooks(theCase) == nil)
    try await #expect(rendered(theCase) == nil)
  }

  @Test(
    "One case in full",
    .enabled(if: ProcessInfo.processInfo.environment["CANON_SEED"] != nil, "CANON_SEED names it"))
  func one() async throws {
    let seed = try #require(UInt64(ProcessInfo.processInfo.environment["CANON_SEED"] ?? ""))
    let theCase = try ScheduleCase(seed: seed)
    print(theCase)
    let journals = ["looks", "rendered"].map { theCase.folder.file($0 + ".journal") }
    for (journal, problem) in [
      (journals[0], try await withLooks(theCase, journal: journals[0])),
      (journals[1], try await rendered(theCase, journal: journals[1])),
    ] {
      guard let problem else { continue }
      let text = try FileHandle(forReadingFrom: URL(fileURLWithPath: journal)).readToEnd() ?? Data()
      Issue.record("\(problem)\n\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("Case after case", .enabled(if: Soak.isOn, "CANON_SOAK says for how long"))
  func soak() async throws {
    try await Soak("schedules").run { seed in
      let theCase = try ScheduleCase(seed: seed)
      if let problem = try await withLooks(theCase) { return problem }
      return try await rendered(theCase)
    } tell: {
      Issue.record("\($0)")
    }
  }

  private func expectRight(
    _ batch: Int, _ problem: (ScheduleCase) async throws -> String?
  ) async throws {
    for number in 0..<Self.casesPerBatch {
      let theCase = try ScheduleCase(seed: UInt64(batch * Self.casesPerBatch + number))
      if let problem = try await problem(theCase) {
        Issue.record("\(theCase)\n\(problem)")
        return
      }
    }
  }

  /// Control looks now and then, and at once after whatever is asked; the wall clock runs with the music.
  private func withLooks(_ theCase: ScheduleCase, journal: String? = nil) async throws -> String? {
    var random = theCase.random
    let start = try TestClock.tokyo(ScheduleCase.middle) + -Double(random.number(0...8000)) / 8000
    let clock = TestClock(start)
    let source = try Source.load(theCase.path)
    let session = try Performance(
      set: source.set, schedule: source.schedule, journal: journal, doors: .asOf { clock.now })
    await session.watchDoors()
    var bench = try await SessionBench(session, at: ScheduleCase.rate)
    await bench.settle()
    let set = try await theCase.slowSet()
    var slow = SlowDoors(set, doors: theCase.doors, time: start.secondsSince1970)
    var log: [String] = []
    for _ in 0..<random.number(10...30) {
      let frames = Int(random.number(1...(random.one(in: 3) ? 30 : 900)))
      let before = slow.frame
      let heard = bench.deliver(frames, periods: .mixed(seed: random.next(), longest: 300))
      var expected = Output(stems: 4)
      for _ in 0..<frames { slow.deliver(into: &expected) }
      clock.now = start + Double(slow.frame) / 8000
      slow.time = clock.now.secondsSince1970
      await bench.settle()
      slow.look()
      if let problem = slow.problem { return problem }
      for _ in 0..<random.number(0...2) {
        let line = SpokenLine.random(&random)
        if journal != nil { log.append("@\(slow.frame) \(line)") }
        await session.perform(try CommandParser.parse("\(line)"), by: .score)
        await bench.settle()
        slow.ask(theCase.asks(line, set.configuration))
        if let problem = slow.problem { return problem }
      }
      if journal != nil {
        log.append("@\(slow.frame): \(await session.snapshot().stems.map(\.status)); slowly \(slow)")
      }
      if let difference = heard.audibleDifference(from: expected) {
        return log.joined(separator: "\n") + "\nafter frame \(before): \(difference)"
      }
    }
    return nil
  }

  private func rendered(_ theCase: ScheduleCase, journal: String? = nil) async throws -> String? {
    var random = theCase.random
    let now = try TestClock.tokyo(ScheduleCase.middle) + Double(random.number(-1...2))
    let set = try await theCase.slowSet()
    // Some lines wait for their frame.
    var lines: [(at: Int64, wait: Int64?, line: SpokenLine)] = []
    var frame: Int64 = 0
    for _ in 0..<random.number(5...30) {
      if !random.one(in: 3) { frame += random.number(1...900) }
      let line = SpokenLine.random(&random)
      lines.append((frame, line.canWait && random.one(in: 5) ? random.number(0...1500) : nil, line))
    }
    let text =
      lines.map { "@\($0.at) \($0.wait.map { "in \($0) frames " } ?? "")\($0.line)" }.joined(separator: "\n")
      + "\n@\(frame + 3000) quit\n"
    let source = try Source.load(theCase.path)
    let session = try Performance(
      set: source.set, schedule: source.schedule, journal: journal, doors: .asOf { now })
    await session.watchDoors()
    var sink = OutputSink(stems: 4)
    _ = try await OfflineDriver.render(
      session.seat, score: try Score.parse(path: "test.score", text: text), at: ScheduleCase.rate,
      length: .score,
      period: random.pick([1, 64, Int(random.number(1...300)), 4096]), mayRepeat: !random.one(in: 4),
      mixing: .drawn(by: Int(frame)), into: &sink)

    var slow = SlowDoors(set, doors: theCase.doors, time: now.secondsSince1970)
    var expected = Output(stems: 4)
    var log = ["@0 \(slow)"]
    var waiting: [(at: Int64, line: SpokenLine)] = []
    func ask(_ line: SpokenLine) {
      slow.ask(theCase.asks(line, set.configuration))
      if case .panic = line { waiting = [] }
    }
    while expected.master.count < sink.output.master.count {
      while let line = lines.first, line.at <= slow.frame {
        lines.removeFirst()
        if let wait = line.wait { waiting.append((slow.frame + wait, line.line)) } else { ask(line.line) }
      }
      // In the order of their frames, and on one frame in that in which they were given.
      while let next = waiting.map(\.at).min(), next <= slow.frame,
        let place = waiting.firstIndex(where: { $0.at == next })
      {
        ask(waiting.remove(at: place).line)
      }
      slow.deliver(into: &expected)
      slow.look()
      if let problem = slow.problem { return problem }
      if journal != nil, !log[log.count - 1].hasSuffix(" \(slow)") { log.append("@\(slow.frame) \(slow)") }
    }
    let difference = sink.output.audibleDifference(from: expected)
    guard let difference else { return nil }
    await session.finish()
    if journal != nil { for await event in session.events { log.append("\(event)") } }
    return "\(text)\(log.joined(separator: "\n"))\n\(difference)"
  }
}
