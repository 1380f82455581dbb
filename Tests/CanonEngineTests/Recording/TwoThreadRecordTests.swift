import CanonEngine
import Foundation
import Synchronization
import Testing

/// One thread delivers, another takes taps in and out, drains and frees them.
@Suite struct TwoThreadRecordTests {
  @Test("Every frame that is delivered while a tap is in the slot comes out of one tap, in order")
  func handOver() throws {
    let slot = TapSlot()
    let isOver = Atomic<Bool>(false), delivered = Atomic<Int>(0)
    let audio = Thread { [memory = UInt(bitPattern: slot.memory)] in
      let slot = UnsafeMutablePointer<TapSlot.Memory>(bitPattern: memory)!
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: 128)
      let pairs = UnsafeMutablePointer<OutputPair?>.allocate(capacity: 1)
      let master = OutputPair(left: samples, right: samples + 64)
      pairs.initialize(to: master)
      var frame = 0
      while !isOver.load(ordering: .relaxed) {
        for k in 0..<64 {
          samples[k] = Float((frame + k) % 1_000_000)
          samples[64 + k] = samples[k]
        }
        if let tap = slot.pointee.enter() {
          tap.pointee.record(64, isRolling: true, master: master, OutputPairs(pairs, count: 1))
        }
        slot.pointee.leave()
        frame += 64
        delivered.store(frame, ordering: .releasing)
      }
      samples.deallocate()
      pairs.deallocate()
      delivered.store(-1, ordering: .releasing)
    }
    audio.start()
    var heard = 0
    for _ in 0..<200 {
      let tap = UnsafeMutablePointer<RecordTap>.allocate(capacity: 1)
      tap.initialize(to: RecordTap(pairs: [0], capacity: 4096, rate: 48_000, waitsForClock: false))
      #expect(slot.put(tap) { true })
      var next: Int?
      func drain() {
        while let piece = tap.pointee.next(most: 1000) {
          switch piece {
          case .samples(let count):
            tap.pointee.withSamples(of: 0, count) { left, right in
              for k in 0..<count {
                let value = Int(left[k])
                if let next, value != next % 1_000_000 || right[k] != left[k] {
                  Issue.record("\(value), not \(next)")
                }
                next = value + 1
              }
            }
            heard += count
          case .silence(let frames, _): next = next.map { $0 + Int(frames) }
          }
          tap.pointee.consume(piece)
        }
      }
      let start = delivered.load(ordering: .acquiring)
      while delivered.load(ordering: .acquiring) < start + 2000 { drain() }
      #expect(slot.put(nil) { true })
      drain()
      tap.deinitialize(count: 1)
      tap.deallocate()
    }
    isOver.store(true, ordering: .relaxed)
    while delivered.load(ordering: .acquiring) >= 0 {}
    #expect(heard > 200 * 1000)
    withExtendedLifetime(slot) {}
  }
}
