import CanonControl
import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession

/// What a driver reports, as sentences.
@Suite struct DriverEventTextTests {
  private func text(_ event: DriverEvent) -> String? { EventText.line(for: .driver(event), in: moment()) }

  @Test func aServerIsIntroducedWithItsConnections() {
    #expect(
      text(.connected(server()))
        == "Playing as \"canon\" on JACK 1.9.21, server \"default\", 48000 Hz, period 256 frames. "
        + "Connected to system:playback_1 and system:playback_2.")
  }

  @Test func withoutConnectionsItSaysThatNoOneHears() {
    #expect(
      text(.connected(server(connections: [])))
        == "Playing as \"canon\" on JACK 1.9.21, server \"default\", 48000 Hz, period 256 frames. "
        + "Nothing is connected: no one hears this until you connect canon:master_1 and _2.")
  }

  @Test func aServerOfItsOwnIsCalledSo() {
    #expect(
      text(.connected(server(ownBackend: "the sound card hw:0")))?
        .contains("256 frames, started by canon on the sound card hw:0. Connected to ") == true)
  }

  @Test func aDummyServerIsNotHeardAndSaysSo() {
    #expect(
      text(.connected(server(ownBackend: "dummy")))?
        .contains("256 frames, started by canon on dummy, which no one can hear. Connected to ") == true)
  }

  @Test func aServerThatIsLostIsWaitedFor() {
    #expect(
      text(.lost(.ended))
        == "The JACK server has ended. Waiting for a server; the music goes on when there is one.")
  }

  @Test func aStallIsToldWithItsLength() {
    func note(_ seconds: Int64) -> String { Note.server(.stalled(seconds: seconds)).text(.english) }
    #expect(note(1) == "The JACK server has stalled for a second. Waiting.")
    #expect(note(2) == "The JACK server has stalled for 2 seconds. Waiting.")
  }

  @Test func theLossOfADeviceSaysWhatFollows() {
    func note(_ loss: DeviceLoss) -> String { Note.server(.deviceLost("Head: phones", loss)).text(.english) }
    #expect(
      note(.pauses)
        == "The output device \"Head: phones\" is gone. canon is silent and keeps counting; it plays again when the same "
        + "device is back, or after \"resume\".")
    #expect(
      note(.holds)
        == "The output device \"Head: phones\" is gone. canon plays on unheard until the same device is back."
    )
    #expect(
      note(.follows("HDMI")) == "The output device \"Head: phones\" is gone. canon plays to \"HDMI\" now.")
    #expect(
      note(.waits)
        == "The output device \"Head: phones\" is gone. There is no other: canon plays on unheard until one appears."
    )
    #expect(
      Note.server(.deviceBack("HDMI")).text(.english)
        == "The output device \"HDMI\" is there: canon plays to it.")
  }

  @Test func anotherDefaultDeviceIsToldWithWhatCanonDoes() {
    func note(_ stays: String?) -> String {
      Note.server(.defaultChanged(from: "HDMI", to: "phones", stays: stays)).text(.english)
    }
    #expect(
      note("HDMI")
        == "The default output device is now \"phones\", no longer \"HDMI\". canon stays with \"HDMI\"; with "
        + "--on-device-loss follow it would change too.")
    #expect(
      note(nil) == "The default output device is now \"phones\", no longer \"HDMI\". canon plays to it.")
  }

  @Test func xrunsAreCounted() {
    #expect(text(.xruns(1)) == "1 xrun.")
    #expect(text(.xruns(2)) == "2 xruns.")
  }

  @Test func aNewPeriodIsTold() {
    #expect(text(.periodChanged(1024)) == "The server's period is now 1024 frames.")
  }

  @Test func theClocksAnchorsAndTheNumberOfPortsAreForProgramsOnly() {
    #expect(text(.clock(position: 1, serverFrame: 2)) == nil && text(.registered(14)) == nil)
  }
}
