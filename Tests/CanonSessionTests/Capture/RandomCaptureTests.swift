import CanonEngine
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Live = offline with captures: random performances behind random doors, with the words `capture` and `keep`, in which what came in plays
/// on; and then their journals, rendered.
///
/// A seed decides what is said. When a capture begins depends on how soon it could be prepared, so a case does not repeat to the frame.
@Suite(.serialized) struct RandomCaptureTests {
  private static let seeds = LongCampaign.seeds(16, long: 1000)

  @Test("What was captured and heard is what the journal renders", arguments: seeds)
  func journalsRenderToWhatWasHeard(seed: UInt64) async throws {
    var theCase = try DoorCase(seed: seed)
    let journal = theCase.set.folder.file("evening.journal")
    let heard = try await perform(&theCase, journal: journal, inWindows: seed % 2 == 1).heard
    try await theCase.set.expectRendering(
      of: journal, is: heard, periods: [Int(theCase.random.number(1...300)), 4096], "\(theCase)",
      comparing: \.masterAlone)
  }

  @Test("Most of these performances capture something")
  func captures() async throws {
    // Of its own, because others may not have run yet.
    var (captured, windowed) = (0, 0)
    for seed in UInt64(0)..<8 {
      var theCase = try DoorCase(seed: seed)
      let journal = theCase.set.folder.file("evening.journal")
      let done = try await perform(&theCase, journal: journal, inWindows: seed % 2 == 1)
      captured += done.captured
      windowed += done.isWindowed ? 1 : 0
    }
    #expect(captured >= 4 && windowed >= 1)
  }

  private func perform(
    _ theCase: inout DoorCase, journal: String, inWindows: Bool
  ) async throws -> (heard: Output, captured: Int, isWindowed: Bool) {
    let start = try TestClock.tokyo(DoorCase.middle) + -Double(theCase.random.number(1...60_000)) / 48_000
    let clock = TestClock(start)
    let session = try await theCase.set.performance(
      journal: journal, at: clock, readers: theCase.set.keeping, .lenient)
    // In some of them the stems are in windows, from which is copied what is added to, and what the journal keeps.
    if inWindows { await session.holdSamples(.windowed(above: 0)) }
    var bench = try await SessionBench(session)
    await session.beLive()
    let isWindowed = await session.buffer(StemIndex(0))?.isPaged ?? false
    var heard = Output(stems: 0)
    let latency: FrameCount = theCase.random.pick([0, 100, 1000])
    for _ in 0..<theCase.random.number(40...100) {
      if theCase.random.one(in: 3) { try await bench.say(theCase.line()) }
      if theCase.random.one(in: 6) { capture(&theCase, session) }
      if theCase.random.one(in: 20) {
        try await bench.say(theCase.random.pick(["capture off", "keep voice-1"]), at: .lines)
      }
      if theCase.random.one(in: 30) {
        try await bench.say("reload \(theCase.random.pick(["now", "loop"]))", at: .lines)
      }
      if theCase.random.one(in: 60) { bench.jump(theCase.random.number(1...5000)) }
      for _ in 0..<theCase.random.number(1...8) {
        let periods = Periods.mixed(seed: theCase.random.next(), longest: 700)
        heard += bench.deliver(Int(theCase.random.number(1...700)), periods: periods).masterAlone
        clock.now = start + Double(try #require(await session.clock).position) / 48_000
        await session.pump()
        // What it waits for comes with later frames.
        Task { await session.stepCapture() }
        await bench.offerInputs(latency: latency)
        // What a capture needs is prepared meanwhile.
        if await session.isPreparingCapture { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    heard += await bench.end().masterAlone
    var captured = 0
    for await case .note(.capture(.captured)) in session.events { captured += 1 }
    return (heard, captured, isWindowed)
  }

  /// Somebody captures a new stem, or adds to one.
  private func capture(_ theCase: inout DoorCase, _ session: Performance) {
    let number = theCase.random.number(1...3)
    let isAdded = theCase.random.one(in: 3)
    let stem = isAdded ? theCase.random.pick(["cello", "voice-1", "violin-a"]) : "voice-\(number)"
    let bars = isAdded ? nil : theCase.random.pick([nil, 1, 2, 3])
    let request = CaptureRequest(stem: stem, isAdded: isAdded, bars: bars)
    Task { try? await session.capture(request, by: .input) }
  }
}

extension Output {
  /// Without the stems, whose number changes.
  fileprivate var masterAlone: Output {
    var output = Output(stems: 0)
    (output.master, output.right) = (master, right)
    return output
  }
}
