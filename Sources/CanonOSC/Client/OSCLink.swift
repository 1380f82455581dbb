import NIOCore

/// The way to a client.
struct OSCLink: Sendable {
  /// Bytes that a packet to it may have.
  let longestPacket: Int
  /// Bytes of the packets in which many messages go together.
  let usualPacket: Int
  /// Whether what is sent to it reaches who has sent: a connection, or an address of this machine. Anybody can write any other address
  /// on a datagram.
  let isProven: Bool
  private let channel: any Channel
  /// The address of a datagram's sender; nil for a connection.
  private let address: SocketAddress?
  /// Of a connection.
  private let framing: OSCFraming

  /// Bytes of a connection that may wait for its client: a picture of some thousand stems.
  static let mostWaiting = 1 << 20

  /// A connection.
  init(stream channel: any Channel, _ framing: OSCFraming) {
    (self.channel, address, self.framing, isProven) = (channel, nil, framing, true)
    (longestPacket, usualPacket) = (16 << 20, 16_384)
  }

  /// Datagrams: 65,507 bytes are the most of UDP, 1,472 those of one frame of an Ethernet.
  init(datagrams channel: any Channel, to address: SocketAddress, isProven: Bool) {
    (self.channel, self.address, framing, self.isProven) = (channel, address, .length, isProven)
    (longestPacket, usualPacket) = (65_507, 1472)
  }

  /// Whether little waits to be sent: a client that reads slowly gets the newest picture later, not every one.
  var isReady: Bool { channel.isWritable }

  /// Sends a packet. A datagram that would have to wait is lost, as datagrams are; a connection that is not read ends.
  func send(_ packet: [UInt8]) {
    guard packet.count <= longestPacket else { return }
    guard channel.isWritable else {
      if address == nil { channel.close(promise: nil) }
      return
    }
    if let address {
      let envelope = AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: packet))
      channel.writeAndFlush(envelope, promise: nil)
    } else {
      channel.writeAndFlush(framing.frame(packet), promise: nil)
    }
  }
}
