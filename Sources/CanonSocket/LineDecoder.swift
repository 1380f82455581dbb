import NIOCore

/// Bytes of a socket as lines of UTF-8, without their ends.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = String

  /// In bytes. A client that sends more without an end of line is told so and dropped.
  static let longestLine = 64 * 1024

  mutating func decode(buffer: inout ByteBuffer) throws -> String? {
    guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let length = end - buffer.readerIndex
    defer { buffer.moveReaderIndex(forwardBy: 1) }
    let line = buffer.readString(length: length) ?? ""
    return line.last == "\r" ? String(line.dropLast()) : line
  }

  /// What has no end of line when the client leaves is no line.
  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> String? { nil }
}
