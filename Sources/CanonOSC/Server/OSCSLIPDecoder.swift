import CanonNetwork
import NIOCore

/// Packets between ends (RFC 1055).
struct OSCSLIPDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// The bytes of a packet that may wait for its end: each may be two.
  static let most = 2 * OSCReader.longestPacket + 2

  /// What no packet holds: its sender has lost the place.
  struct Wrong: Error {}

  /// How many bytes were looked at for an end.
  private var seen = 0

  mutating func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
    while let end = buffer.readableBytesView.dropFirst(seen).firstIndex(of: OSCFraming.end) {
      let count = end - buffer.readerIndex
      seen = 0
      guard let packet = buffer.readBytes(length: count) else { return nil }
      buffer.moveReaderIndex(forwardBy: 1)
      // Between two packets there may be two ends.
      if !packet.isEmpty { return ByteBuffer(bytes: try Self.unescaped(packet)) }
    }
    seen = buffer.readableBytes
    return nil
  }

  private static func unescaped(_ bytes: [UInt8]) throws -> [UInt8] {
    var packet: [UInt8] = []
    packet.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      switch (isEscaped, byte) {
      case (true, OSCFraming.escapedEnd): packet.append(OSCFraming.end)
      case (true, OSCFraming.escapedEscape): packet.append(OSCFraming.escape)
      case (true, _): throw Wrong()
      case (false, OSCFraming.escape): break
      case (false, _): packet.append(byte)
      }
      isEscaped = !isEscaped && byte == OSCFraming.escape
    }
    if isEscaped || packet.count > OSCReader.longestPacket { throw Wrong() }
    return packet
  }

  /// What is not whole is not carried out.
  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? {
    let packet = try decode(buffer: &buffer)
    if packet == nil { buffer.clear() }
    return packet
  }
}
