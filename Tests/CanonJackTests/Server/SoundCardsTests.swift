import CanonLiveSupport
import Testing

@testable import CanonJack

/// Sound cards, by texts recorded from machines that have some. No test has a card.
@Suite struct SoundCardsTests {
  private static let laptop = SoundCards(
    cards: """
       0 [HDMI           ]: HDA-Intel - HDA Intel HDMI
                            HDA Intel HDMI at 0xf7f14000 irq 47
       1 [PCH            ]: HDA-Intel - HDA Intel PCH
                            HDA Intel PCH at 0xf7f10000 irq 46
       2 [USB            ]: USB-Audio - Scarlett 2i2 USB
                            Focusrite Scarlett 2i2 USB at usb-0000:00:14.0-1, high speed
      """,
    devices: """
      00-03: HDMI 0 : HDMI 0 : playback 1
      00-07: HDMI 1 : HDMI 1 : playback 1
      01-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1
      01-01: ALC257 Digital : ALC257 Digital : playback 1
      01-02: ALC257 Alt Analog : ALC257 Alt Analog : capture 1
      02-00: USB Audio : USB Audio : playback 1 : capture 1

      """)

  @Test("Devices that can play are listed with what ALSA and people call them")
  func devices() {
    #expect(
      Self.laptop.devices.map(\.description) == [
        "hw:HDMI,3 (HDA Intel HDMI: HDMI 0)", "hw:HDMI,7 (HDA Intel HDMI: HDMI 1)",
        "hw:PCH,0 (HDA Intel PCH: ALC257 Analog)", "hw:PCH,1 (HDA Intel PCH: ALC257 Digital)",
        "hw:USB,0 (Scarlett 2i2 USB: USB Audio)",
      ])
  }

  @Test("Without a request the first analogue device is taken, not HDMI, though that comes first")
  func usual() {
    #expect(Self.laptop.usual?.address == "hw:PCH,0")
  }

  @Test("Where there is only HDMI it is taken; a loopback card never is, unless it is named")
  func otherCards() {
    let screen = SoundCards(
      cards: "", devices: "00-03: HDMI 0 : HDMI 0 : playback 1\n00-07: HDMI 1 : HDMI 1 : playback 1")
    #expect(screen.usual?.address == "hw:0,3")
    let loopback = SoundCards(
      cards: " 0 [Loopback       ]: Loopback - Loopback\n",
      devices: "00-00: Loopback PCM : Loopback PCM : playback 8 : capture 8\n")
    #expect(loopback.usual == nil)
    #expect(loopback.device(named: "loop")?.address == "hw:Loopback,0")
  }

  @Test(
    "What a device is called tells what it is, its own name before its card's",
    arguments: [
      ("PCH", "ALC257 Analog", .analogue), ("HDMI", "HDMI 0", .digital),
      ("HDMI", "Analog", .analogue), ("PCH", "DisplayPort", .digital), ("PCH", "ALC257 Digital", .digital),
      ("Audio", "S/PDIF out", .digital), ("Audio", "SPDIF", .digital), ("Audio", "IEC958", .digital),
      ("Dummy", "PCM", .silent), ("Loopback", "Analog", .silent), ("X", "Loopback PCM", .silent),
    ] as [(String, String, SoundDevice.Rank)])
  func rank(card: String, name: String, rank: SoundDevice.Rank) {
    #expect(SoundDevice(card: 0, cardID: card, cardName: "", number: 0, name: name).rank == rank)
  }

  @Test(
    "A device is named by hw:, by number, by the card's name or by a part of a name",
    arguments: [
      ("hw:1", "hw:PCH,0"), ("hw:1,1", "hw:PCH,1"), ("hw:PCH", "hw:PCH,0"), ("hw:pch,1", "hw:PCH,1"),
      ("0", "hw:HDMI,3"), ("0,7", "hw:HDMI,7"), ("usb", "hw:USB,0"), ("scarlett", "hw:USB,0"),
      ("2i2 USB", "hw:USB,0"), ("alc257", "hw:PCH,0"), ("ALC257 Digital", "hw:PCH,1"),
      ("HDMI 1", "hw:HDMI,7"),
      ("HDA Intel", "hw:PCH,0"),
    ])
  func named(text: String, address: String) {
    #expect(Self.laptop.device(named: text)?.address == address)
  }

  @Test(
    "What no device has names none, and a device that cannot play is none",
    arguments: ["", "hw:", "hw:7", "hw:1,2", "hw:0,0", "Babyface", "hw:1,0,0", ",", "plughw:1"])
  func unknown(text: String) {
    #expect(Self.laptop.device(named: text) == nil)
  }

  @Test(
    "A machine without cards, and texts that are no lists, have none",
    arguments: ["", "--- no soundcards ---\n", "00-00:\n", ":::playback", "x-y: a : b : playback 1"])
  func none(text: String) throws {
    #expect(SoundCards(cards: text, devices: text).devices == [])
    let folder = try TestFolder()
    #expect(SoundCards(folder: folder.path).usual == nil)
  }

  @Test("What a card calls itself is shown without control characters")
  func cleaned() {
    let cards = SoundCards(
      cards: " 0 [\u{1b}[31mX]: USB-Audio - \u{1b}[31mred\n", devices: "00-00: a\u{1b}b : a : playback 1\n")
    #expect(cards.devices.first?.description.contains("\u{1b}") == false)
  }
}
