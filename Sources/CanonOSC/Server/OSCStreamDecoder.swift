import CanonNetwork
import NIOCore

/// Packets of a connection: each behind its length, a 32-bit number (OSC 1.0).
struct OSCStreamDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// A length that no packet has: what follows cannot be told from another packet.
  struct TooLong: Error {}

  mutating func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
    guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else { return nil }
    guard length <= OSCReader.longestPacket else { throw TooLong() }
    guard buffer.readableBytes >= 4 + Int(length) else { return nil }
    buffer.moveReaderIndex(forwardBy: 4)
    return buffer.readSlice(length: Int(length))
  }

  /// What is not whole is not carried out.
  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? {
    let packet = try decode(buffer: &buffer)
    if packet == nil { buffer.clear() }
    return packet
  }
}
