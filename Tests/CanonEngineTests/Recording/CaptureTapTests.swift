import CRealtime
import CanonTestSupport
import Testing

@testable import CanonEngine

/// What comes in, in the samples of a stem.
@Suite struct CaptureTapTests {
  private let loop = 1000

  private func buffer(_ fill: Float = 0) -> StemBuffer {
    StemBuffer(frameCount: loop, channelCount: 2) { $0.update(repeating: fill) }
  }

  /// What comes in on a frame: no two are the same.
  private func sample(_ frame: Int64) -> (Float, Float) { (Float(frame) / 4096, -Float(frame) / 8192) }

  /// Lets the periods of a clock come in.
  /// - Parameter missed: Frames on which the server plays nothing.
  private func play(
    _ tap: inout CaptureTap, from first: Int64, to end: Int64, periods: [Int], missed: Range<Int64> = 0..<0,
    origin: Int64 = 0,
    _ sample: (Int64) -> (Float, Float)
  ) {
    var (frame, turn) = (first, 0)
    while frame < end {
      let count = min(Int64(periods[turn % periods.count]), end - frame)
      turn += 1
      let samples = (0..<count).map { sample(frame + $0) }
      let (left, right) = (samples.map(\.0), samples.map(\.1))
      if !missed.overlaps(frame..<(frame + count)) {
        rt_enter()
        tap.capture(Int32(count), from: frame, origin: origin, left, right)
        rt_exit()
      }
      frame += count
    }
  }

  @Test(
    "The loop has what came in from its first frame on, whatever the periods",
    arguments: [[1], [64], [7, 300, 1], [4096]])
  func exact(periods: [Int]) {
    let (buffer, join) = (buffer(), 40)
    var tap = CaptureTap(into: buffer, from: 5_000, origin: 0, rate: 48_000, join: FrameCount(join))
    play(&tap, from: 3_000, to: 5_999, periods: periods, sample)
    // A period that ends behind the loop has brought all of it.
    #expect(tap.hasEnded == false && tap.missing == 1)
    play(&tap, from: 5_999, to: 7_000, periods: periods, sample)
    #expect(tap.hasEnded && tap.missing == 0)
    for frame in 0..<(loop - join) {
      let expected = sample(5_000 + Int64(frame))
      #expect((buffer.sample(frame, channel: 0), buffer.sample(frame, channel: 1)) == expected)
    }
    // The end becomes what came in before the beginning.
    for place in 0..<join {
      let share = Float(place + 1) / Float(join + 1)
      let end = sample(5_000 + Int64(loop - join + place)), before = sample(5_000 - Int64(join - place))
      let frame = loop - join + place
      #expect(buffer.sample(frame, channel: 0) == end.0 * (1 - share) + before.0 * share)
      #expect(buffer.sample(frame, channel: 1) == end.1 * (1 - share) + before.1 * share)
    }
  }

  @Test("What the server did not play is silent in its place, and counted")
  func missed() {
    let buffer = buffer()
    var tap = CaptureTap(into: buffer, from: 0, origin: 0, rate: 48_000, join: 0)
    play(&tap, from: 0, to: 1_100, periods: [100], missed: 300..<500, sample)
    #expect(tap.hasEnded && tap.missing == 200)
    #expect((300..<500).allSatisfy { buffer.sample($0, channel: 0) == 0 })
    #expect(
      buffer.sample(299, channel: 0) == sample(299).0 && buffer.sample(500, channel: 0) == sample(500).0)
  }

  @Test("Once the music was moved nothing comes in any more, also where it is moved back")
  func moved() {
    let buffer = buffer()
    var tap = CaptureTap(into: buffer, from: 0, origin: 0, rate: 48_000, join: 0)
    play(&tap, from: 0, to: 800, periods: [100], sample)
    play(&tap, from: 800, to: 900, periods: [100], origin: 7, sample)
    #expect(tap.hasEnded && tap.missing == 200)
    play(&tap, from: 900, to: 1_100, periods: [100], sample)
    #expect(tap.missing == 200 && (800..<1000).allSatisfy { buffer.sample($0, channel: 0) == 0 })
  }

  @Test("A gap over the end ends it")
  func overTheEnd() {
    let buffer = buffer()
    var tap = CaptureTap(into: buffer, from: 0, origin: 0, rate: 48_000, join: 4)
    play(&tap, from: 0, to: 5_100, periods: [100], missed: 900..<5_000, sample)
    #expect(tap.hasEnded && tap.missing == 100)
    #expect(buffer.sample(899, channel: 0) == sample(899).0 && buffer.sample(900, channel: 0) == 0)
  }

  @Test("Without what came in before the beginning the end fades out")
  func fade() {
    let buffer = buffer()
    var tap = CaptureTap(into: buffer, from: 0, origin: 0, rate: 48_000, join: 4)
    play(&tap, from: 0, to: 1_000, periods: [64]) { _ in (1, 1) }
    let end = (995..<1000).map { buffer.sample($0, channel: 1) }
    let fading: [Float] = (0...4).map { (place: Int) -> Float in 1 - Float(place) / 5 }
    #expect(end == fading)
  }

  @Test("It is added to what is there, and stays in the range of sound files: numbers, up to +24 dBFS")
  func added() {
    let buffer = buffer(0.5)
    var tap = CaptureTap(into: buffer, from: 0, origin: 0, rate: 48_000, join: 0)
    let odd: [Float] = [.nan, .infinity, -.infinity, 1e30, -20, 0.25, -0.0, .leastNonzeroMagnitude]
    play(&tap, from: 0, to: 1_000, periods: [8]) { frame in (odd[Int(frame % 8)], odd[Int((frame + 1) % 8)]) }
    let limit = CaptureTap.limit
    let expected: [Float] = [0.5, limit, -limit + 0.5, limit, -limit + 0.5, 0.75, 0.5, 0.5]
    #expect((0..<8).map { buffer.sample($0, channel: 0) } == expected)
    #expect((0..<8).map { buffer.sample($0, channel: 1) } == (1...8).map { expected[$0 % 8] })
  }

  @Test(
    "It takes what comes in at its own rate alone; a loop must outlast the latency, the periods and the joins"
  )
  func limits() {
    let tap = CaptureTap(into: buffer(), from: 0, origin: 0, rate: 48_000, join: 0)
    #expect(tap.isOf(rate: 48_000) && !tap.isOf(rate: 44_100))
    #expect(CaptureTap.shortestLoop(latency: 300, period: 64, join: 240) == 908)
  }

  @Test("The audio thread takes the tap of a capture from the slot, beside that of a recording")
  func slot() {
    let slot = TapSlot()
    let tap = UnsafeMutablePointer<CaptureTap>.allocate(capacity: 1)
    tap.initialize(to: CaptureTap(into: buffer(), from: 0, origin: 0, rate: 48_000, join: 0))
    defer {
      tap.deinitialize(count: 1)
      tap.deallocate()
    }
    #expect(slot.put(capture: tap) { false })
    #expect(slot.memory.pointee.enter() == nil && slot.memory.pointee.capturing == tap)
    // A callback is inside.
    #expect(!slot.put(capture: nil) { false })
    slot.memory.pointee.leave()
    #expect(slot.put(capture: nil) { false } && slot.memory.pointee.capturing == nil)
  }
}
