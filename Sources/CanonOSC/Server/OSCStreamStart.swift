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
  private let patience: TimeAmount
  private var bytes = ByteBuffer()
  private var deadline: Scheduled<Void>?

  /// - Parameters:
  ///   - patience: From the first byte on; a surface may say nothing before.
  ///   - begin: Puts in place what deals with the bytes; called once.
  init(patience: TimeAmount, _ begin: @escaping (Kind) throws -> Void) {
    (self.patience, self.begin) = (patience, begin)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelActive(context: ChannelHandlerContext) { context.read() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    bytes.writeBuffer(&part)
    let channel = context.channel
    if deadline == nil {
      deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
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
