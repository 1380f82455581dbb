import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession

/// What leads a stem back to what it was to be.
@Suite struct UndoStepTests {
  private static let statuses: [StemStatus] = [
    .stop, .wait(change(at: 9)), .play, .playThenMute(change(at: 9)), .playThenStop(change(at: 9)), .mute,
    .muteThenPlay(change(at: 9)), .muteThenStop(change(at: 9)),
  ]
  private static let goals: [StemState] = [.stop, .play, .mute]

  /// What a stem does once nothing is pending any more.
  private func goal(_ status: StemStatus) -> StemState { status.next ?? status.state }

  /// What becomes of a stem by requests that are received on one frame.
  private func after(_ requests: [StemRequest], _ status: StemStatus, at frame: FramePosition) -> StemStatus {
    requests.reduce(status) { status, request in
      let new = status.after(request, change: change(at: requests.count > 1 ? 10 : frame))
      return new.isDue(at: 10) ? new.completed : new
    }
  }

  @Test("From every status something leads to every state", arguments: statuses, goals)
  func leads(from status: StemStatus, to state: StemState) {
    let requests = status.requests(leadingTo: state, isCertain: true)
    #expect(goal(after(requests, status, at: 20)) == state, "\(requests) in \(status)")
  }

  @Test(
    "A request that has not been answered is undone also where it takes effect on the frame of its receipt",
    arguments: statuses, [StemRequest.press, .start, .stop, .mute, .unmute])
  func unanswered(before: StemStatus, request: StemRequest) {
    let expected = before.after(request, change: change(at: 20))
    let requests = expected.requests(leadingTo: goal(before), isCertain: false)
    // The boundary is this very frame, for the request and for what undoes it.
    let happened = after([request], before, at: 10)
    guard goal(expected) != goal(before), goal(happened) != goal(before), !requests.contains(.mute) else {
      return
    }
    #expect(goal(after(requests, happened, at: 10)) == goal(before), "\(requests) in \(happened)")
  }

  @Test("What is to be so already needs no request", arguments: statuses)
  func asBefore(status: StemStatus) {
    #expect(status.requests(leadingTo: goal(status), isCertain: true) == [])
  }

  @Test("What plays is left to play by cancel, which needs no permit")
  func cancel() {
    for status in [StemStatus.playThenMute(change(at: 9)), .playThenStop(change(at: 9))] {
      #expect(status.requests(leadingTo: .play, isCertain: true) == [.cancel])
      #expect(status.requests(leadingTo: .play, isCertain: false) == [.start])
    }
  }

  @Test("The stop of a stem that plays is undone by cancel, once the engine has accepted it")
  func answered() async throws {
    let evening = try RecordedPerformance.rising()
    var bench = try await SessionBench(evening.session, after: 100)
    try await bench.say("stop cello", then: 100)
    _ = await evening.session.undo(by: .input)
    await bench.run(100)
    await evening.session.finish()
    let journal = try evening.journal()
    #expect(journal.contains("@200 cancel cello"), "\(journal)")
  }

  @Test("What is stopped, or about to be started, is muted by way of a start")
  func mutedBehindAStop() {
    for status in [StemStatus.stop, .wait(change(at: 9))] {
      #expect(status.requests(leadingTo: .mute, isCertain: true) == [.start, .mute])
    }
    #expect(StemStatus.muteThenStop(change(at: 9)).requests(leadingTo: .mute, isCertain: true) == [.mute])
  }
}
