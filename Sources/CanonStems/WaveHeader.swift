import CanonEngine
import Foundation

/// The size that a WAV file's own header announces, which libsndfile corrects in silence when the file is
/// shorter.
enum WaveHeader {
  /// - Returns: nil for anything but a RIFF file with plain samples, and for headers written before the length
  ///   was known (0 or a huge number, as streaming programs leave).
  static func announcedFrames(_ descriptor: Int32) -> FrameCount? {
    guard let riff = bytes(descriptor, at: 0, count: 12), riff.starts(with: "RIFF".utf8),
      Array(riff[8...]) == Array("WAVE".utf8)
    else { return nil }
    var offset = 12
    var frameSize: Int?
    for _ in 0..<100 {
      guard let header = bytes(descriptor, at: offset, count: 8) else { return nil }
      let size = number(header[4...])
      if header.starts(with: "data".utf8) {
        guard let frameSize, frameSize > 0, (1..<0x7fff_0000).contains(size) else { return nil }
        return FrameCount(size / frameSize)
      }
      if header.starts(with: "fmt ".utf8), let format = bytes(descriptor, at: offset + 8, count: 16) {
        // Integers, floats, and either of them in the extensible form; in other encodings a block is no frame.
        guard [1, 3, 0xfffe].contains(number(format[..<2])) else { return nil }
        frameSize = number(format[12..<14])
      }
      offset += 8 + size + size % 2
    }
    return nil
  }

  private static func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &buffer, count, offset) == count ? buffer : nil
  }

  /// Little-endian.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
