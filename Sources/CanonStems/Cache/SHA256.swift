import CNettle
import Glibc

/// A SHA-256 that is fed piece by piece.
struct SHA256 {
  private var context = sha256_ctx()

  init() { nettle_sha256_init(&context) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    nettle_sha256_update(&context, bytes.count, bytes.bindMemory(to: UInt8.self).baseAddress)
  }

  mutating func add(_ text: String) { Array(text.utf8).withUnsafeBytes { add($0) } }

  mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

  /// Ends it.
  /// - Returns: 32 bytes.
  mutating func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  /// In lower case, two digits for each byte.
  static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

extension SHA256 {
  /// Of all bytes of a file.
  /// - Returns: nil if it cannot be read to its end.
  /// - Thread: any control thread (reads the file)
  static func digest(ofFile path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var hash = SHA256()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = read(descriptor, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return hash.digest() }
      hash.add(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }
}
