import NIOCore

/// What a client sends.
enum SocketLine: Equatable, Sendable {
  /// A line without its end.
  case whole(String)
  /// The client has shut its sending side within a line.
  case unfinished
}

/// Bytes of a socket as lines of UTF-8, without their ends: all that are there at once, because the way of each through the channel costs more
/// than the line.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = [SocketLine]

  /// In bytes. A client that sends a longer line receives an error and is disconnected.
  static let longestLine = 64 * 1024

  /// - Returns: nil without a whole line.
  mutating func decode(buffer: inout ByteBuffer) throws -> [SocketLine]? {
    var lines: [SocketLine] = []
    while let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
      let length = end - buffer.readerIndex
      // The decoder's buffer is bounded only after it has looked for a line. Those before this one count.
      guard length <= Self.longestLine else {
        if lines.isEmpty { throw ByteToMessageDecoderError.PayloadTooLargeError() }
        break
      }
      let line = buffer.readString(length: length) ?? ""
      buffer.moveReaderIndex(forwardBy: 1)
      lines.append(.whole(line.utf8.last == UInt8(ascii: "\r") ? String(line.dropLast()) : line))
    }
    return lines.isEmpty ? nil : lines
  }

  /// Input without an end of line is not carried out: the rest of it may be missing.
  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> [SocketLine]? {
    if let lines = try decode(buffer: &buffer) { return lines }
    guard seenEOF, buffer.readableBytes > 0 else { return nil }
    buffer.clear()
    return [.unfinished]
  }
}
