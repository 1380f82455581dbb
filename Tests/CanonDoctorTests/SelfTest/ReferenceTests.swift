import CanonEngine
import CanonJack
import Testing

@testable import CanonDoctor

/// The comparison of what was heard with the rendering.
@Suite struct ReferenceTests {
  /// A rendering of ten frames, where the music skipped four frames after the sixth one.
  private let reference = Reference(
    samples: (0..<20).map { Float($0) }, skips: [(from: 6, frames: 4)], rate: .studio)

  /// Cycles of four frames from these positions on, with the server's frame time 100 at position 0.
  private func heard(_ cycles: [(at: FramePosition, frames: [Int])]) -> SelfTest.Heard {
    var sound: (cycles: [CapturedCycle], left: [Float], right: [Float]) = ([], [], [])
    for cycle in cycles {
      sound.cycles.append(
        CapturedCycle(
          time: UInt32(truncatingIfNeeded: 100 + cycle.at), frames: cycle.frames.count,
          offset: sound.left.count,
          elapsed: 7))
      sound.left += cycle.frames.map { Float(2 * $0) }
      sound.right += cycle.frames.map { Float(2 * $0 + 1) }
    }
    var events = SelfTest.Events()
    events.anchors = [(time: 100, position: 0)]
    return SelfTest.Heard(
      sound: JackCapture.Sound(cycles: sound.cycles, left: sound.left, right: sound.right), events: events,
      isRealtime: true)
  }

  @Test("Frames are compared at their positions; what was skipped, and what lies before and after, is not")
  func same() {
    let figures = reference.compare(
      heard([
        (-4, [9, 9, 9, 9]), (0, [0, 1, 2, 3]), (4, [4, 5, 9, 9]), (10, [6, 7, 8, 9]), (14, [3, 3, 3, 3]),
      ]))
    #expect((figures.frames, figures.different, figures.cycles) == (10, 0, 3))
    #expect(figures.isExact)
  }

  @Test("One wrong frame is found, and so is a wrong order")
  func different() {
    #expect(reference.compare(heard([(0, [0, 1, 2, 4])])).different == 1)
    #expect(reference.compare(heard([(0, [1, 0, 2, 3])])).different == 2)
    #expect(reference.compare(heard([(10, [7, 7, 8, 9])])).different == 1)
  }

  @Test("Of a late cycle the time counts, from where it began, and the samples do not")
  func late() {
    var late = heard([(0, [0, 1]), (4, [4, 3]), (4, [4, 5])])
    #expect(reference.compare(late).different == 1)
    late.sound = JackCapture.Sound(
      cycles: late.sound.cycles.withTimesOfLateCycles, left: late.sound.left, right: late.sound.right)
    let figures = reference.compare(late)
    #expect((figures.frames, figures.different, figures.cycles) == (4, 0, 3))
    #expect(figures.worst == 7 + 2 * 1_000_000 / 48_000)
  }

  @Test("A sign of zero counts as a difference, because bits are compared")
  func bits() {
    let zero = Reference(samples: [0, 0], skips: [], rate: .studio)
    var negative = heard([(0, [0])])
    negative.sound = JackCapture.Sound(cycles: negative.sound.cycles, left: [-0.0], right: [0])
    #expect(zero.compare(negative).different == 1)
  }
}
