import CanonControlSupport
import CanonEngine
import CanonSession
import CanonTerminal
import Testing

/// Undoing the last press.
@Suite struct LastPressTests {
  private func undo(_ press: LastPress?, _ status: StemStatus) -> [String] {
    ActionCommands.lines(for: .undo, in: moment(status), selected: 0, last: press)
  }

  /// What a stem does once nothing is pending any more.
  private func end(_ status: StemStatus) -> StemState { status.next ?? status.state }

  @Test(
    "While the change is pending it is cancelled",
    arguments: [
      (StemStatus.stop, StemStatus.wait(change(at: 9))), (.play, .playThenMute(change(at: 9))),
      (.mute, .muteThenPlay(change(at: 9))),
    ])
  func pending(before: StemStatus, after: StemStatus) {
    #expect(undo(LastPress(1, now: false, in: moment(before)), after) == ["cancel violin-a"])
  }

  @Test(
    "Once it has happened, or took a change back, the opposite is asked for",
    arguments: [
      (StemStatus.stop, StemStatus.play, "stop violin-a"), (.play, .mute, "unmute violin-a"),
      (.mute, .play, "mute violin-a"), (.wait(change(at: 9)), .stop, "start violin-a"),
      (.playThenMute(change(at: 9)), .play, "mute violin-a"),
      (.playThenStop(change(at: 9)), .play, "stop violin-a"),
      (.muteThenPlay(change(at: 9)), .mute, "unmute violin-a"),
      (.muteThenStop(change(at: 9)), .mute, "stop violin-a"),
    ])
  func happened(before: StemStatus, after: StemStatus, line: String) {
    #expect(undo(LastPress(1, now: false, in: moment(before)), after) == [line])
    #expect(undo(LastPress(1, now: true, in: moment(before)), after) == [line + " now"])
  }

  @Test(
    "After any press undo leads back, before its boundary and after it",
    arguments: ActionCommandsTests.statuses)
  func leadsBack(before: StemStatus) throws {
    let press = LastPress(1, now: false, in: moment(before))
    let pressed = before.after(.press, change: change(at: 20))
    let happened: StemStatus = [.stop: .stop, .play: .play, .mute: .mute][end(pressed)]!
    for status in [pressed, happened] {
      let line = try #require(undo(press, status).first)
      guard case .request(let request, _, nil, nil) = try CommandParser.parse(line) else {
        Issue.record("\(line)")
        return
      }
      #expect(end(status.after(request, change: change(at: 30))) == end(before), "\(line) in \(status)")
    }
  }

  @Test("What is as before needs no undoing", arguments: ActionCommandsTests.statuses)
  func asBefore(status: StemStatus) {
    #expect(undo(LastPress(1, now: false, in: moment(status)), status).isEmpty)
  }

  @Test func whatSomebodyElseAskedForMeanwhileIsNotCancelledIfThatDoesNotLeadBack() {
    let press = LastPress(1, now: false, in: moment(.play))
    #expect(undo(press, .muteThenStop(change(at: 9))) == ["unmute violin-a"])
    #expect(undo(press, .playThenStop(change(at: 9))) == ["cancel violin-a"])
  }

  @Test func aStoppedStemCannotBeMutedSoNothingLeadsBackToThat() {
    #expect(undo(LastPress(1, now: false, in: moment(.mute)), .stop).isEmpty)
  }

  @Test func theStemThatWasPressedIsMeantNotTheSelectedOne() {
    let press = LastPress(0, now: false, in: moment())
    #expect(press?.stem == "cello")
    #expect(press?.before == .play)
    #expect(undo(press, .wait(change(at: 9))).isEmpty, "the cello plays on")
  }

  @Test func withoutAPressThereIsNothingToUndo() {
    #expect(undo(nil, .play).isEmpty)
    #expect(LastPress(2, now: false, in: moment()) == nil)
    #expect(LastPress(-1, now: false, in: moment()) == nil)
  }
}
