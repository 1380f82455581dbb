/// The texts and numbers of a file's headers.
struct HeaderBytes {
  private let file: SoundBytes
  var isBigEndian = false

  init(_ file: SoundBytes) { self.file = file }

  /// The same file, its numbers read in this order.
  func ordered(isBigEndian: Bool) -> HeaderBytes {
    var file = self
    file.isBigEndian = isBigEndian
    return file
  }

  /// The size of the file in bytes.
  var size: Int { file.size }

  /// - Returns: nil if the file is too short.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    return buffer.withUnsafeMutableBytes { file.read(at: offset, into: $0) } == count ? buffer : nil
  }

  /// - Returns: Fewer bytes if the file is too short.
  func upTo(_ count: Int, at offset: Int) -> [UInt8] {
    let there = min(count, size - offset)
    return there > 0 ? bytes(at: offset, count: there) ?? [] : []
  }

  func text(at offset: Int, count: Int = 4) -> String? {
    bytes(at: offset, count: count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A whole number of up to eight bytes, without a sign.
  /// - Returns: nil if the file is too short, or if an `Int` cannot hold the number.
  func number(at offset: Int, count: Int) -> Int? {
    guard let bytes = bytes(at: offset, count: count) else { return nil }
    return Int(exactly: isBigEndian ? bytes[...].bigEndian : bytes[...].littleEndian)
  }
}

/// Numbers of up to eight bytes.
extension ArraySlice<UInt8> {
  var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
  var littleEndian: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  /// Of ID3: seven bits of each byte count.
  var sevenBits: UInt64 { reduce(0) { $0 << 7 | UInt64($1 & 0x7f) } }
}
