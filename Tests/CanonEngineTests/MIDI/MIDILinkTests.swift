import CanonTestSupport
import Testing

@testable import CanonEngine

/// Messages on their way from a driver to the engine and to control. The loop has 4 frames, and the stem plays 1234.
@Suite struct MIDILinkTests {
  private let link = MIDILink()

  private static func bench() -> Bench {
    var bench = Bench.make(.small([StemConfiguration()]), sounds: [.counting(4)])
    bench.perform(.open(true))
    bench.send()
    bench.idle()
    return bench
  }

  private static func event(_ bytes: UInt8...) -> MIDIEvent {
    MIDIEvent(
      frame: 0, status: bytes[0], data1: bytes[1], data2: bytes.count > 2 ? bytes[2] : 0,
      count: UInt8(bytes.count))
  }

  private func receive(_ event: MIDIEvent, after offset: Int32 = 0, _ bench: inout Bench) -> MIDIEvent? {
    link.memory.pointee.enter()
    link.memory.pointee.take(event, after: offset, into: &bench.engine)
    link.memory.pointee.leave()
    return link.next()
  }

  @Test(
    "A message acts on its own frame if it is in the table, and control sees that it was taken",
    arguments: [
      event(0x90, 36, 100), event(0x93, 36, 1), event(0xC5, 7),
    ])
  func acts(message: MIDIEvent) {
    var bench = Self.bench()
    let start = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    link.put(
      TriggerTable([
        .init(status: 0x90, number: 36, start), .init(status: 0x93, number: 36, start),
        .init(status: 0xC5, number: 7, start),
      ]))
    let told = receive(message, after: 2, &bench)
    #expect(told?.isTaken == true)
    #expect(bench.draw(5) == "--341")
  }

  @Test(
    "Every other message goes to control, as it was",
    arguments: [
      event(0x91, 36, 100), event(0x90, 37, 100), event(0x90, 36, 0), event(0x80, 36, 0), event(0xC0, 36),
      event(0xB0, 36, 127), event(0xE0, 36, 127), event(0xF2, 36, 1), event(0x90, 36),
      event(0x90, 0xA4, 100), event(0x90, 36, 0x80),
    ])
  func others(message: MIDIEvent) {
    var bench = Self.bench()
    link.put(
      TriggerTable([
        .init(
          status: 0x90, number: 36, bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input))
      ]))
    let told = receive(message, &bench)
    #expect(told == message)
    link.put(nil)
    let untaken = receive(Self.event(0x90, 36, 100), &bench)
    #expect(untaken == Self.event(0x90, 36, 100))
    #expect(bench.draw(4) == "----")
  }

  @Test(
    "The end of a note acts on its frame if its beginning did, by either message, and once",
    arguments: [0x80, 0x90])
  func releases(status: UInt8) {
    var bench = Self.bench()
    let start = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    let stop = bench.handle.trigger(.stop, StemIndex(0), quantum: .now, by: .input)
    link.put(TriggerTable([.init(status: 0x90, number: 36, start), .init(status: 0x80, number: 36, stop)]))
    let release = Self.event(status, 36, 0)
    var taken = [receive(release, &bench)?.isTaken]
    taken.append(receive(Self.event(0x90, 36, 100), after: 1, &bench)?.isTaken)
    taken.append(receive(release, after: 3, &bench)?.isTaken)
    taken.append(receive(release, after: 3, &bench)?.isTaken)
    #expect(taken == [false, true, true, false])
    #expect(bench.draw(5) == "-23--")
  }

  @Test("What was let go of for everybody is not let go of again")
  func letGo() {
    var bench = Self.bench()
    let start = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    let stop = bench.handle.trigger(.stop, StemIndex(0), quantum: .now, by: .input)
    link.put(TriggerTable([.init(status: 0x90, number: 36, start), .init(status: 0x80, number: 36, stop)]))
    let pressed = receive(Self.event(0x90, 36, 100), &bench)
    link.letGo()
    let released = receive(Self.event(0x80, 36, 0), &bench)
    #expect(pressed?.isTaken == true && released?.isTaken == false)
  }

  @Test("Control learns that a trigger has ended from the first message that it would have taken")
  func outdated() {
    var bench = Self.bench()
    let start = bench.handle.trigger(.start, StemIndex(0), quantum: .now, by: .input)
    link.put(TriggerTable([.init(status: 0x90, number: 36, start)]))
    let message = Self.event(0x90, 36, 100)
    let before = receive(message, &bench)
    #expect(before?.isTaken == true && !link.consumeOutdated())
    bench.handle.endTriggers()
    let after = receive(message, &bench)
    #expect(after?.isTaken == false && link.consumeOutdated() && !link.consumeOutdated())
  }

  @Test("Control reads messages in their order; of those beyond the room the number is told once")
  func room() {
    var bench = Self.bench()
    let all = MIDILink.Memory.capacity
    for round in 0..<3 {
      for number in 0..<(all + 10) {
        link.memory.pointee.take(
          MIDIEvent(frame: Int64(number), status: 0xB0, data1: 1, data2: UInt8(round), count: 3), after: 0,
          into: &bench.engine)
      }
      for number in 0..<all {
        guard let event = link.next(), event.frame == Int64(number), event.data2 == UInt8(round) else {
          Issue.record("message \(number) of round \(round)")
          return
        }
      }
      #expect(link.next() == nil)
      #expect(link.consumeLost() == 10)
      #expect(link.consumeLost() == 0)
    }
  }

  @Test("A table is freed once no callback can use it, and not before")
  func tables() {
    weak var first: TriggerTable?
    weak var second: TriggerTable?
    do {
      let tables = [TriggerTable([]), TriggerTable([])]
      (first, second) = (tables[0], tables[1])
      link.put(tables[0])
      link.memory.pointee.enter()
      link.put(tables[1])
    }
    #expect(first != nil, "the callback may have read it")
    link.memory.pointee.leave()
    link.put(nil)
    #expect(first == nil && second == nil)
  }

  @Test("Any bytes harm nobody")
  func anyBytes() {
    var bench = Self.bench(), random = SplitMix64(seed: 15)
    let press = bench.handle.trigger(.press, StemIndex(0), quantum: .now, by: .input)
    link.put(TriggerTable((0...127).map { .init(status: 0x90, number: $0, press) }))
    for _ in 0..<LongCampaign.count(1000, long: 50_000) {
      for _ in 0..<20 {
        let bits = random.next()
        let event = MIDIEvent(
          frame: 0, status: UInt8(truncatingIfNeeded: bits), data1: UInt8(truncatingIfNeeded: bits >> 8),
          data2: UInt8(truncatingIfNeeded: bits >> 16), count: UInt8(truncatingIfNeeded: bits >> 24) & 3)
        let told = receive(event, after: Int32(truncatingIfNeeded: bits >> 32), &bench)
        #expect(told?.status == event.status)
      }
      bench.run(4)
    }
    #expect(link.consumeLost() == 0)
    #expect(bench.events.contains { if case .triggered = $0 { true } else { false } })
  }
}
