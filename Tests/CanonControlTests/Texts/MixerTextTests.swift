import CanonControl
import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession

/// Gain, pan, solo, master and replaced samples, as sentences and as JSON.
@Suite struct MixerTextTests: EventTelling {
  @Test func whatIsSetAtOnceIsToldWithoutAPlace() {
    #expect(
      text(.level(violin, gain: Decibels(-6.5)!, pan: nil, at: now, over: 0, by: .input))
        == "violin-a: gain -6.5 dB.")
    #expect(
      text(.level(violin, gain: nil, pan: Pan(0.25)!, at: now, over: 0, by: .input)) == "violin-a: pan 0.25.")
    #expect(text(.master(Decibels(-3)!, at: now, over: 0, by: .input)) == "master: gain -3.0 dB.")
    #expect(
      text(.level(violin, gain: Decibels(-2)!, pan: nil, at: now, over: 144_000, by: .input))
        == "violin-a: gain -2.0 dB over 3.0 s.")
    #expect(text(.solo(violin, .on, at: now, by: .input)) == "violin-a: solo on.")
    #expect(text(.solo(violin, .off, at: now, by: .input)) == "violin-a: solo off.")
    #expect(
      text(.replaced(violin, file: "take 2.flac", at: now, by: .input)) == "violin-a: plays \"take 2.flac\".")
  }

  @Test func whatIsYetToComeIsToldWithItsPlace() {
    let place = "from loop 2 (frame 1152000) on."
    #expect(
      text(.level(violin, gain: Decibels(-6.5)!, pan: nil, at: later, over: 0, by: .input))
        == "violin-a: gain -6.5 dB, \(place)")
    #expect(
      text(.level(violin, gain: nil, pan: Pan(-1)!, at: later, over: 0, by: .input))
        == "violin-a: pan -1.0, \(place)")
    #expect(text(.master(Decibels(24)!, at: later, over: 0, by: .input)) == "master: gain 24.0 dB, \(place)")
    #expect(text(.solo(violin, .alone, at: later, by: .input)) == "violin-a: solo alone, \(place)")
    #expect(
      text(.replaced(violin, file: "b.wav", at: later, by: .input)) == "violin-a: plays \"b.wav\", \(place)")
    #expect(
      text(.solo(violin, .on, at: 324_000, by: .input))
        == "violin-a: solo on, from loop 1, bar 3, beat 2 (frame 324000) on.")
  }

  @Test func theMastersGainIsALevelWhoseStemIsTheMaster() {
    #expect(
      json(.master(Decibels(-3)!, at: later, over: 0, by: .input))
        == #"{"by":"input","event":"level","frame":1152000,"gain":-3,"in_seconds":23,"position":1152000,"stem":"master"}"#
    )
  }

  @Test("A solo says its mode", arguments: SoloMode.allCases)
  func solo(mode: SoloMode) {
    #expect(
      json(.solo(violin, mode, at: later, by: .input))
        == #"{"by":"input","event":"solo","frame":1152000,"in_seconds":23,"position":1152000,"solo":"\#(mode.word)","stem":"violin-a"}"#
    )
  }

  @Test func aReplacementNamesItsFile() {
    #expect(
      json(.replaced(violin, file: #"the "best" take.flac"#, at: 7, by: .input))
        == #"{"by":"input","event":"replaced","file":"the \"best\" take.flac","frame":7,"position":7,"stem":"violin-a"}"#
    )
  }

  @Test func aRefusalHasItsCode() {
    #expect(
      json(.refused(.tooFar(stem: "violin-a", .cycle), by: .input))
        == #"{"by":"input","code":"too-far","event":"refused","message":"\"violin-a\": the next boundary \"cycle\" is too "#
        + #"far in the future. Use loop, or a smaller count."}"#)
    #expect(
      text(.refused(.unknownScene("verse", known: []), by: .input))
        == "Refused: this set defines no scenes, so there is no \"verse\". Add one with [[scene]] in its set file."
    )
  }

  @Test func aChangeThatNobodyAskedThisStemForSaysWhoDid() {
    let stop = StemStatus.playThenStop(change(at: later, by: .group))
    #expect(
      text(.changed(violin, status: stop, at: now, by: .group))
        == "violin-a: playing; stops at loop 2 (frame 1152000) in 23.0 s (requested by group).")
    #expect(
      json(.changed(violin, status: stop, at: now, by: .group))
        == #"{"by":"group","event":"changed","frame":48000,"next":"stop","position":48000,"state":"play","stem":"violin-a"}"#
    )
    #expect(
      text(.changed(violin, status: .stop, at: later, by: .end))
        == "violin-a: stopped since loop 2 (frame 1152000).")
  }
}
