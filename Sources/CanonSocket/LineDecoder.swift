import NIOCore

/// What a client sends.
enum SocketLine: Equatable, Sendable {
  /// A line without its end.
  case whole(String)
  /// The client has shut its sending side within a line.
  case unfinished
}

/// Bytes of a socket as lines of UTF-8, without their ends.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = SocketLine

  /// In bytes. A client that sends a longer line receives an error and is disconnected.
  static let longestLine = 64 * 1024

  mutating func decode(buffer: inout ByteBuffer) throws -> SocketLine? {
    guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let length = end - buffer.readerIndex
    // The decoder's buffer is bounded only after it has looked for a line.
    guard length <= Self.longestLine else { throw ByteToMessageDecoderError.PayloadTooLargeError() }
    defer { buffer.moveReaderIndex(forwardBy: 1) }
    let line = buffer.readString(length: length) ?? ""
    return .whole(line.last == "\r" ? String(line.dropLast()) : line)
  }

  /// Input without an end of line is not carried out: the rest of it may be missing.
  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> SocketLine? {
    if let line = try decode(buffer: &buffer) { return line }
    guard seenEOF, buffer.readableBytes > 0 else { return nil }
    buffer.clear()
    return .unfinished
  }
}
