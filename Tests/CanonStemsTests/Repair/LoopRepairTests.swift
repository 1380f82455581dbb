import CanonEngine
import Foundation
import Testing

@testable import CanonStems

/// How samples are mended.
@Suite struct LoopRepairTests {
  private func repair(_ channels: [Float]..., loop: Range<Int>? = nil) -> LoopRepair {
    LoopRepair(channels: channels, loop: loop ?? channels[0].indices, rate: .studio)
  }

  private func tone(_ hertz: Double, frames: Int = 48_000, from first: Int = 0) -> [Float] {
    (first..<(first + frames)).map { 0.5 * Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  @Test("A loop that is too long loses its end; what lies before it stays")
  func cut() {
    var mended = repair([9, 1, 2, 3, 4], loop: 1..<5)
    mended.setLength(3)
    #expect(mended.channels == [[9, 1, 2, 3]] && mended.loop == 1..<4)
  }

  @Test("One that is too short is led from its end to its start in a line")
  func lengthen() {
    var mended = repair([9, 1, 2, 4], [9, 0, 0, 0], loop: 1..<4)
    mended.setLength(5)
    #expect(mended.channels == [[9, 1, 2, 4, 3, 2], [9, 0, 0, 0, 0, 0]] && mended.loop == 1..<6)
  }

  @Test("With a release behind it, a loop ends elsewhere in the same samples")
  func lengthBeforeRelease() {
    let samples: [Float] = [9, 1, 2, 3, 4, 8, 8]
    for length in 2...6 {
      var mended = repair(samples, loop: 1..<5)
      mended.setLength(length)
      #expect(mended.channels == [samples] && mended.loop == 1..<(1 + length))
    }
    var mended = repair(samples, loop: 1..<5)
    mended.setLength(7)
    #expect(mended.channels[0].count == 10 && mended.loop == 1..<8)
  }

  @Test("A mended end leads into the release without a step")
  func release() {
    // The loop's end and its start do not fit; the release fits the end.
    let ramp = (0..<9600).map { Float($0) / 9600 }
    let release = (0..<4800).map { 1 - Float($0) / 4800 }
    var mended = repair(ramp + release, loop: 0..<9600)
    #expect(mended.crossfadeSeam(hasAttack: false) == 480)
    let samples = mended.channels[0]
    let steps = (9000..<10_500).map { abs(samples[$0] - samples[$0 - 1]) }
    #expect((steps.max() ?? 1) < 0.01, "\(steps.max() ?? 1)")
    #expect(Array(samples[10_080...]) == Array(release[480...]))
  }

  @Test("The mean of the loop is taken from all of the file, each channel its own")
  func mean() {
    var mended = repair([1, 0.5, 0, 1], [0, -0.25, -0.75, 0], loop: 1..<3)
    mended.removeMean()
    #expect(mended.channels == [[0.75, 0.25, -0.25, 0.75], [0.5, 0.25, -0.25, 0.5]])
    #expect(mended.measure().mean == 0)
  }

  @Test(
    "A tone that is cut anywhere clicks no more, and only its last 10 ms have changed",
    arguments: [1, 27, 50, 80])
  func crossfade(cut: Int) throws {
    let samples = Array(tone(440).dropLast(cut))
    var mended = repair(samples)
    #expect(try #require(mended.measure().seam).clicks)
    #expect(mended.crossfadeSeam(hasAttack: false) == 480)
    let seam = try #require(mended.measure().seam)
    #expect(!seam.clicks && seam.besideIt < 2, "\(seam)")
    #expect(mended.channels[0].dropLast(480) == samples.dropLast(480))
    #expect(mended.channels[0].map(abs).max().map { $0 < 1.1 } == true)
  }

  @Test("What lies before the loop in the file is what its end fades into")
  func intro() throws {
    let samples = tone(440, frames: 24_000)
    var mended = repair(samples, loop: 1000..<23_030)
    #expect(try #require(mended.measure().seam).clicks)
    _ = mended.crossfadeSeam(hasAttack: false)
    #expect(try #require(mended.measure().seam).besideIt < 1.1)
    // The last frame is the one before the loop's start.
    #expect(mended.channels[0][23_029] == samples[999])
    #expect(
      mended.channels[0][..<22_550] == samples[..<22_550]
        && mended.channels[0][23_510...] == samples[23_510...])
  }

  @Test("Where silence lies before the loop, its end does not fade into that")
  func silence() throws {
    var mended = repair([Float](repeating: 0, count: 1000) + tone(440.25), loop: 1000..<49_000)
    _ = mended.crossfadeSeam(hasAttack: false)
    #expect(try !#require(mended.measure().seam).clicks)
    #expect(abs(mended.channels[0][48_999]) > 0.01)
  }

  @Test(
    "Before an attack the crossfade is short; a loop of few frames has a crossfade of less than half of it")
  func lengths() {
    var drum = repair(tone(440))
    #expect(drum.crossfadeSeam(hasAttack: true) == 96)
    var short = repair([0.5, 0.25, 0, -0.25, -0.5])
    #expect(short.crossfadeSeam(hasAttack: false) == 2)
    var single = repair([0.5])
    #expect(single.crossfadeSeam(hasAttack: false) == 0)
  }
}
