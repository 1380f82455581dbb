import CanonEngine
import Testing

@testable import CanonControl
@testable import CanonSession

/// Guests that share a name, as the clients of the socket, have a list of changes each, for as long as they stay.
@Suite struct GuestUndoTests {
  @Test func eachTakesBackItsOwn() async throws {
    let bench = try await DeskBench()
    let guests = [bench.desk.enter(named: "socket"), bench.desk.enter(named: "socket")]
    _ = await bench.say("gain violin-a -6", by: guests[0])
    _ = await bench.say("pan violin-a 0.5", by: guests[1])
    _ = await bench.say("undo", by: guests[0])
    let stem = await bench.desk.snapshot().stems[1]
    #expect(stem.gainGoal == Decibels(0)! && stem.panGoal == Pan(0.5)!)
    #expect(await bench.refused("undo", by: guests[0]) == [.nothingToUndo])
    for guest in guests { await bench.desk.leave(guest) }
  }

  @Test("Another guest's change is told by the name that both have")
  func overridden() async throws {
    let bench = try await DeskBench()
    let guests = [bench.desk.enter(named: "socket"), bench.desk.enter(named: "socket")]
    _ = await bench.say("gain violin-a -6", by: guests[0])
    _ = await bench.say("gain violin-a -9", by: guests[1])
    #expect(
      await bench.refused("undo", by: guests[0]) == [
        .overridden("gain violin-a -6.0", [Overriding("violin-a", by: "socket")])
      ])
    for guest in guests { await bench.desk.leave(guest) }
  }

  @Test("Who takes the number of a guest that has left does not take its list", arguments: [true, false])
  func reused(plays: Bool) async throws {
    let bench = try await DeskBench(plays: plays)
    let guest = Asker(rawValue: 200)
    let reply = await bench.desk.submit("gain violin-a -6", at: .lines, by: guest)
    await bench.run()
    _ = await reply()
    await bench.session.forget(guest)
    guard case .refused([.nothingToUndo]) = await bench.desk.perform("undo", at: .lines, by: guest) else {
      return #expect(Bool(false), "the list is gone")
    }
    if !plays {
      try await bench.play()
      while await bench.session.isBeginning { await Task.yield() }
      await bench.run()
    }
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(-6)!, "what it has changed stays")
    #expect(await bench.refused("undo", by: guest) == [.nothingToUndo])
  }
}
