import CanonEngine

/// The description of its samples in a CAF file.
enum CAFHeader {
  static func samples(_ file: HeaderBytes) -> SampleChunk? {
    var file = file
    file.isBigEndian = true
    var offset = 8
    var block: (size: Int, frames: Int) = (0, 1)
    for _ in 0..<100 {
      // A size of -1 means up to the file's end.
      guard let name = file.text(at: offset), let size = file.number(at: offset + 4, count: 8) else {
        return nil
      }
      let start = offset + 12
      if name == "desc", let bytes = file.number(at: start + 16, count: 4),
        let frames = file.number(at: start + 20, count: 4), frames > 0
      {
        block = (bytes, frames)
      }
      if name == "data" {
        // Before the samples there is a number of their edition.
        return size > 4
          ? SampleChunk(start: start + 4, size: size - 4, blockSize: block.size, framesPerBlock: block.frames)
          : nil
      }
      let (next, overflow) = start.addingReportingOverflow(size)
      guard !overflow else { return nil }
      offset = next
    }
    return nil
  }
}
