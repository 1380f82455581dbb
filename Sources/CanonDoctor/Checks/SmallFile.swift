import Glibc

/// A file of the kernel, whose size is not known before it is read.
enum SmallFile {
  /// Up to 64 KiB; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
