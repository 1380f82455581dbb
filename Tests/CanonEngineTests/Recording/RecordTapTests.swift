import CRealtime
import CanonEngine
import CanonTestSupport
import Testing

/// The ring between the audio thread and the files of a recording.
@Suite struct RecordTapTests {
  /// What the audio thread delivers: sample `n` of pair `p` is `10^6 p + n` left, and its negative right.
  private struct Source {
    private let memory: UnsafeMutablePointer<Float>
    private let pairs: UnsafeMutablePointer<OutputPair?>
    private let size: Int
    private let count: Int

    init(pairs count: Int, size: Int) {
      (self.size, self.count) = (size, count)
      memory = .allocate(capacity: 2 * size * count)
      pairs = .allocate(capacity: count)
      for pair in 0..<count {
        let left = memory + 2 * size * pair
        (pairs + pair).initialize(to: OutputPair(left: left, right: left + size))
      }
    }

    func free() {
      memory.deallocate()
      pairs.deallocate()
    }

    /// - Parameter missing: A pair without ports.
    func record(
      _ frames: Int, from first: Int, _ tap: inout RecordTap, isRolling: Bool = true, missing: Int? = nil
    ) {
      for pair in 0..<count {
        for frame in 0..<frames {
          memory[2 * size * pair + frame] = Float(1_000_000 * pair + first + frame)
          memory[2 * size * pair + size + frame] = -Float(1_000_000 * pair + first + frame)
        }
      }
      if let missing { pairs[missing] = nil }
      let master = OutputPair(left: memory, right: memory + size)
      rt_enter()
      tap.record(Int32(frames), isRolling: isRolling, master: master, OutputPairs(pairs, count: count))
      rt_exit()
    }
  }

  /// What has come out, as numbers of frames; -1 for silence.
  private static func drain(_ tap: borrowing RecordTap, signal: Int = 0, most: Int = 1000, limit: Int = .max)
    -> [Int]
  {
    var frames: [Int] = []
    var pieces = 0
    while pieces < limit, let piece = tap.next(most: most) {
      switch piece {
      case .silence(let count, _): frames += Array(repeating: -1, count: Int(count))
      case .samples(let count):
        tap.withSamples(of: signal, count) { left, right in
          let isMirrored = (0..<count).allSatisfy { left[$0] == -right[$0] }
          #expect(isMirrored)
          frames += (0..<count).map { Int(left[$0]) % 1_000_000 }
        }
      }
      tap.consume(piece)
      pieces += 1
    }
    return frames
  }

