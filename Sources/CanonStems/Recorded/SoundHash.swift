import CNettle
import CanonEngine

/// The SHA-256 of samples as the engine plays them: of their rate, channels and parts, and of every sample. Two buffers have the same
/// hash if they sound the same in the engine, whether they are stored as integers or not.
public struct SoundHash: Hashable, Sendable, LosslessStringConvertible {
  /// 64 hexadecimal digits, in lower case.
  public let description: String

  /// - Returns: nil unless `text` is 64 hexadecimal digits in lower case.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.allSatisfy({ "0123456789abcdef".contains($0) }) else { return nil }
    description = text
  }

  /// Hashes the text `canon samples`, five 64-bit numbers (the rate in hertz, the channels, the frames of intro, loop and release), and
  /// the samples as 32-bit floats, the channels of each frame together; all of them little-endian.
  /// - Returns: nil if the disk does not give the samples of a window.
  /// - Thread: any control thread (reads every sample)
  public init?(_ buffer: StemBuffer, at rate: SampleRate) {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    func add(_ bytes: UnsafeRawBufferPointer) {
      nettle_sha256_update(&context, bytes.count, bytes.bindMemory(to: UInt8.self).baseAddress)
    }
    let (layout, channels) = (buffer.layout, buffer.channelCount)
    Array("canon samples".utf8).withUnsafeBytes(add)
    for number in [Int64(rate.hertz), Int64(channels), layout.intro, layout.loop, layout.release] {
      withUnsafeBytes(of: number.littleEndian, add)
    }
    for start in buffer.blocks {
      guard let samples = buffer.samples(from: start) else { return nil }
      // A key path would be followed anew for every sample.
      samples.map { $0.bitPattern.littleEndian }.withUnsafeBytes(add)
    }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    description = String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
