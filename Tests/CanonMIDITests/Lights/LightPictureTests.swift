import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import CanonSession
import Testing

@testable import CanonMIDI

/// What the lights of pads say of a performance.
@Suite struct LightPictureTests {
  private static let later = change(at: 96_000)

  private func light(_ snapshot: Snapshot) -> LightState { LightState(of: snapshot.stems[1]) }

  @Test(
    "A light says what the stem does, and whether that will change",
    arguments: [
      (StemStatus.stop, LightState.stopped), (.wait(later), .waiting), (.play, .playing),
      (.playThenStop(later), .ending), (.playThenMute(later), .ending), (.mute, .muted),
      (.muteThenPlay(later), .waiting), (.muteThenStop(later), .muted),
    ])
  func states(status: StemStatus, light: LightState) { #expect(self.light(moment(status)) == light) }

  @Test("What was requested and is not received yet is pending, too")
  func requested() {
    #expect(light(moment(.stop, requested: .wait)) == .waiting)
    #expect(light(moment(.stop, requested: .play)) == .waiting)
    #expect(light(moment(.play, requested: .stop)) == .ending)
    #expect(light(moment(.mute, requested: .play)) == .waiting)
  }

  @Test("What cannot play is locked; what still sounds behind a shut door is not")
  func locked() throws {
    let tokyo = try Tokyo("2026-12-06T12:00")
    let shut = DoorStatus.locked(opens: try tokyo("2026-12-07"))
    #expect(light(moment(.stop, door: shut)) == .locked)
    #expect(light(moment(.playThenStop(Self.later), door: shut)) == .ending)
    #expect(light(moment(.stop, isUnreadable: true)) == .locked)
  }

  @Test(
    "A pad of one stem says what that does; one of something else that it does something; a knob has no light"
  )
  func pads() throws {
    func source(_ number: Int) -> MIDISource { MIDISource(kind: .note, channel: nil, number: number) }
    let lines = [
      36: "press violin-a", 37: "start cello now", 38: "press nobody", 39: "scene verse", 40: "press all",
      41: "press cello violin-a",
    ]
    var actions: [MIDISource: MIDIAction] = [:]
    for (number, line) in lines {
      actions[source(number)] = .button(press: try CommandParser.parse(line, at: .network), release: nil)
    }
    actions[MIDISource(kind: .control, channel: nil, number: 7)] = .fader(
      MIDIFader(target: "master", parameter: .gain(-60...6), encoding: nil))
    let picture = LightPicture(actions, moment(.wait(Self.later)).stems)
    #expect(
      picture.states == [
        source(36): .waiting, source(37): .playing, source(38): .unused, source(39): .other,
        source(40): .other, source(41): .other,
      ])
    #expect(picture.isPending)
    #expect(!LightPicture(actions, moment(.play).stems).isPending)
  }

  @Test(
    "A light that is switched is on in the first half of each beat, and half of the time where there is none")
  func rhythm() {
    // A beat has 36,000 frames.
    for (frame, isOn) in [(0, true), (17_999, true), (18_000, false), (35_999, false), (36_000, true)] {
      #expect(moment(at: FramePosition(frame)).isLightOn(after: .zero) == isOn, "frame \(frame)")
    }
    let silent = moment(grid: nil)
    for (time, isOn) in [(0, true), (249, true), (250, false), (499, false), (500, true)] {
      #expect(silent.isLightOn(after: .milliseconds(time)) == isOn, "\(time) ms")
    }
  }
}
