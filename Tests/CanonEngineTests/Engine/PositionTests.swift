import CanonEngine
import CanonTestSupport
import Testing

/// The read position is a function of the clock: after a million loops the drift is 0 frames. The years are
/// computed, not waited for.
@Suite struct PositionTests {
  @Test(
    "A million loops later, and a century, each frame delivers its own sample", arguments: lines,
    [
      1_000_000 as FrameCount, 1_000_001, 31_415_926_535,
    ])
  func exactForEver(line: ExactLine, loops: FrameCount) {
    let loop = GridLine(numerator: line.numerator, denominator: line.denominator)!
    var bench = Bench.make(stems: [(1...Int(loop.longestDistance)).map(Float.init)], loop: loop, beats: 1)
    bench.ask(.start)
    bench.run(1)
    // Into the middle of the loop before, so that a wrap is heard, and a start planned from there is too.
    let top = line.position(of: loops)
    bench.skip(top - 20 - bench.position)
    #expect(bench.position == top - 20)

    let heard = bench.run(100, periods: .mixed(seed: 3)).master
    #expect(heard == samples(line, from: top - 20, count: 100, near: loops))
    #expect(bench.handle.clock.position == top + 80)
  }

  @Test("A change asked for a century after the origin falls on the exact boundary", arguments: lines)
  func changeFarAway(line: ExactLine) {
    let loop = GridLine(numerator: line.numerator, denominator: line.denominator)!
    var bench = Bench.make(stems: [(1...Int(loop.longestDistance)).map(Float.init)], loop: loop, beats: 1)
    let loops = Sampled.century / loop.longestDistance
    let top = line.position(of: loops)
    bench.run(1)
    bench.skip(top - 5 - bench.position)
    bench.ask(.start)
    let heard = bench.run(15, periods: .mixed(seed: 4)).master
    #expect(heard == [Float](repeating: 0, count: 5) + samples(line, from: top, count: 10, near: loops))
    #expect(bench.changes.last == .changed(StemIndex(0), status: .play, at: top, by: .input))
  }

  /// Whole and fractional loops, 30 ... 35 frames long.
  static let lines = [(32, 1), (97, 3), (1001, 30), (1_000_003, 31_250)].map {
    ExactLine(numerator: $0, denominator: $1)
  }

  /// What a stem that counts 1, 2, 3 … has from `position` on; `near` is the number of a loop close by.
  private func samples(
    _ line: ExactLine, from position: FramePosition, count: Int64, near: Int64
  ) -> [Float] {
    (position..<(position + count)).map { frame in
      let top = (near - 5...near + 5).map(line.position).last { $0 <= frame }!
      return Float(frame - top + 1)
    }
  }
}
