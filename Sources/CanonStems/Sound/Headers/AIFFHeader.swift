import CanonEngine

/// The description of its samples in an AIFF or AIFF-C file.
enum AIFFHeader {
  static func samples(_ file: HeaderBytes) -> SampleChunk? {
    var file = file
    file.isBigEndian = true
    guard let kind = file.text(at: 8), kind == "AIFF" || kind == "AIFC" else { return nil }
    var offset = 12
    var chunk: SampleChunk?
    var common: (frames: Int, frameSize: Int)?
    for _ in 0..<100 {
      guard let name = file.text(at: offset), let size = file.number(at: offset + 4, count: 4) else { break }
      let start = offset + 8
      if name == "COMM" { common = self.common(file, start, isCompressed: kind == "AIFC") }
      if name == "SSND", let skipped = file.number(at: start, count: 4), (9..<0x7fff_0000).contains(size) {
        chunk = SampleChunk(start: start + 8 + skipped, size: max(0, size - 8 - skipped))
      }
      offset = start + size + size % 2
    }
    guard var chunk, chunk.size > 0 else { return nil }
    if let common {
      chunk.blockSize = common.frameSize
      chunk.frameCount = FrameCount(common.frames)
    }
    return chunk
  }

  /// The number of frames and the bytes of each; nil if a block is not a frame.
  private static func common(
    _ file: HeaderBytes, _ start: Int, isCompressed: Bool
  ) -> (frames: Int, frameSize: Int)? {
    guard let channels = file.number(at: start, count: 2), let frames = file.number(at: start + 2, count: 4),
      let bits = file.number(at: start + 6, count: 2)
    else { return nil }
    if isCompressed {
      let plain = [
        "NONE", "twos", "sowt", "raw ", "in24", "in32", "ni24", "42ni", "23ni", "fl32", "FL32", "fl64",
        "FL64",
      ]
      guard let encoding = file.text(at: start + 18), plain.contains(encoding) else { return nil }
    }
    return (frames, channels * ((bits + 7) / 8))
  }
}
