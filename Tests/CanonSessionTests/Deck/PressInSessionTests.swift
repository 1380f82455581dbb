import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// A press that names no quantum has the stem's own for what it leads to, as the engine sees it on the frame of receipt,
/// whatever control knows. The journal names the quantum.
@Suite struct PressInSessionTests {
  private func small(_ more: [String: String] = [:]) throws -> SmallSet {
    var keys = ["violin-a": "quantum = { start = \"loop\", mute = \"now\" }"]
    keys.merge(more) { $1 }
    return try SmallSet(keys: keys)
  }

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("A press just after a boundary that control has not seen mutes at once")
  func afterTheBoundary() async throws {
    let small = try small(), path = small.folder.file("evening.journal")
    let session = try small.session(journal: path)
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("press violin-a", then: 1)
    // Over the boundary, while control sleeps: it does not look for answers any more either.
    while await session.readsAnswers { await Task.yield() }
    bench.deliver(SmallSet.loop - 101 + 10)
    #expect(await session.stem("violin-a").status.state == .wait)
    try await bench.say("press violin-a", then: 1)
    #expect(await session.stem("violin-a").status == .mute)
    let told = try lines(path)
    #expect(told.contains("@100 press violin-a loop"))
    #expect(told.contains("@\(SmallSet.loop + 10) press violin-a now"))
  }

  @Test("Two presses on one frame start and mute a stem, before and after the clock starts")
  func twiceOnOneFrame() async throws {
    for frames in [0, SmallSet.loop] {
      let session = try small([
        "violin-a": "quantum = { start = \"now\", mute = \"now\", unmute = \"loop:4\" }"
      ])
      .session()
      var bench = try await SessionBench(session)
      await bench.run(frames)
      for _ in 0..<2 { try await bench.say("press violin-a") }
      await bench.run(1)
      #expect(await session.stem("violin-a").status == .mute)
      try await bench.say("press violin-a", then: 1)
      #expect(await session.stem("violin-a").status.pending?.at == FramePosition(4 * SmallSet.loop))
    }
  }

  @Test("A press with a quantum uses that quantum")
  func named() async throws {
    let session = try small().session()
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("press violin-a now", then: 1)
    try await bench.say("press violin-a loop", then: 1)
    #expect(await session.stem("violin-a").status.pending?.at == FramePosition(SmallSet.loop))
  }
}
