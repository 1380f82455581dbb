import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonMIDI

/// What is sent to lights, and when: once all of it, then what has changed.
@Suite struct MIDILightsTests {
  private let outbox = MIDIOutbox()

  /// Lights that an expectation may change.
  private final class Lights {
    private var lights: MIDILights

    init(_ outbox: MIDIOutbox, _ device: LightDevice?) { lights = MIDILights(outbox, device) }

    func isSeen() -> Bool { lights.isSeen() }
    func show(_ picture: LightPicture, isOn: Bool) -> Bool { lights.show(picture, isOn: isOn) }
  }

  private func picture(_ states: [Int: LightState]) -> LightPicture {
    LightPicture(
      states: Dictionary(
        uniqueKeysWithValues: states.map { (MIDISource(kind: .note, channel: nil, number: $0), $1) }))
  }

  @Test("All lights are sent to those who are new, and afterwards what has changed")
  func changes() {
    let lights = Lights(outbox, .plain)
    #expect(lights.show(picture([36: .playing]), isOn: true) && outbox.take() == [], "nobody is there")
    outbox.connected(to: ["pad:in"])
    #expect(!lights.isSeen())
    #expect(lights.show(picture([36: .playing, 37: .stopped]), isOn: true))
    #expect(outbox.take() == [[0x90, 36, 127], [0x90, 37, 0]])
    #expect(lights.isSeen())
    #expect(lights.show(picture([36: .playing, 37: .muted]), isOn: true))
    #expect(outbox.take() == [[0x90, 37, 64]])
    #expect(lights.show(picture([37: .muted]), isOn: true))
    #expect(outbox.take() == [[0x90, 36, 0]], "a pad that does nothing any more")
    outbox.connected(to: ["pad:in"])
    #expect(!lights.isSeen())
    #expect(lights.show(picture([37: .muted]), isOn: true))
    #expect(outbox.take() == [[0x90, 37, 64]], "it was away")
  }

  @Test(
    "The device is the one that the map names, or whose name a port has; its mode comes first, and is left at the end"
  )
  func modes() {
    let lights = Lights(outbox, nil)
    outbox.connected(to: ["a2j:Launchpad X: LPX MIDI In"])
    _ = lights.isSeen()
    #expect(lights.show(picture([81: .playing]), isOn: true))
    #expect(outbox.take() == LightDevice.launchpadX.greeting + [[0x90, 81, 21]])
    outbox.end()
    #expect(outbox.take() == [[0x90, 81, 0]] + LightDevice.launchpadX.farewell)
    let other = MIDIOutbox()
    let named = Lights(other, .apcMini)
    other.connected(to: ["LPX"])
    _ = named.isSeen()
    #expect(named.show(picture([0: .locked]), isOn: true))
    #expect(other.take() == [[0x90, 0, 3]])
  }

  @Test("What found no room is sent the next time")
  func room() {
    let lights = Lights(outbox, .plain)
    outbox.connected(to: ["pad:in"])
    _ = lights.isSeen()
    while outbox.put(MIDIOutbox.Message([0xFE])) {}
    outbox.memory.pointee.removeFirst()
    #expect(!lights.show(picture([36: .playing, 37: .playing]), isOn: true))
    #expect(outbox.take().suffix(1) == [[0x90, 36, 127]])
    #expect(lights.show(picture([36: .playing, 37: .playing]), isOn: true))
    #expect(outbox.take() == [[0x90, 37, 127]])
  }

  @Test("A light of what is pending is switched while it is, if its device has no rhythm")
  func switching() {
    let lights = Lights(outbox, .plain)
    outbox.connected(to: ["pad:in"])
    _ = lights.isSeen()
    for isOn in [true, false, false] { #expect(lights.show(picture([36: .waiting]), isOn: isOn)) }
    #expect(outbox.take() == [[0x90, 36, 127], [0x90, 36, 0]])
    #expect(!lights.isSeen())
    #expect(lights.show(picture([36: .playing]), isOn: false))
    #expect(lights.isSeen())
  }
}
