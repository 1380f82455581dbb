import NIOCore

/// How packets follow one another on a connection.
enum OSCFraming: Hashable, Sendable {
  /// Each behind its length, a 32-bit number (OSC 1.0).
  case length
  /// Each between two ends (OSC 1.1; SLIP, RFC 1055).
  case slip

  /// The byte between packets, and what stands for it, and for itself, within one.
  static let end: UInt8 = 0xC0
  static let escape: UInt8 = 0xDB
  static let escapedEnd: UInt8 = 0xDC
  static let escapedEscape: UInt8 = 0xDD

  /// A packet as it is sent.
  func frame(_ packet: [UInt8]) -> ByteBuffer {
    switch self {
    case .length:
      var bytes = ByteBuffer(integer: UInt32(packet.count))
      bytes.writeBytes(packet)
      return bytes
    case .slip:
      var bytes = ByteBuffer()
      bytes.reserveCapacity(packet.count + 2)
      bytes.writeInteger(Self.end)
      for byte in packet {
        switch byte {
        case Self.end: bytes.writeBytes([Self.escape, Self.escapedEnd])
        case Self.escape: bytes.writeBytes([Self.escape, Self.escapedEscape])
        default: bytes.writeInteger(byte)
        }
      }
      bytes.writeInteger(Self.end)
      return bytes
    }
  }
}
