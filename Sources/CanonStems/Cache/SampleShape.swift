import CanonEngine

/// What the samples of an entry of the cache are like, as they are in memory and in its file.
struct SampleShape: Hashable {
  let layout: StemLayout
  let channels: Int
  let format: StemBuffer.Format

  /// 2 for floating-point samples with two channels, which are one plane after the other.
  var planeCount: Int { format == .float32 ? channels : 1 }

  /// Bytes from one frame to the next in a plane.
  var width: Int {
    format == .float32 ? MemoryLayout<Float>.size : channels * MemoryLayout<Int16>.size
  }

  /// Bytes of all samples, without what fills the last word of the memory.
  var byteCount: Int { planeCount * width * Int(layout.frameCount) }

  /// The place of a frame, in bytes from the first sample.
  func place(of frame: FrameCount, plane: Int) -> Int {
    width * (plane * Int(layout.frameCount) + Int(frame))
  }
}
