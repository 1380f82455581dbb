import NIOCore

/// Tells by the first four bytes of a connection what comes on it.
final class OSCStreamStart: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  enum Kind: Hashable, Sendable {
    case packets(OSCFraming)
    /// A request of HTTP: an OSCQuery.
    case query

    /// - Parameter start: As a length, an end of SLIP and `GET ` are more than a packet may have.
    init(start: UInt32) {
      self =
        switch start {
        case 0x4745_5420: .query
        case _ where UInt8(start >> 24) == OSCFraming.end: .packets(.slip)
        default: .packets(.length)
        }
    }
  }

  private let begin: (Kind) throws -> Void
  private var bytes = ByteBuffer()

  /// - Parameter begin: Puts in place what deals with the bytes; called once.
  init(_ begin: @escaping (Kind) throws -> Void) { self.begin = begin }

  func channelActive(context: ChannelHandlerContext) { context.read() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    bytes.writeBuffer(&part)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard let start = bytes.getInteger(at: bytes.readerIndex, as: UInt32.self) else { return context.read() }
    do {
      try begin(Kind(start: start))
      context.fireChannelRead(wrapInboundOut(bytes))
      context.fireChannelReadComplete()
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }
}
