import CanonDoctor
import CanonJack
import CanonSchedule
import Foundation
import Testing

/// What findings say: numbers, plurals, and what is left out where it is not known.
@Suite struct FindingSentenceTests {
  private let every: EveryFinding
  init() throws { every = try EveryFinding() }

  private static let devices = [
    SoundDevice(card: 0, cardID: "PCH", cardName: "HDA", number: 0, name: "ALC257"),
    SoundDevice(card: 1, cardID: "Loopback", cardName: "Loopback", number: 1, name: "Loopback PCM"),
  ]

  @Test(
    "Bytes are rounded down, to KiB below a mebibyte and to GiB from ten gibibytes on",
    arguments: [
      (0, "0 KiB"), (1023, "0 KiB"), (1024, "1 KiB"), ((1 << 20) - 1, "1023 KiB"), (1 << 20, "1 MiB"),
      ((10 << 30) - 1, "10239 MiB"), (10 << 30, "10 GiB"), (.max, "17179869183 GiB"),
    ] as [(UInt64, String)])
  func sizes(bytes: UInt64, text: String) {
    #expect(Finding.disk("/home", free: bytes).text(.english) == "/home: \(text) are free.")
    #expect(Finding.disk("/home", free: bytes).text(.japanese) == "/home：空きは \(text) です。")
  }

  @Test(
    "One is not told as several",
    arguments: [
      (Finding.outputs(["a:1"]), "1 physical output: "), (.outputs(["a:1", "a:2"]), "2 physical outputs: "),
      (.set("Evening", stems: 1, bytes: 0, available: nil), "Evening: 1 stem, 0 KiB of samples."),
      (
        .set("Evening", stems: 2, bytes: 0, available: 1024),
        "Evening: 2 stems, 0 KiB of samples (1 KiB are available)."
      ),
      (.registry(1), "JACK's registry has room: 1 of 8 places are taken."),
    ])
  func numbers(finding: Finding, start: String) {
    #expect(finding.text(.english).hasPrefix(start), "\(finding.text(.english))")
  }

  @Test("A zone's moments are one, or all of them")
  func moments() {
    let one = Finding.zone(every.zone, moments: 1).text(.english)
    #expect(one == "Asia/Tokyo: canon and the system agree about 1 moment of the doors.")
    let three = Finding.zone(every.zone, moments: 3).text(.english)
    #expect(three == "Asia/Tokyo: canon and the system agree about all 3 moments of the doors.")
  }

  @Test("A limit that is not set is not told as a number")
  func noLimit() {
    #expect(Finding.realtime(priority: nil).text(.english) == "Real-time priority is allowed.")
    #expect(Finding.realtime(priority: nil).text(.japanese) == "リアルタイム優先度を使えます。")
    #expect(Finding.lockable(limit: nil).text(.english) == "All samples may be locked in memory.")
    #expect(
      Finding.lockable(limit: 8 << 20).text(.english) == "Up to 8 MiB of samples may be locked in memory.")
  }

  @Test(
    "The latency is told to a tenth of a millisecond: two periods where the server tells none; a rate of 0 is survived",
    arguments: [(441, 48_000, "9.2"), (0, 48_000, "10.7"), (441, 44_100, "10.0"), (1, 0, "1000.0")])
  func latency(frames: Int, rate: Int, text: String) {
    var facts = every.facts
    (facts.latency, facts.sampleRate) = (frames, rate)
    #expect(
      Finding.server(facts).text(.english)
        == "JACK 1.9.21 at \(rate) Hz with a period of 256 frames (latency \(text) ms, not real-time) runs.")
    #expect(Finding.pipeWire(facts).text(.japanese).contains("レイテンシー \(text) ms"))
  }

  @Test("The sound cards are told with the one that a private server takes, or how to name one")
  func cards() {
    let all = Finding.cards(Self.devices, taken: Self.devices[0]).text(.english)
    #expect(
      all == "Sound cards: hw:PCH,0 (HDA: ALC257); hw:Loopback,1 (Loopback PCM). "
        + "A private server takes hw:PCH,0; --device names another.")
    let none = Finding.cards([Self.devices[1]], taken: nil).text(.english)
    #expect(none.hasSuffix("A private server takes none of them unasked; --device names one."))
  }

  @Test("A server's problem begins with a capital letter, but an option's name stays as it is")
  func problems() {
    #expect(Finding.serverProblem(.cannotActivate).text(.english).hasPrefix("The JACK server did not let"))
    #expect(
      Finding.serverProblem(.noDevice("usb", known: [])).text(.english).hasPrefix(
        "--device usb: no sound card"))
  }

  @Test("A set's title is cleaned of what would command a terminal")
  func titles() {
    let title = "Even\u{1B}[2Jing"
    for finding in [
      Finding.set(title, stems: 1, bytes: 1, available: nil), .setTooLarge(title, bytes: 2, available: 1),
    ] {
      #expect(!finding.text(.english).contains("\u{1B}") && !finding.text(.japanese).contains("\u{1B}"))
    }
  }

  @Test("Who has all rights already is told to log in again, in both languages; others get the commands")
  func rights() {
    var rights = every.rights
    #expect(Finding.noRealtime(rights).text(.english).hasSuffix("Do this, then log out and in again:"))
    (rights.file, rights.isInGroup) = (.active, true)
    for finding in [Finding.noRealtime(rights), .littleLocked(limit: 1, needed: 2, rights)] {
      #expect(
        finding.text(.english).contains(
          "The rights are granted (/etc/security/limits.d/audio.conf, group audio)"))
      #expect(finding.text(.japanese).contains("LimitRTPRIO"))
    }
  }

  @Test("All problems of a source are told, one after the other")
  func source() {
    let text = Finding.source([every.problem, every.problem]).text(.english)
    #expect(text.components(separatedBy: "a.toml").count == 3)
  }
}
