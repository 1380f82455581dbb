import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonControl

/// What leads a stem back to what it was to be.
@Suite struct UndoStepTests {
  private static let statuses: [StemStatus] = [
    .stop, .wait(change(at: 9)), .play, .playThenMute(change(at: 9)), .playThenStop(change(at: 9)), .mute,
    .muteThenPlay(change(at: 9)), .muteThenStop(change(at: 9)),
  ]

  /// What a stem does once nothing is pending any more.
  private func goal(_ status: StemStatus) -> StemState { status.next ?? status.state }

  @Test(
    "While the change is pending it is cancelled",
    arguments: [
      (StemState.stop, StemStatus.wait(change(at: 9))), (.play, .playThenMute(change(at: 9))),
      (.play, .playThenStop(change(at: 9))), (.mute, .muteThenPlay(change(at: 9))),
    ])
  func pending(before: StemState, now: StemStatus) {
    #expect(now.request(leadingTo: before) == .cancel)
  }

  @Test(
    "A change that has happened, or cancelled another, is undone by its opposite",
    arguments: [
      (StemState.stop, StemStatus.play, StemRequest.stop), (.play, .mute, .unmute), (.mute, .play, .mute),
      (.play, .stop, .start), (.stop, .mute, .stop), (.play, .muteThenStop(change(at: 9)), .unmute),
    ])
  func happened(before: StemState, now: StemStatus, request: StemRequest) {
    #expect(now.request(leadingTo: before) == request)
  }

  @Test("Every press can be undone, before its boundary and after it", arguments: statuses)
  func leadsBack(before: StemStatus) throws {
    let pressed = before.after(.press, change: change(at: 20))
    let happened: StemStatus = [.stop: .stop, .play: .play, .mute: .mute][goal(pressed)]!
    for status in [pressed, happened] {
      let request = try #require(status.request(leadingTo: goal(before)))
      #expect(goal(status.after(request, change: change(at: 30))) == goal(before), "\(request) in \(status)")
    }
  }

  @Test("A change that changed nothing needs no undo", arguments: statuses)
  func asBefore(status: StemStatus) {
    #expect(status.request(leadingTo: goal(status)) == nil)
  }

  @Test func aStoppedStemCannotBeMutedSoNothingLeadsBackToThat() {
    #expect(StemStatus.stop.request(leadingTo: .mute) == nil)
  }
}
