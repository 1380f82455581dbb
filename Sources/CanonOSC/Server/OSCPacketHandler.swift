import NIOCore

/// Passes packets on to the task that serves them. While that is busy, canon does not read (`autoRead` is off): datagrams are dropped by the
/// system, connections wait.
final class OSCPacketHandler<Packet: Sendable>: ChannelInboundHandler {
  typealias InboundIn = Packet

  enum Input: Sendable {
    case packet(Packet)
    /// All packets were passed on: the task may read more.
    case mayRead
  }

  private let input: AsyncStream<Input>.Continuation

  init(_ input: AsyncStream<Input>.Continuation) { self.input = input }

  func channelActive(context: ChannelHandlerContext) { input.yield(.mayRead) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    input.yield(.packet(unwrapInboundIn(data)))
  }

  func channelReadComplete(context: ChannelHandlerContext) { input.yield(.mayRead) }

  func handlerRemoved(context: ChannelHandlerContext) { input.finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    input.finish()
    context.close(promise: nil)
  }
}
