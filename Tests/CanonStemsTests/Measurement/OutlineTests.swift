import CanonEngine
import Testing

@testable import CanonStems

/// A sound as pictures show it.
@Suite struct OutlineTests {
  private func outline(_ samples: [Float], channels: Int = 1, pieces: Int) -> Outline {
    var outline = Outline(frameCount: FrameCount(samples.count / channels))
    samples.withUnsafeBufferPointer { all in
      var done = 0
      while done < all.count {
        let end = min(all.count, done + pieces * channels)
        outline.add(UnsafeBufferPointer(rebasing: all[done..<end]), channels: channels)
        done = end
      }
    }
    return outline
  }

  @Test(
    "Each part has its highest and its lowest sample, in pieces of any length", arguments: [1, 3, 100, 5000])
  func parts(pieces: Int) {
    var samples = [Float](repeating: 0.125, count: 2400)
    (samples[0], samples[3], samples[2399]) = (0.5, -0.5, 0.75)
    let outline = outline(samples, pieces: pieces)
    #expect(outline.highest.count == 800)
    #expect(outline.highest[0] == 0.5 && outline.lowest[0] == 0.125)
    #expect(outline.highest[1] == 0.125 && outline.lowest[1] == -0.5)
    #expect(outline.highest[799] == 0.75 && outline.highest[2..<799].allSatisfy { $0 == 0.125 })
  }

  @Test(
    "A length that the parts do not divide, and a sound shorter than its parts",
    arguments: [1, 7, 801, 999, 4801])
  func lengths(frames: Int) {
    let samples = (0..<frames).map { Float($0 + 1) }
    let outline = outline(samples, pieces: 64)
    #expect(outline.highest.count == min(frames, 800))
    #expect(outline.lowest.first == 1 && outline.highest.last == Float(frames))
    // Each part goes on where the one before has ended.
    #expect(zip(outline.highest, outline.lowest.dropFirst()).allSatisfy { $1 == $0 + 1 })
  }

  @Test("Channels are one")
  func channels() {
    let outline = outline([0.5, -0.25, 0, 0.75], channels: 2, pieces: 1)
    #expect(outline.highest == [0.5, 0.75] && outline.lowest == [-0.25, 0])
  }
}
