import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Live = offline for what comes through the desk, by several askers, before the first server and after it: random lines, toggles and
/// undo among them, wait while doors change, and Ctrl-Z takes canon out of the server's graph now and then.
@Suite(.serialized) struct EarlyRehearsalTests {
  /// In 346 a door that opened before the first server let its stem join, soloed, before the clock started, and
  /// the journal did not say so.
  private static let seeds = LongCampaign.seeds(16, long: 2000, always: [346])

  @Test("What was heard is what the journal renders", arguments: seeds)
  func journalsRenderToWhatWasHeard(seed: UInt64) async throws {
    var theCase = try DoorCase(seed: seed)
    let journal = theCase.set.folder.file("evening.journal")
    let (heard, said) = try await perform(&theCase, journal: journal)
    try await theCase.set.expectRendering(
      of: journal, is: heard, periods: [Int(theCase.random.number(1...300)), 4096],
      "\(theCase)\n\(said.joined(separator: "\n"))")
  }

  private func perform(
    _ theCase: inout DoorCase, journal: String
  ) async throws -> (heard: Output, said: [String]) {
    let rate = 48_000.0
    var now = try TestClock.tokyo(DoorCase.middle) + -Double(theCase.random.number(1...60_000)) / rate
    let clock = TestClock(now)
    var damage = try RandomDamage(seed: theCase.seed, theCase.set)
    let session = try await theCase.set.performance(journal: journal, at: clock, .lenient)
    // None of the old cases is among them.
    if theCase.seed % 4 == 3 { await session.readBehind() }
    let desk = Desk(session)
    var said: [String] = []
    var askers = RandomAskers(seed: theCase.seed, desk)
    func say(_ theCase: inout DoorCase) async {
      let line = theCase.deskLine()
      let (place, asker) = askers.next(or: theCase.random.pick([.socket, .keyboard, .input]))
      said.append("\(await session.clock.map { "@\($0.position)" } ?? "early") \(asker.rawValue): \(line)")
      _ = await desk.submit(line, at: place, by: asker)
    }
    for _ in 0..<theCase.random.number(0...8) {
      await say(&theCase)
      if theCase.random.one(in: 3) {
        now = now + Double(theCase.random.number(0...20_000)) / rate
        clock.now = now
        await session.pump()
      }
    }
    var bench = try await SessionBench(session)
    if theCase.isLive { await session.beLive() }
    var heard = Output(stems: session.set.stems.count)
    for _ in 0..<theCase.random.number(10...40) {
      for _ in 0..<theCase.random.number(0...2) { await say(&theCase) }
      try damage.mayTurn()
      if theCase.random.one(in: 12) {
        said.append("leaves")
        heard += try await bench.leave(
          theCase.random.number(240...1300), away: theCase.random.number(1...20_000))
      } else {
        let periods = Periods.mixed(seed: theCase.random.next(), longest: 700)
        heard += bench.deliver(Int(theCase.random.number(1...2500)), periods: periods)
      }
      let position = try #require(await session.clock).position
      clock.now = now + Double(position - theCase.random.number(0...2400)) / rate
      if !theCase.random.one(in: 4) { await session.pump() }
    }
    heard += await bench.end()
    await askers.leave(desk)
    try damage.mend()
    return (heard, said)
  }
}

extension DoorCase {
  /// A line that somebody may say at the desk, where words that go by what was asked before can be used, too.
  fileprivate mutating func deskLine() -> String {
    switch random.number(0...11) {
    case 0: "toggle master"
    case 1: "toggle \(random.pick(["mute", "solo"])) \(random.pick(Self.ids + ["cello"]))"
    case 2, 3: "undo"
    default: line()
    }
  }
}

extension SessionBench {
  /// Fades out and leaves the server's graph as the driver does, and comes back.
  /// - Parameters:
  ///   - frames: From the beginning of the fade until canon has left: at least the fade.
  ///   - away: The frames that are missed then.
  mutating func leave(_ frames: FrameCount, away: FrameCount) async throws -> Output {
    let start = try #require(await session.clock).position
    var output = deliver(Int(frames))
    output.fadeOut()
    await session.left(at: start, for: frames)
    jump(away)
    return output
  }
}

extension Output {
  /// Lowers all channels at 48 kHz.
  fileprivate mutating func fadeOut() {
    func lower(_ left: inout [Float], _ right: inout [Float]) {
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          FadeOut(sampleRate: 48_000).lower(
            OutputPair(left: left.baseAddress!, right: right.baseAddress!), frames: Int32(left.count))
        }
      }
    }
    lower(&master, &right)
    for k in ports.indices { lower(&ports[k], &portsRight[k]) }
    for k in stride(from: 0, to: buses.count, by: 2) {
      var (left, right) = (buses[k], buses[k + 1])
      lower(&left, &right)
      (buses[k], buses[k + 1]) = (left, right)
    }
  }
}
