import CanonEngine

/// What a WAV file says of its samples, and its relatives RIFX and RF64.
enum WaveHeader {
  /// What streaming programs leave is beyond.
  private static let largest = 0x7fff_0000

  static func samples(_ file: HeaderBytes) -> SampleChunk? {
    var file = file
    guard let kind = file.text(at: 0), file.text(at: 8) == "WAVE" else { return nil }
    file.isBigEndian = kind == "RIFX"
    var offset = 12
    var format: (blockSize: Int, framesPerBlock: Int)?
    var longSize: Int?
    var frameCount: FrameCount?
    for _ in 0..<100 {
      guard let name = file.text(at: offset), let size = file.number(at: offset + 4, count: 4) else {
        return nil
      }
      let start = offset + 8
      switch name {
      case "fmt ": format = self.format(file, start, size)
      case "ds64": longSize = file.number(at: start + 8, count: 8)
      case "fact": frameCount = file.number(at: start, count: 4).map(FrameCount.init)
      case "data":
        let isLong = kind == "RF64" && size == 0xffff_ffff
        guard let format, let size = isLong ? longSize : size, size > 0, isLong || size < largest else {
          return nil
        }
        return chunk(start: start, size: size, format, counted: frameCount)
      default: break
      }
      offset = start + size + size % 2
    }
    return nil
  }

  /// - Parameter frameCount: What the file says besides; nil if nothing.
  static func chunk(
    start: Int, size: Int, _ format: (blockSize: Int, framesPerBlock: Int), counted frameCount: FrameCount?
  ) -> SampleChunk {
    var chunk = SampleChunk(
      start: start, size: size, blockSize: format.blockSize, framesPerBlock: format.framesPerBlock)
    // For block formats programs write arbitrary values here; libsndfile and canon do not need it.
    if format.framesPerBlock > 1, let frameCount, frameCount > 0,
      frameCount <= size / max(1, format.blockSize) * format.framesPerBlock
    {
      chunk.frameCount = frameCount
    }
    return chunk
  }

  /// Bytes and frames of a block; for encodings that nothing is known of, no bytes.
  /// - Parameters:
  ///   - start: Where the description begins.
  ///   - size: Its bytes.
  static func format(_ file: HeaderBytes, _ start: Int, _ size: Int) -> (Int, Int)? {
    guard let encoding = file.number(at: start, count: 2), let block = file.number(at: start + 12, count: 2)
    else { return nil }
    switch encoding {
    // Integers, floats, A-law, u-law, and any of them in the extensible form.
    case 1, 3, 6, 7, 0xfffe: return (block, 1)
    // MS ADPCM, IMA ADPCM, GSM 6.10: these say how many frames a block has.
    case 2, 0x11, 0x31:
      guard size >= 20, let frames = file.number(at: start + 18, count: 2), frames > 0 else { return (0, 1) }
      return (block, frames)
    default: return (0, 1)
    }
  }
}
