import NIOCore

/// Passes the input of one client to the task that serves it. While that task is busy, canon does not read from the client
/// (`autoRead` is off), so a flood waits in the client.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = SocketLine

  enum Input: Sendable {
    case line(SocketLine)
    /// All input was passed on: the task may read more.
    case mayRead
  }

  private let input: AsyncStream<Input>.Continuation

  init(_ input: AsyncStream<Input>.Continuation) { self.input = input }

  func channelActive(context: ChannelHandlerContext) { input.yield(.mayRead) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { input.yield(.line(unwrapInboundIn(data))) }

  func channelReadComplete(context: ChannelHandlerContext) { input.yield(.mayRead) }

  /// The client has shut its sending side; it may still read.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { input.finish() }
  }

  /// The connection has ended, also one that never became active because canon ended meanwhile.
  func handlerRemoved(context: ChannelHandlerContext) { input.finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    input.finish()
    // It cannot be read from any more, or has sent more than a line may have.
    if error is ByteToMessageDecoderError.PayloadTooLargeError {
      let reply = ByteBuffer(string: SocketReply(.tooLong).json + "\n")
      context.writeAndFlush(NIOAny(reply), promise: nil)
    }
    context.close(promise: nil)
  }
}
