import CanonEngine
import Testing

@testable import CanonStems

/// The silence with which a loop begins and ends.
@Suite struct EdgeSilenceTests {
  private func silence(_ samples: [Float], channels: Int = 1, pieces: Int = 1000) -> [Int] {
    var silence = EdgeSilence()
    samples.withUnsafeBufferPointer { all in
      var done = 0
      while done < all.count {
        let end = min(all.count, done + pieces * channels)
        silence.add(UnsafeBufferPointer(rebasing: all[done..<end]), channels: channels)
        done = end
      }
    }
    return [silence.atStart, silence.atEnd]
  }

  @Test(
    "Frames are counted up to the first that is heard, and after the last one, in pieces of any length",
    arguments: [1, 2, 3, 1000])
  func both(pieces: Int) {
    #expect(silence([0, 0, 0.5, 0, 0, 0.5, 0], pieces: pieces) == [2, 1])
    #expect(silence([0.5, 0, 0, 0], pieces: pieces) == [0, 3])
    #expect(silence([0, 0, 0, -0.5], pieces: pieces) == [3, 0])
    #expect(silence([0.5], pieces: pieces) == [0, 0])
  }

  @Test("A loop without sound is all silence at both ends")
  func all() { #expect(silence([0, 0, 0], pieces: 2) == [3, 3]) }

  @Test("A frame is heard if one of its channels is")
  func channels() { #expect(silence([0, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0], channels: 2) == [1, 1]) }

  @Test("What dither and codecs leave is silence")
  func quiet() {
    #expect(silence([0.00009, -0.00009, 0.5, 0.00009]) == [2, 1])
    #expect(silence([0.00011, 0.5, -0.00011]) == [0, 0])
  }
}
