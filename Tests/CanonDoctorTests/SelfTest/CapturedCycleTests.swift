import CanonJack
import Testing

/// The frame times of captured cycles whose callback ran late.
@Suite struct CapturedCycleTests {
  /// The mended times and lateness of cycles of 100 frames that were told these times.
  private func mended(_ times: [UInt32]) -> (times: [UInt32], lateness: [Int]) {
    let cycles = times.enumerated().map {
      CapturedCycle(time: $1, frames: 100, offset: 100 * $0, elapsed: 7)
    }.withTimesOfLateCycles
    #expect(cycles.map(\.offset) == times.indices.map { 100 * $0 })
    return (cycles.map(\.time), cycles.map(\.lateness))
  }

  @Test("A cycle with the time of the next one, after a gap, is the one that is missing")
  func late() {
    let mended = mended([500, 600, 800, 800, 900])
    #expect(mended.times == [500, 600, 700, 800, 900])
    #expect(mended.lateness == [0, 0, 100, 0, 0])
  }

  @Test("Two late cycles in a row are told from each other, also where the frame clock begins anew")
  func several() {
    let mended = mended([UInt32.max - 149, 150, 150, 150])
    #expect(mended.times == [UInt32.max - 149, UInt32.max - 49, 50, 150])
    #expect(mended.lateness == [0, 200, 100, 0])
  }

  @Test("Every callback is late until one is on time again")
  func lateInARow() {
    let mended = mended([500, 700, 800, 800, 900])
    #expect(mended.times == [500, 600, 700, 800, 900])
    #expect(mended.lateness == [0, 100, 100, 0, 0])
  }

  @Test("Lost cycles, and one time without a gap before it, stay as they were told")
  func others() {
    for times: [UInt32] in [[100, 200, 500, 600], [100, 200, 200, 300], [200, 200, 300], [300], []] {
      let mended = mended(times)
      #expect(mended.times == times)
      #expect(mended.lateness.allSatisfy { $0 == 0 })
    }
  }
}
