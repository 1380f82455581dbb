import Foundation

/// The bytes of a file at any place, for headers.
struct HeaderBytes {
  let descriptor: Int32
  /// Of the file.
  let size: Int
  var isBigEndian = false

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// - Returns: nil if the file is too short.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &buffer, count, offset) == count ? buffer : nil
  }

  func text(at offset: Int, count: Int = 4) -> String? {
    bytes(at: offset, count: count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A whole number of up to eight bytes, without a sign.
  /// - Returns: nil if the file is too short, or if an `Int` cannot hold the number.
  func number(at offset: Int, count: Int) -> Int? {
    guard let bytes = bytes(at: offset, count: count) else { return nil }
    let value = (isBigEndian ? bytes : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
