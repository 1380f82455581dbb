import Testing

@testable import CanonEngine

/// The value of a ramp is a function of the frame alone.
@Suite struct RampValueTests {
  private let ramp = Ramp(from: 2, to: 4, start: 10, length: 4)

  @Test("A ramp moves in a straight line and then stays constant")
  func line() {
    #expect((8...16).map { ramp.value(at: $0) } == [2, 2, 2, 2.5, 3, 3.5, 4, 4, 4])
  }

  @Test("A ramp of no length is a step: the new value from its frame on, the old one up to there")
  func step() {
    let step = Ramp(from: 2, to: 4, start: 10, length: 0)
    #expect((9...11).map { step.value(before: $0) } == [2, 2, 4])
    #expect(step.value(at: 10) == 4)
  }

  @Test(
    "A ramp that is moved goes on from the value that it has on that frame",
    arguments: 9...15 as ClosedRange<Int64>)
  func moved(frame: FramePosition) {
    let moved = ramp.moved(to: 0, at: frame, length: 2)
    let from = ramp.value(at: frame)
    #expect((0...2).map { moved.value(at: frame + $0) } == [from, from / 2, 0])
  }

  @Test(
    "No length is below nothing, or beyond 2^30 frames",
    arguments: [(-1, 0), (1 << 40, 1 << 30)] as [(Int64, Int64)])
  func lengths(asked: FrameCount, given: FrameCount) {
    #expect(Ramp(from: 0, to: 1, start: 5, length: asked).end == 5 + given)
  }
}
