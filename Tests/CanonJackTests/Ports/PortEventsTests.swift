import Testing

@testable import CanonJack

@Suite struct PortEventsTests {
  @Test("Events are taken once, in their order; too many are told as lost, and then it goes on")
  func order() {
    let events = PortEvents()
    #expect(events.take() == [])
    for round in 0..<3 {
      let all = (0..<UInt32(PortEvents.capacity)).map {
        PortEvents.Event(kind: $0 % 2 == 0 ? .connected : .gone, port: $0, input: UInt32(round))
      }
      for event in all { events.note(event) }
      #expect(events.take() == all)
      #expect(events.take() == [])
    }
    for port in 0...UInt32(PortEvents.capacity) { events.note(.init(kind: .gone, port: port)) }
    #expect(events.take() == nil)
    events.note(.init(kind: .gone, port: 7))
    #expect(events.take() == [.init(kind: .gone, port: 7)])
  }
}