  @Test(
    "Whatever the periods and the writer's pieces are, every frame comes out once, in order",
    arguments: 0..<UInt64(LongCampaign.count(16, long: 200)))
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let source = Source(pairs: 3, size: 300)
    defer { source.free() }
    var tap = RecordTap(pairs: [0, 2], capacity: 1000, rate: 48_000, waitsForClock: false)
    var (given, got, taken): (Int, [Int], Int) = (0, [], 0)
    var expected: [Int] = []
    func take(_ frames: [Int]) {
      taken += frames.count { $0 >= 0 }
      got += frames
    }
    for _ in 0..<200 {
      if random.one(in: 3) {
        let skipped = Int(random.number(1...50))
        tap.skip(Int64(skipped))
        expected += Array(repeating: -1, count: skipped)
      }
      let frames = Int(random.number(1...300))
      // The writer is never late by more than the ring holds.
      if given - taken + frames > 1000 {
        take(Self.drain(tap, signal: 1, most: Int(random.number(1...400))))
      }
      source.record(frames, from: given, &tap)
      expected += Array(given..<(given + frames))
      given += frames
      if random.one(in: 2) {
        take(
          Self.drain(tap, signal: 1, most: Int(random.number(1...400)), limit: Int(random.number(1...5))))
      }
    }
    take(Self.drain(tap, signal: 1))
    #expect(got == expected)
    let rest = tap.rest
    #expect(rest == nil)
  }

  @Test("It begins with the first period in which the clock runs")
  func waits() {
    let source = Source(pairs: 1, size: 10)
    defer { source.free() }
    var tap = RecordTap(pairs: [0], capacity: 100, rate: 48_000, waitsForClock: true)
    tap.skip(7)
    source.record(10, from: 0, &tap, isRolling: false)
    let piece = tap.next(most: 100)
    #expect(piece == nil)
    source.record(10, from: 10, &tap)
    source.record(10, from: 20, &tap, isRolling: false)
    #expect(Self.drain(tap) == Array(10..<30))
  }

  @Test("What a late writer leaves no room for is lost by whole periods, counted, and silent at its place")
  func full() {
    let source = Source(pairs: 1, size: 40)
    defer { source.free() }
    var tap = RecordTap(pairs: [0], capacity: 100, rate: 48_000, waitsForClock: false)
    for number in 0..<4 { source.record(40, from: 40 * number, &tap) }
    tap.skip(5)
    #expect(Self.drain(tap) == Array(0..<80))
    source.record(40, from: 160, &tap)
    let gap = tap.next(most: 100)
    #expect(gap == .silence(frames: 85, lost: 80))
    #expect(Self.drain(tap) == Array(repeating: -1, count: 85) + Array(160..<200))
    for number in 5..<9 { source.record(40, from: 40 * number, &tap) }
    #expect(Self.drain(tap) == Array(200..<280))
    let rest = tap.rest
    #expect(rest == .silence(frames: 80, lost: 80))
  }

  @Test("A pair without ports is silent, and of the others each has its own signal")
  func pairs() {
    let source = Source(pairs: 4, size: 10)
    defer { source.free() }
    var tap = RecordTap(pairs: [0, 1, 3], capacity: 100, rate: 48_000, waitsForClock: false)
    var wanted: [Bool] = []
    for pair in 0..<5 { wanted.append(tap.wants(pair)) }
    #expect(wanted == [true, true, false, true, false])
    source.record(10, from: 0, &tap, missing: 1)
    for (signal, first) in [Float(0), nil, 3_000_000].enumerated() {
      let expected = (0..<10).map { frame in first.map { $0 + Float(frame) } ?? 0 }
      tap.withSamples(of: signal, 10) { left, right in
        #expect(Array(left) == expected)
        #expect(Array(right) == expected.map { -$0 })
      }
    }
  }

  @Test("More gaps than it remembers cost samples, not positions")
  func manyGaps() {
    let source = Source(pairs: 1, size: 1)
    defer { source.free() }
    var tap = RecordTap(pairs: [0], capacity: 10_000, rate: 48_000, waitsForClock: false)
    for number in 0..<2000 {
      tap.skip(1)
      source.record(1, from: number, &tap)
    }
    let first = Self.drain(tap)
    #expect(first == (0..<1024).flatMap { [-1, $0] })
    source.record(1, from: 2000, &tap)
    let rest = Self.drain(tap)
    #expect(first.count + rest.count == 4001 && rest.last == 2000)
  }

  @Test("A slot gives the audio thread the tap that is in it, and none once it is taken out")
  func slot() {
    let slot = TapSlot()
    let tap = UnsafeMutablePointer<RecordTap>.allocate(capacity: 1)
    tap.initialize(to: RecordTap(pairs: [0], capacity: 10, rate: 48_000, waitsForClock: false))
    defer {
      tap.deinitialize(count: 1)
      tap.deallocate()
    }
    #expect(slot.memory.pointee.enter() == nil)
    slot.memory.pointee.leave()
    #expect(slot.put(tap))
    #expect(slot.memory.pointee.enter() == tap)
    // A callback is inside: whoever takes the tap out waits, until it gives up.
    var pauses = 0
    let isFree = slot.put(nil) {
      pauses += 1
      return pauses < 3
    }
    #expect(!isFree && pauses == 3)
    slot.memory.pointee.leave()
    #expect(slot.put(nil))
    #expect(slot.memory.pointee.enter() == nil)
    slot.memory.pointee.leave()
  }

  @Test("A tap is of one rate")
  func rate() {
    let tap = RecordTap(pairs: [0], capacity: 10, rate: 44_100, waitsForClock: false)
    let (same, other) = (tap.isOf(rate: 44_100), tap.isOf(rate: 48_000))
    #expect(same && !other)
  }
}
