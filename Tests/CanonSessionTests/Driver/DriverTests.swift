import CanonControl
import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession

/// A driver and its seat: all that a performance and a driver know of each other.
@Suite struct DriverTests {
  private let session: Performance
  private let driver = MockDriver(rates: [.studio, SampleRate(hertz: 44_100)!])

  init() throws { session = try SmallSet().session() }

  @Test func aDriverPlaysWhatItsSeatGivesIt() async throws {
    try await driver.run(session.seat)
    #expect(await session.seat.clock?.isRolling == false, "the first period starts it")
    await driver.deliver(10)
    await session.pump()
    #expect(await driver.master == [Float](repeating: 0.5, count: 640))
    #expect(await session.snapshot().position == 640)
  }

  @Test func whatItReportsIsSeen() async throws {
    try await driver.run(session.seat)
    #expect(await session.snapshot().health == ServerHealth(load: 1, period: 64, connections: []))
    await session.seat.report(.lost(.ended))
    #expect(await session.snapshot().isAway)
    #expect(await session.snapshot().health == nil, "there is nothing that could be well")
  }

  @Test func anotherServerGetsAnEngineOfItsRateWithWhatPlayed() async throws {
    try await driver.run(session.seat)
    await session.perform(try CommandParser.parse("start violin-a now"), by: .input)
    await driver.deliver(10)
    await session.pump()
    try await driver.changeServer(to: 1)
    await driver.deliver(10)
    await session.pump()
    let snapshot = await session.snapshot()
    #expect(snapshot.sampleRate == SampleRate(hertz: 44_100)! && !snapshot.isAway)
    #expect(snapshot.stems[1].status == .play && snapshot.stems[0].status == .play)
    #expect(await session.seat.outputs.plan.stems.map { $0?.id } == SmallSet.stems.map(\.id))
  }
}
