/// What a FLAC file says of its samples.
enum FLACHeader {
  /// The bits of a sample, 1 to 32.
  /// - Parameter start: The file's first bytes: the name, the head of the first block, and that block, which describes the stream.
  /// - Returns: nil if they are too few, or no FLAC file's.
  static func sampleBits(_ start: [UInt8]) -> Int? {
    guard start.starts(with: "fLaC".utf8), start.count >= 22, start[4] & 0x7f == 0 else { return nil }
    // Behind the sizes of blocks and frames (10 bytes), the sample rate (20 bits) and the channels (3 bits).
    return Int(start[20] & 1) << 4 + Int(start[21] >> 4) + 1
  }
}
