import CanonEngine

/// What a W64 file says of its samples: a WAV file whose chunks have names of 16 bytes and lengths of 8, which count both.
enum Wave64Header {
  /// What streaming programs leave is beyond.
  private static let largest = 1 << 60

  static func samples(_ file: HeaderBytes) -> SampleChunk? {
    guard file.text(at: 0) == "riff", file.text(at: 24) == "wave" else { return nil }
    var offset = 40
    var format: (blockSize: Int, framesPerBlock: Int)?
    var frameCount: FrameCount?
    for _ in 0..<100 {
      guard let name = file.text(at: offset), let size = file.number(at: offset + 16, count: 8),
        (24..<largest).contains(size)
      else { return nil }
      let start = offset + 24
      switch name {
      case "fmt ": format = WaveHeader.format(file, start, size - 24)
      case "fact": frameCount = file.number(at: start, count: 8).map(FrameCount.init)
      case "data":
        return format.flatMap { WaveHeader.chunk(start: start, size: size - 24, $0, counted: frameCount) }
      default: break
      }
      // Chunks begin at multiples of 8 bytes.
      offset = (offset + size + 7) & ~7
    }
    return nil
  }

  /// Where a file of floats names its encoding in the extensible form, as ffmpeg writes it: libsndfile takes every such W64 file for one of
  /// integers.
  /// - Returns: nil for every other file.
  static func extensibleFloats(_ file: HeaderBytes) -> Int? {
    guard file.text(at: 0) == "riff", file.text(at: 24) == "wave" else { return nil }
    return TagChunks.first(file, as: .wave64) { chunk in
      // The encoding itself is the first number of the long name behind the channels' places.
      chunk.name == "fmt " && chunk.size >= 40 && file.number(at: chunk.start, count: 2) == 0xfffe
        && file.number(at: chunk.start + 24, count: 4) == 3 ? chunk.start : nil
    }
  }
}
