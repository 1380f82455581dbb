import Testing

@testable import CanonJack

@Suite struct PortEventsTests {
  @Test("Events are taken once, in their order; too many are told as lost, and then it goes on")
  func order() {
    let events = PortEvents()
    #expect(events.drain() == [])
    for round in 0..<3 {
      let all = (0..<UInt32(PortEvents.capacity)).map {
        PortEvents.Event(kind: $0 % 2 == 0 ? .connected : .gone, port: $0, input: UInt32(round))
      }
      for event in all { events.note(event) }
      #expect(events.drain() == all)
      #expect(events.drain() == [])
    }
    for port in 0...UInt32(PortEvents.capacity) { events.note(.init(kind: .gone, port: port)) }
    #expect(events.drain() == nil)
    events.note(.init(kind: .gone, port: 7))
    #expect(events.drain() == [.init(kind: .gone, port: 7)])
  }

  @Test("Without names a cut counts, unless it was made again; what is new does not")
  func last() {
    func event(_ kind: PortEvents.Event.Kind, _ port: UInt32, _ input: UInt32 = 0) -> PortEvents.Event {
      .init(kind: kind, port: port, input: input)
    }
    func cut(_ output: UInt32, _ input: UInt32) -> PortNews {
      .disconnected(nil, .init(output: output, input: input))
    }
    #expect(
      PortNews.last([
        event(.disconnected, 1, 2), event(.disconnected, 1, 3), event(.connected, 1, 2),
        event(.connected, 5, 6),
        event(.gone, 3),
      ]) == [cut(1, 3), .gone(3)])
    #expect(
      PortNews.last([event(.disconnected, 1, 2), event(.connected, 1, 2), event(.disconnected, 1, 2)])
        == [cut(1, 2)])
  }
}
