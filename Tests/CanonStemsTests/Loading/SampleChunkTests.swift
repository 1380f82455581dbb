import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What is missing of the samples that a header announces.
@Suite struct SampleChunkTests {
  private let folder = TemporaryFolder()

  /// Present and announced frames of a file of so many bytes; nil where nothing is missing.
  private func shortage(_ bytes: Int, frames: FrameCount, _ chunk: SampleChunk) throws -> [FrameCount?]? {
    try folder.header([UInt8](repeating: 0, count: bytes)) {
      chunk.shortage($0, frames: frames).map { [$0.present, $0.announced] }
    }
  }

  @Test("Only missing samples are reported, in whole frames")
  func shortage() throws {
    let frames = SampleChunk(start: 10, size: 40, blockSize: 4)
    #expect(try shortage(50, frames: 10, frames) == nil)
    #expect(try shortage(49, frames: 9, frames) == [9, 10])
    #expect(try shortage(17, frames: 1, frames) == [1, 10])
    #expect(try shortage(5, frames: 0, frames) == [0, 10])
    var blocks = SampleChunk(start: 10, size: 42, blockSize: 4, framesPerBlock: 9)
    #expect(try shortage(30, frames: 45, blocks) == [45, 99])
    blocks.frameCount = 93
    #expect(try shortage(30, frames: 45, blocks) == [45, 93])
    blocks.frameCount = 40
    #expect(try shortage(30, frames: 45, blocks) == [45, 46])
    #expect(try shortage(52, frames: 39, blocks) == [39, 40])
    #expect(try shortage(52, frames: 40, blocks) == nil)
    let unknown = SampleChunk(start: 10, size: 40)
    #expect(try shortage(20, frames: 100, unknown) == [100, 400])
    #expect(try shortage(49, frames: 1, unknown) == [1, 2])
  }
}
