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
    func heard(_ source: MIDISource) -> Bool { lights.heard(source) }
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
    let pads = LightDevice.launchpadX.pads.sorted().map { [0x90, UInt8($0), 0] as [UInt8] }
    let shown = pads.map { $0[1] == 81 ? [0x90, 81, 21] : $0 }
    #expect(outbox.take() == LightDevice.launchpadX.greeting + shown, "a device may have lights of others")
    outbox.end()
    #expect(outbox.take() == pads + LightDevice.launchpadX.farewell)
    let other = MIDIOutbox()
    let named = Lights(other, .apcMini)
    other.connected(to: ["LPX"])
    _ = named.isSeen()
    #expect(named.show(picture([0: .locked]), isOn: true))
    #expect(other.take().prefix(2) == [[0x90, 0, 3], [0x90, 1, 0]])
  }

  @Test(
    "A pad of a known device has one light, that of its own channel before that of all; a pad of any other device has one on each"
  )
  func channels() {
    func source(_ channel: Int?) -> MIDISource { MIDISource(kind: .note, channel: channel, number: 11) }
    let states: [MIDISource: LightState] = [source(nil): .stopped, source(1): .playing, source(10): .muted]
    let launchpad = Lights(outbox, .launchpadX)
    outbox.connected(to: ["LPX"])
    _ = launchpad.isSeen()
    #expect(launchpad.show(LightPicture(states: states), isOn: true))
    #expect(outbox.take().filter { $0[1] == 11 } == [[0x90, 11, 21]])
    let plain = Lights(outbox, .plain)
    outbox.connected(to: ["pad:in"])
    _ = plain.isSeen()
    #expect(plain.show(LightPicture(states: states), isOn: true))
    #expect(outbox.take() == [[0x90, 11, 0], [0x90, 11, 127], [0x99, 11, 64]])
  }

  @Test(
    "A light is on the channel on which its pad was pressed, and is sent again then: it may have lit itself")
  func pressed() {
    let lights = Lights(outbox, .plain)
    outbox.connected(to: ["pad:in"])
    _ = lights.isSeen()
    #expect(lights.show(picture([36: .playing]), isOn: true))
    #expect(outbox.take() == [[0x90, 36, 127]])
    for out in [[[0x90, 36, 0]], []] as [[[UInt8]]] {
      #expect(lights.heard(MIDISource(kind: .note, channel: 10, number: 36)))
      #expect(lights.show(picture([36: .playing]), isOn: true))
      #expect(outbox.take() == out + [[0x99, 36, 127]])
    }
  }

  @Test(
    "A pad that is pressed while there is no room lights on its new channel nevertheless, and goes out on the old one"
  )
  func pressedWithoutRoom() {
    let lights = Lights(outbox, .plain)
    outbox.connected(to: ["pad:in"])
    _ = lights.isSeen()
    #expect(lights.show(picture([36: .playing]), isOn: true))
    while outbox.put(MIDIOutbox.Message([0xFE])) {}
    #expect(lights.heard(MIDISource(kind: .note, channel: 10, number: 36)))
    #expect(!lights.show(picture([36: .playing]), isOn: true))
    _ = outbox.take()
    #expect(lights.show(picture([36: .playing]), isOn: true))
    #expect(outbox.take() == [[0x90, 36, 0], [0x99, 36, 127]])
  }

  @Test("A knob, and a pad that does nothing, gets no light; a pad with a line for its channel keeps its own")
  func others() {
    let lights = Lights(outbox, .plain)
    outbox.connected(to: ["pad:in"])
    _ = lights.isSeen()
    let own = MIDISource(kind: .note, channel: 10, number: 36)
    let both = LightPicture(states: [own: .muted, own.onAnyChannel: .playing])
    #expect(lights.show(both, isOn: true))
    #expect(outbox.take() == [[0x90, 36, 127], [0x99, 36, 64]])
    #expect(!lights.heard(MIDISource(kind: .control, channel: 1, number: 20)))
    #expect(!lights.heard(MIDISource(kind: .note, channel: 1, number: 99)))
    #expect(lights.heard(own))
    #expect(lights.show(both, isOn: true))
    #expect(outbox.take() == [[0x99, 36, 64]])
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
