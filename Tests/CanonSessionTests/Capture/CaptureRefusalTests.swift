import CanonEngine
import CanonSchedule
import CanonTestSupport
import Synchronization
import Testing

@testable import CanonSession

/// Captures that cannot be, or not yet.
@Suite struct CaptureRefusalTests {
  private func refusal(
    of request: CaptureRequest, _ bench: borrowing SessionBench
  ) async -> CommandProblem? {
    do throws(CommandProblem) {
      try await bench.session.capture(request, by: .input)
    } catch {
      return error
    }
    return nil
  }

  @Test("Nothing is added to a stem behind a door, open or not: its samples would outlast the door")
  func guarded() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06T12:00"))
    let small = try SmallSet(doors: "violin-a = { opens = 2026-12-01 }\nviolin-b = { opens = 2027-01-01 }")
    var bench = try await SessionBench(try await small.performance(at: clock))
    try await bench.say("start violin-a now", then: 1000)
    for stem in ["violin-a", "violin-b"] {
      #expect(
        await refusal(of: CaptureRequest(stem: stem, isAdded: true), bench)
          == .notCaptured(.guarded(stem: stem)))
    }
    #expect(await bench.session.inputs == nil)
  }

  @Test(
    "Nothing starts a stem before it is whole: no word, no command that waits, no follow action, also after a reload",
    .timeLimit(.minutes(LongCampaign.minutes)),
    arguments: [
      "start voice now", "unmute voice now", "press voice now", "fade voice in now over 1 ms",
      "in 100 frames start all now", "in 100 frames fade all in now over 1 ms", "start violin-a now", "",
    ])
  func unfinished(line: String) async throws {
    // With "any", violin-a lets one of the others follow after a loop; only the voice is left.
    let small = try SmallSet(keys: ["violin-a": "after = { loops = 1, then = \"any\" }"])
    var bench = try await SessionBench(small.session())
    let session = bench.session
    let ending = Ending()
    let capture = Task {
      defer { ending.isReached.store(true, ordering: .releasing) }
      try await session.capture(CaptureRequest(stem: "voice", loops: 1), by: .input)
    }
    // So few frames that the stem is there before its boundary, however slow its preparation.
    while !ending.isReached.load(ordering: .acquiring) {
      await bench.offerInputs(latency: 0)
      await bench.run(1)
      try await Task.sleep(for: .milliseconds(1))
    }
    try await capture.value
    let until = try #require(await session.startOfCapture)
    for stem in ["violin-b", "violin-c"] { try await bench.say("start \(stem) now") }
    if line.isEmpty { try await bench.say("reload now", at: .lines) } else { try await bench.say(line) }
    while try #require(await session.clock).position < until {
      #expect(await session.stem("voice").status == .stop)
      await bench.run(Int(min(2000, until - session.clock!.position)))
    }
    await bench.run(1)
    #expect(await session.stem("voice").status == .play)
  }
}

/// Whether something has ended.
private final class Ending: Sendable {
  let isReached = Atomic(false)
}

extension Performance {
  /// The frame for which the start of the stem that is captured waits.
  fileprivate var startOfCapture: FramePosition? { capture?.start == nil ? nil : capture?.span.until }
}
