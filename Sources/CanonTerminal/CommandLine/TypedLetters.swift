/// Assembles the bytes from a keyboard into letters (UTF-8).
struct TypedLetters {
  private var bytes: [UInt8] = []

  /// - Returns: The letter that this byte completes; nil if it completes none, or is invalid. An invalid byte
  ///   discards only itself.
  mutating func append(_ byte: UInt8) -> Unicode.Scalar? {
    if !UTF8.isContinuation(byte) { bytes = [] }
    bytes.append(byte)
    guard bytes.count == Self.length(from: bytes[0]) else { return nil }
    defer { bytes = [] }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  /// The number of bytes of a letter with this first byte.
  private static func length(from first: UInt8) -> Int {
    switch first {
    case 0xc0..<0xe0: 2
    case 0xe0..<0xf0: 3
    case 0xf0..<0xf8: 4
    default: 1
    }
  }
}
