import CanonTestSupport
import Testing

@testable import CanonSession

/// Which outputs a new client must have before the music begins, and what is told of those that it cannot have.
@Suite struct FirstOutputsTests {
  @Test("They are the master's, what is recorded, and what sounds and goes somewhere")
  func pairs() {
    func output(_ id: String) -> OutputPlan.Output { OutputPlan.Output(id: id, title: "") }
    let plan = OutputPlan(
      stems: ["cello", "violin-a", "violin-b"].map(output), buses: [output("hall"), output("foldback")])
    func pairs(_ connected: String..., areRecorded: Bool = false) -> [Int] {
      FirstOutputs(areRecorded: areRecorded, sounding: ["cello", "violin-a", "hall", "foldback"])
        .pairs(of: plan) { connected.contains($0) }.sorted()
    }
    #expect(pairs() == [0])
    #expect(pairs("violin-a", "violin-b", "hall") == [0, 1, 19])
    #expect(pairs(areRecorded: true) == [0, 1, 2, 18, 19, 20])
  }

  @Test("What sounds are the bases, before the first downbeat too, the buses, and what plays or is about to")
  func sounding() async throws {
    let session = try SmallSet(
      keys: ["cello": "buses = { hall = 0 }"], more: "[[bus]]\nid = \"hall\"\n"
    ).session()
    var bench = try await SessionBench(session)
    #expect(await session.firstOutputs.sounding == ["cello", "hall", "cue"])
    try await bench.say("start violin-a", then: 1000)
    #expect(await session.firstOutputs.sounding == ["cello", "violin-a", "hall", "cue"])
    try await bench.say("stop violin-a now", then: 1000)
    #expect(await session.firstOutputs.sounding == ["cello", "hall", "cue"])
    await session.finish()
  }

  @Test("All outputs are recorded only while files of stems are")
  func recorded() async throws {
    let small = try SmallSet()
    let session = try small.session()
    let bench = try await SessionBench(session)
    for (request, areRecorded) in [
      (RecordRequest(file: small.folder.file("a.wav")), false),
      (RecordRequest(folder: small.folder.file("parts")), true),
    ] {
      try await session.record(request)
      #expect(await session.firstOutputs.areRecorded == areRecorded)
      try await session.endRecording()
      #expect(await !session.firstOutputs.areRecorded)
    }
    await bench.session.finish()
  }

  @Test("A port that cannot be had is told once of each server")
  func refused() async throws {
    let session = try SmallSet().session()
    let seat = session.seat
    await seat.offers(0)
    for _ in 1...2 { await seat.offers(1, missing: "violin-a_1") }
    await seat.offers(nil)
    await seat.offers(1, missing: "violin-a_1")
    await session.finish()
    var told = 0
    for await event in session.events {
      if case .note(.server(.portRefused("violin-a_1"))) = event { told += 1 }
    }
    #expect(told == 2)
  }
}
