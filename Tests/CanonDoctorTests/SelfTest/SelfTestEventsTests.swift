import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import CanonSession
import Testing

@testable import CanonDoctor

/// What the self-test reads from the driver's reports, and the position of the music at a time of the server.
@Suite struct SelfTestEventsTests {
  private func events(_ anchors: [(time: UInt32, position: FramePosition)]) -> SelfTest.Events {
    var events = SelfTest.Events()
    events.anchors = anchors
    return events
  }

  @Test("The position counts on from the last anchor before the time")
  func anchors() {
    let events = events([(1000, 0), (2000, 1000), (3000, 1500)])
    #expect(events.position(at: 1000) == 0)
    #expect(events.position(at: 1999) == 999)
    #expect(events.position(at: 2000) == 1000)
    #expect(events.position(at: 3256) == 1756, "500 frames were lost before the third anchor")
  }

  @Test("Before the first anchor there is no music")
  func before() {
    #expect(events([(1000, 0)]).position(at: 999) == nil)
    #expect(events([]).position(at: 0) == nil)
  }

  @Test("The server's frame time begins again at 0 after 2³² frames; the music goes on")
  func wrap() {
    let events = events([(UInt32.max - 99, 5000)])
    #expect(events.position(at: UInt32.max) == 5099)
    #expect(events.position(at: 0) == 5100)
    #expect(events.position(at: 156) == 5256)
    #expect(events.position(at: UInt32.max - 100) == nil)
  }

  @Test(
    "A cycle from before the first downbeat is not compared, also right after the frame time has begun again")
  func wrappedBefore() {
    #expect(events([(10, 0)]).position(at: UInt32.max) == nil)
  }

  @Test("Xruns and lost frames are added up, the last server counts, and each clock report is an anchor")
  func reading() async throws {
    let folder = try ScratchFolder()
    let performance = try Performance(
      set: try TestMusic.make(in: folder), schedule: nil, doors: .machine(memory: DoorMemory()))
    var (first, second) = (server(), server())
    (first.period, second.period) = (256, 1024)
    let reports: [DriverEvent] = [
      .connected(first), .clock(position: 0, serverFrame: 100), .xruns(2),
      .clock(position: 500, serverFrame: 700),
      .connected(second), .xruns(1),
    ]
    for report in reports { await performance.seat.report(report) }
    await performance.finish()
    let events = await SelfTest.Events(of: performance)
    #expect(events.xruns == 3)
    #expect(events.server?.period == 1024)
    #expect(events.anchors.map(\.time) == [100, 700] && events.anchors.map(\.position) == [0, 500])
    #expect(events.lost == 0)
  }
}
