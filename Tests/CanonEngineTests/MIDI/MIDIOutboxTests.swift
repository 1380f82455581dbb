import CanonTestSupport
import Testing

@testable import CanonEngine

/// Messages on their way from control to a driver.
@Suite struct MIDIOutboxTests {
  private typealias Message = MIDIOutbox.Message
  private let outbox = MIDIOutbox()

  @Test("Messages of up to 16 bytes come out as they went in, in their order")
  func order() {
    let messages: [[UInt8]] = [
      [0x90, 36, 127], [0xF8], Array(0x80...0x8F), [0xF0, 0, 32, 41, 2, 13, 14, 1, 0xF7],
    ]
    for message in messages { #expect(outbox.put(Message(message))) }
    #expect(!outbox.isEmpty)
    #expect(outbox.take() == messages)
    #expect(outbox.isEmpty)
  }

  @Test("What finds no room is refused, and nothing that waits is lost; then there is room again")
  func room() {
    let all: [[UInt8]] = (0..<2000).map { (place: Int) -> [UInt8] in
      [0x90, UInt8(place % 128), UInt8(place / 128)]
    }
    let put = all.filter { outbox.put(Message($0)) }
    #expect(put == Array(all[..<768]))
    #expect(outbox.take() == put)
    #expect(outbox.put(Message([0xFE])))
    #expect(outbox.take() == [[0xFE]])
  }

  @Test("The end says what was to come last, behind what waits; nothing comes after it")
  func end() {
    outbox.setFarewell([Message([1]), Message([2])])
    outbox.setFarewell([Message([3]), Message([4])])
    #expect(outbox.put(Message([0x90, 1, 1])))
    outbox.end()
    outbox.end()
    #expect(!outbox.put(Message([5])))
    #expect(outbox.take() == [[0x90, 1, 1], [3], [4]])
  }

  @Test("There is room for the end, however much waits")
  func roomForTheEnd() {
    outbox.setFarewell((0..<256).map { Message([UInt8($0 % 128)]) })
    while outbox.put(Message([0xFE])) {}
    outbox.end()
    let last: [[UInt8]] = (0..<256).map { (place: Int) -> [UInt8] in [UInt8(place % 128)] }
    #expect(Array(outbox.take().suffix(256)) == last)
  }

  @Test("Who receives the messages is told once, also if they are the same as before")
  func connected() {
    #expect(outbox.consumeConnected() == nil)
    outbox.connected(to: ["a"])
    #expect(outbox.consumeConnected() == ["a"])
    #expect(outbox.consumeConnected() == nil)
    outbox.connected(to: ["a"])
    #expect(outbox.consumeConnected() == ["a"])
  }
}
