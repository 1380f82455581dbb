import CanonNetwork
import CanonTestSupport
import NIOCore
import NIOEmbedded
import Testing

@testable import CanonOSC

/// SLIP as OSC 1.1 uses it: packets between ends.
@Suite struct OSCFramingTests {
  private func decoded(_ pieces: [[UInt8]]) throws -> [[UInt8]] {
    let channel = EmbeddedChannel(
      handler: ByteToMessageHandler(OSCSLIPDecoder(), maximumBufferSize: OSCSLIPDecoder.most))
    defer { _ = try? channel.finish() }
    for piece in pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
    var packets: [[UInt8]] = []
    while let packet = try channel.readInbound(as: ByteBuffer.self) {
      packets.append(Array(packet.readableBytesView))
    }
    return packets
  }

  @Test(
    "What is framed is read again, whatever its bytes and the pieces in which it comes", arguments: 1...40)
  func again(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let special: [UInt8] = [0xC0, 0xDB, 0xDC, 0xDD, 0]
    let packets = (0..<5).map { _ in
      (0..<random.number(1...300)).map { _ -> UInt8 in
        random.one(in: 2) ? special[Int(random.number(0...4))] : UInt8(truncatingIfNeeded: random.next())
      }
    }
    var rest = packets.flatMap { Array(OSCFraming.slip.frame($0).readableBytesView) }[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int(random.number(1...40)))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    #expect(try decoded(pieces) == packets)
  }

  @Test("The bytes are those of RFC 1055")
  func bytes() {
    #expect(
      Array(OSCFraming.slip.frame([1, 0xC0, 2, 0xDB, 3]).readableBytesView)
        == [0xC0, 1, 0xDB, 0xDC, 2, 0xDB, 0xDD, 3, 0xC0])
  }

  @Test("What no packet holds, and one that is too long, ends the connection; what is not whole is nothing")
  func wrong() throws {
    #expect(throws: OSCSLIPDecoder.Wrong.self) { try decoded([[0xC0, 1, 0xDB, 5, 0xC0]]) }
    #expect(throws: OSCSLIPDecoder.Wrong.self) { try decoded([[0xC0, 1, 0xDB, 0xC0]]) }
    #expect(throws: (any Error).self) {
      try decoded([[0xC0]] + Array(repeating: Array(repeating: 1, count: 10_000), count: 20))
    }
    let longest = Array(repeating: UInt8(1), count: OSCReader.longestPacket)
    #expect(try decoded([[0xC0] + longest + [0xC0]]) == [longest])
    #expect(throws: OSCSLIPDecoder.Wrong.self) { try decoded([[0xC0] + longest + [1, 0xC0]]) }
    #expect(try decoded([[0xC0, 1, 2]]) == [])
    #expect(try decoded([[0xC0, 0xC0, 0xC0, 1, 0xC0]]) == [[1]])
  }

  @Test("The first four bytes tell what comes")
  func starts() {
    #expect(OSCStreamStart.Kind(start: 16) == .packets(.length))
    #expect(OSCStreamStart.Kind(start: 0xC02F_6361) == .packets(.slip))
    #expect(OSCStreamStart.Kind(start: 0x4745_5420) == .query)
    #expect(OSCStreamStart.Kind(start: 0x504F_5354) == .packets(.length), "POST: too long for a packet")
  }
}
