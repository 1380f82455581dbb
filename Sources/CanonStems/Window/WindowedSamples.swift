import CanonEngine

/// A long stem's samples, of which a few pages are in memory while the others are in an entry of the cache.
package final class WindowedSamples: Sendable {
  package let window: StemWindow
  /// The samples as the engine gets them.
  package let buffer: StemBuffer
  private let entry: OpenEntry

  /// The logarithm of the frames of a page, to the base 2.
  private static let shift = 16
  /// Seconds that are read ahead, at least.
  private static let secondsAhead = 4

  /// - Parameter rate: That of the samples.
  /// - Returns: nil if the disk does not give the pages with which the stem begins.
  /// - Thread: any that may wait for the disk
  init?(_ entry: OpenEntry, at rate: SampleRate, shift: Int = shift) {
    let ahead = (Self.secondsAhead * Int(rate.hertz) >> shift) + 1
    guard let window = entry.window(shift: shift, ahead: ahead) else { return nil }
    (self.window, self.entry) = (window, entry)
    buffer = StemBuffer(window)
  }

  /// Fills the most urgent page that is missing.
  /// - Parameter clock: That of the engine that has the samples.
  /// - Thread: the reader, which may wait for the disk
  package func turn(_ clock: EngineClock) -> StemWindow.Turn { window.turn(clock, fill: entry.fill) }

  /// Reads all samples in their order, in blocks of at most 16,384 frames.
  /// - Parameter body: Receives the frames of a block, and the bytes of each of its planes (``StemBuffer/Format``): interleaved integers are one
  ///   plane. They are valid during the call.
  /// - Throws: What `body` throws, or a ``DamagedEntry`` if the disk does not give the samples.
  /// - Thread: any that may wait for the disk
  package func forEachBlock(
    _ body: (_ frames: Range<FrameCount>, _ planes: [UnsafeRawBufferPointer]) throws -> Void
  ) throws {
    try entry.forEachBlock(body)
  }
}

/// The disk does not give samples that were written to it.
package struct DamagedEntry: Error {}

extension OpenEntry {
  /// - Parameters and errors: As of ``WindowedSamples/forEachBlock(_:)``.
  fileprivate func forEachBlock(
    _ body: (_ frames: Range<FrameCount>, _ planes: [UnsafeRawBufferPointer]) throws -> Void
  ) throws {
    let count = min(FrameCount(Decoder.chunkFrames), shape.layout.frameCount)
    let size = Int(count) * shape.width
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: shape.planeCount * size, alignment: 16)
    defer { memory.deallocate() }
    var frame: FrameCount = 0
    while frame < shape.layout.frameCount {
      let frames = frame..<min(frame + count, shape.layout.frameCount)
      let planes = try (0..<shape.planeCount).map { plane in
        let bytes = UnsafeMutableRawBufferPointer(
          rebasing: memory[(plane * size)...].prefix(frames.count * shape.width))
        guard fill(plane: plane, frames, bytes) else { throw DamagedEntry() }
        return UnsafeRawBufferPointer(bytes)
      }
      try body(frames, planes)
      frame = frames.upperBound
    }
  }
}
