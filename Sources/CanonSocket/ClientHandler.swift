import NIOCore

/// Hands what one client sends to the task that serves it. Nothing is read from the client while that task is busy
/// (`autoRead` is off): a flood waits in the client.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = String

  enum Input: Sendable {
    case line(String)
    /// All that was read was handed on: more may be read.
    case mayRead
  }

  private let input: AsyncStream<Input>.Continuation

  init(_ input: AsyncStream<Input>.Continuation) { self.input = input }

  func channelActive(context: ChannelHandlerContext) { input.yield(.mayRead) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { input.yield(.line(unwrapInboundIn(data))) }

  func channelReadComplete(context: ChannelHandlerContext) { input.yield(.mayRead) }

  /// The client has said all that it wants to say; it may still listen.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { input.finish() }
  }

  func channelInactive(context: ChannelHandlerContext) { input.finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    input.finish()
    // It cannot be read from any more, or has sent more than a line may have.
    if error is ByteToMessageDecoderError.PayloadTooLargeError {
      let reply = ByteBuffer(string: SocketReply.tooLong.json + "\n")
      context.writeAndFlush(NIOAny(reply), promise: nil)
    }
    context.close(promise: nil)
  }
}
