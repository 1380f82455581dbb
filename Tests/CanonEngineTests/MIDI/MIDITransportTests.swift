import CanonTestSupport
import Testing

@testable import CanonEngine

/// MIDI's transport messages as the clock of a period. The loop has 9600 frames and four quarter notes: 600 frames a sixteenth.
@Suite struct MIDITransportTests {
  private static func bench(isRolling: Bool = true) -> Bench {
    var bench = Bench.make(
      stems: [(0..<9600).map { Float($0 + 1) }], beats: 4, rampMilliseconds: 0, rolling: isRolling)
    bench.ask(.start, quantum: .now)
    return bench
  }

  /// Delivers a period with these messages.
  private func run(
    _ bench: inout Bench, _ transport: inout MIDITransport, _ frames: Int, _ messages: (Int32, [UInt8])...
  ) -> [Float] {
    for (offset, bytes) in messages {
      let isTaken = transport.take(
        status: bytes[0], data1: bytes.count > 1 ? bytes[1] : 0, data2: bytes.count > 2 ? bytes[2] : 0,
        count: bytes.count, after: offset, of: bench.engine)
      #expect(isTaken)
    }
    (bench.nextClock, bench.framesToClock) = (transport.clock, Int(transport.offset))
    let output = bench.run(frames, periods: .constant(frames)).master
    transport.endPeriod(isFollowed: bench.engine.hasFollowed, frames: Int32(frames))
    return output
  }

  private func sound(_ frames: Range<Int>) -> [Float] { frames.map { Float($0 % 9600 + 1) } }
  private func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  @Test("Music that stands starts from the top on the frame of the start", arguments: [0, 1, 63])
  func start(offset: Int) {
    var bench = Self.bench()
    var transport = MIDITransport()
    bench.perform(.halt(nil))
    bench.run(100)
    let heard = run(&bench, &transport, 64, (Int32(offset), [0xFA]), (Int32(offset), [0xF8]))
    #expect(heard == silence(offset) + sound(0..<64 - offset))
    #expect(transport.clock == .free)
    #expect(run(&bench, &transport, 64) == sound(64 - offset..<128 - offset))
  }

  @Test("Music that plays starts again from the top on the frame of the start")
  func again() {
    var bench = Self.bench()
    var transport = MIDITransport()
    bench.run(1000)
    #expect(run(&bench, &transport, 64, (3, [0xFA]), (10, [0xF8])) == sound(1000..<1010) + sound(0..<54))
  }

  @Test("A stop and a continue leave nothing out")
  func stopAndContinue() {
    var bench = Self.bench()
    var transport = MIDITransport()
    bench.run(64)
    #expect(run(&bench, &transport, 64, (20, [0xFC])) == sound(64..<84) + silence(44))
    #expect(run(&bench, &transport, 64) == silence(64))
    #expect(run(&bench, &transport, 64, (1, [0xFB]), (5, [0xF8])) == silence(5) + sound(84..<143))
  }

  @Test("A continue goes on from the song position before it, and the next one does not")
  func songPosition() {
    var bench = Self.bench()
    var transport = MIDITransport()
    let heard = run(&bench, &transport, 64, (3, [0xFC]), (3, [0xF2, 7, 0]), (3, [0xFB]), (3, [0xF8]))
    #expect(heard == sound(0..<3) + sound(4200..<4261))
    _ = run(&bench, &transport, 64, (0, [0xFC]))
    #expect(run(&bench, &transport, 64, (0, [0xFB]), (0, [0xF8])) == sound(4261..<4325))
  }

  @Test("A start waits for the next tick, in a later period too, unless a stop comes before it")
  func nextTick() {
    var bench = Self.bench()
    var transport = MIDITransport()
    bench.perform(.halt(nil))
    bench.run(100)
    #expect(run(&bench, &transport, 64, (10, [0xFA])) == silence(64))
    #expect(run(&bench, &transport, 64, (7, [0xF8]), (40, [0xF8])) == silence(7) + sound(0..<57))
    #expect(run(&bench, &transport, 64, (0, [0xF8])) == sound(57..<121))
    #expect(
      run(&bench, &transport, 64, (0, [0xFC]), (1, [0xFB]), (2, [0xFC]), (3, [0xF8])) == sound(121..<123)
        + silence(62))
  }

  @Test("A song position alone moves nothing, and without ticks it has no place")
  func noPlace() {
    var bench = Self.bench()
    var transport = MIDITransport()
    #expect(run(&bench, &transport, 64, (3, [0xF2, 7, 0])) == sound(0..<64))
    var odd = Bench.make(stems: [[1, 2, 3]], beats: 1)
    odd.ask(.start, quantum: .now)
    odd.run(4)
    transport = MIDITransport()
    #expect(run(&odd, &transport, 4, (1, [0xF2, 7, 0]), (1, [0xFB]), (1, [0xF8])) == [2, 3, 1, 2])
  }

  @Test("A start before the clock runs is followed when it does, in time")
  func early() {
    var bench = Self.bench(isRolling: false)
    var transport = MIDITransport()
    #expect(run(&bench, &transport, 64, (10, [0xFA]), (10, [0xF8])) == silence(64))
    #expect(transport.clock == .rolling(at: 54))
    _ = bench.handle.roll(by: .clock)
    #expect(run(&bench, &transport, 64) == sound(54..<118))
    #expect(transport.clock == .free)
  }

  @Test("Other messages, and damaged ones, are none of the transport")
  func others() {
    let bench = Self.bench()
    var transport = MIDITransport()
    for bytes: [UInt8] in [[0xFE], [0xFF], [0x90, 36, 127], [0xFA, 0], [0xF2, 1]] {
      let isTaken = transport.take(
        status: bytes[0], data1: bytes.count > 1 ? bytes[1] : 0, data2: 0, count: bytes.count, after: 0,
        of: bench.engine)
      #expect(!isTaken, "\(bytes)")
    }
    #expect(transport.clock == .free)
  }

  @Test("The last of several counts, and from its own frame on")
  func last() {
    var bench = Self.bench()
    var transport = MIDITransport()
    #expect(run(&bench, &transport, 64, (4, [0xFA]), (4, [0xF8]), (9, [0xFC])) == sound(0..<9) + silence(55))
    // It stands where the start would have led by then.
    #expect(run(&bench, &transport, 64, (0, [0xFB]), (0, [0xF8])) == sound(5..<69))
  }
}
