import CXXHash
import Glibc

/// A 128-bit checksum (XXH3) that is fed piece by piece: as fast as memory, against damage and chance, not against forgers.
struct Checksum: ~Copyable {
  private let state: OpaquePointer

  init() {
    guard let state = XXH3_createState() else { fatalError("no memory for a checksum") }
    self.state = state
    XXH3_128bits_reset(state)
  }

  deinit { XXH3_freeState(state) }

  borrowing func add(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  borrowing func add(_ text: String) { Array(text.utf8).withUnsafeBytes { add($0) } }

  borrowing func add(_ number: Int64) { withUnsafeBytes(of: number) { add($0) } }

  /// Of everything so far: 16 bytes.
  borrowing func digest() -> [UInt8] {
    let hash = XXH3_128bits_digest(state)
    return withUnsafeBytes(of: hash.low64, Array.init) + withUnsafeBytes(of: hash.high64, Array.init)
  }

  /// In lower case, two digits for each byte.
  static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The bytes of a file that are hashed at most: the samples of the longest stem as 64-bit numbers. More would take too long.
  static let largestFile = 2 * SoundFile.largestDecodedSize + (1 << 20)

  /// Of all bytes of a file, read piece by piece.
  /// - Returns: nil if it cannot be read to its end, or has more bytes than ``largestFile``.
  /// - Thread: any control thread (reads the file)
  static func digest(ofFile path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= largestFile
    else { return nil }
    let checksum = Checksum()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = read(descriptor, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return checksum.digest() }
      checksum.add(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }
}
