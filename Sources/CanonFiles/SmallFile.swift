import Glibc

/// Short texts whose size is not known before they are read: files of the kernel, and what programs have written.
package enum SmallFile {
  /// Up to 64 KiB; nil if it cannot be read.
  package static func text(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    return text(of: file)
  }

  /// Up to 64 KiB from the beginning of an open file.
  package static func text(of file: UnsafeMutablePointer<FILE>) -> String {
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
