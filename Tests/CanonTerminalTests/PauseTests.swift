import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonTerminal

/// Pause silences what sounds and brings back what sounded, and nothing else.
@Suite struct PauseTests {
  private func lines(_ commands: [ControlCommand]) -> [String] { commands.map(\.description) }

  @Test(
    "What a pause does with a stem, and how it takes that back",
    arguments: [
      (StemStatus.play, "mute violin-a", "unmute violin-a"),
      (.muteThenPlay(change(at: 9)), "mute violin-a", "unmute violin-a"),
      (.wait(change(at: 9)), "cancel violin-a", "start violin-a"),
    ])
  func silenced(status: StemStatus, begin: String, end: String) throws {
    let pause = try #require(Pause(moment(status)))
    // The base of the moment plays as well.
    #expect(lines(pause.begin).joined(separator: "; ").replacing("cello ", with: "").contains(begin))
    #expect(lines(pause.end).joined(separator: "; ").replacing("cello ", with: "").contains(end))
  }

  @Test(
    "What is silent, or about to be, is left as it is",
    arguments: [
      StemStatus.stop, .mute, .playThenMute(change(at: 9)), .playThenStop(change(at: 9)),
      .muteThenStop(change(at: 9)),
    ])
  func left(status: StemStatus) throws {
    let pause = try #require(Pause(moment(status)))
    #expect(lines(pause.begin) == ["mute cello"])
    #expect(lines(pause.end) == ["unmute cello"])
  }

  @Test func thousandsOfStemsArePausedAtOnce() throws {
    let pause = try #require(Pause(Stage.many(4000).view.snapshot))
    #expect(pause.begin.count == 2 && pause.end.count == 2)
    #expect(pause.muted.count + pause.waiting.count > 2000)
  }

  @Test func whereNothingSoundsThereIsNoPause() throws {
    var stage = try Stage()
    stage.add("a", "A", .stop)
    #expect(Pause(stage.view.snapshot) == nil)
  }
}
