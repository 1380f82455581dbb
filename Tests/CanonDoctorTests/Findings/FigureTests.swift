import CanonJack
import CanonSchedule
import Foundation
import Testing

@testable import CanonDoctor

/// The figures of findings, which programs read.
@Suite struct FigureTests {
  private let every: EveryFinding
  init() throws { every = try EveryFinding() }

  @Test("A limit that is not set has no figure; a number of bytes that no Int holds is the largest Int")
  func limits() {
    #expect(Finding.realtime(priority: nil).figures == [:])
    #expect(Finding.realtime(priority: 95).figures == ["priority": .number(95)])
    #expect(Finding.lockable(limit: nil).figures == [:])
    #expect(Finding.lockable(limit: .max).figures == ["limit": .number(.max)])
    #expect(
      Finding.littleLocked(limit: 8, needed: 9, every.rights).figures
        == ["limit": .number(8), "needed": .number(9)])
  }

  @Test(
    "A server's name is there only if it is not the default one; a PipeWire that told nothing has no figures")
  func servers() {
    var facts = every.facts
    let unnamed = Finding.server(facts).figures
    #expect(
      unnamed == [
        "implementation": .text("JACK 1.9.21"), "sample_rate": .number(48000), "period": .number(256),
        "latency": .number(0), "realtime": .truth(false), "load": .decimal(0),
      ])
    facts.name = "studio"
    #expect(Finding.server(facts).figures == unnamed.merging(["name": .text("studio")]) { $1 })
    #expect(Finding.pipeWire(facts).figures == Finding.server(facts).figures)
    #expect(Finding.pipeWire(nil).figures == [:])
  }

  @Test("Cards are listed with their names, the one that is taken by its address")
  func cards() {
    let device = every.device
    #expect(Finding.privateServer(device).figures == ["device": .text("hw:PCH,0")])
    #expect(Finding.privateServer(nil).figures == [:])
    let list = ["devices": Figure.list(["hw:PCH,0 (HDA: ALC257)"])]
    #expect(Finding.cards([device], taken: nil).figures == list)
    #expect(
      Finding.cards([device], taken: device).figures == list.merging(["taken": .text("hw:PCH,0")]) { $1 })
  }

  @Test("A time is ISO 8601 in the zone, and so are the moments at which the system differs")
  func times() {
    let (now, zone) = (every.now, every.zone)
    let time: [String: Figure] = [
      "now": .text("2026-11-27T21:00:00+09:00"), "time_zone": .text("Asia/Tokyo"),
    ]
    for finding in [Finding.time(now, zone), .timeWrong(now, zone), .timeUnsynchronised(now, zone)] {
      #expect(finding.figures == time)
    }
    #expect(
      Finding.zoneDiffers(zone, ["a", "b", "c", "d"].map(every.difference)).figures == [
        "time_zone": .text("Asia/Tokyo"), "stems": .list(["a", "b", "c", "d"]),
        "instants": .list(Array(repeating: "2026-11-27T21:00:00+09:00", count: 4)),
      ], "all of them, although the sentence names three")
  }

  @Test("A set has its available memory only where the kernel tells it")
  func sets() {
    let known = Finding.set("Evening", stems: 2, bytes: 9, available: 10).figures
    #expect(
      known == [
        "title": .text("Evening"), "stems": .number(2), "needed": .number(9), "available": .number(10),
      ])
    #expect(
      Finding.set("Evening", stems: 2, bytes: 9, available: nil).figures.keys.sorted()
        == ["needed", "stems", "title"])
  }

  @Test("A full disk has no free bytes; a registry of killed servers has their names")
  func places() {
    #expect(Finding.fullDisk("/home").figures == ["path": .text("/home"), "free": .number(0)])
    let names = Figure.list((1...8).map { "s\($0)" })
    #expect(Finding.registryOfDead(every.registry).figures == ["servers": names])
    #expect(Finding.registryFull(every.registry).figures == ["servers": names])
    #expect(Finding.registry(3).figures == ["servers": .number(3)])
  }

  @Test("The self-test has what it measured and what follows from it")
  func selfTest() {
    let figures = Finding.selfTest(every.figures).figures
    #expect(figures["period_microseconds"] == .number(5333))
    #expect(figures["margin_percent"] == .number(99))
    #expect(figures["median_microseconds"] == .number(100) && figures["worst_microseconds"] == .number(100))
    #expect(figures["cycles"] == .number(1) && figures["realtime"] == .truth(true))
    #expect(Finding.selfTestFailed(.tooSlow(30)).figures == [:])
  }

  @Test("In JSON a figure is the bare value")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let figures: [String: Figure] = [
      "a": .number(-3), "b": .decimal(12.5), "c": .text("\"x\""), "d": .list(["y", "z"]), "e": .truth(true),
      "f": .list([]),
    ]
    #expect(
      String(decoding: try encoder.encode(figures), as: UTF8.self)
        == #"{"a":-3,"b":12.5,"c":"\"x\"","d":["y","z"],"e":true,"f":[]}"#)
  }
}
