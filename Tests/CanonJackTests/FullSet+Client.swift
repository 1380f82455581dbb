import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession

@testable import CanonJack

extension FullSet {
  /// A client that plays this set from its first downbeat, without a driver. The performance, which owns the samples, and the engine's box
  /// must outlive it.
  func client(
    on server: DummyServer
  ) async throws -> (session: Performance, box: EngineBox, client: JackClient) {
    let source = try Source.load(path)
    let session = try Performance(set: source.set, schedule: nil, now: { Instant(secondsSince1970: 0) })
    let box = EngineBox(try await session.makeEngine(at: .studio))
    await session.roll()
    let client = try JackClient(name: "canon", server: server.name)
    try client.offer(await session.seat.outputs.plan, title: "")
    try client.activate(
      engine: box.pointer, recordingTo: TapSlot(), usesServerClock: true, resume: nil)
    return (session, box, client)
  }
}
