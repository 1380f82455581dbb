import NIOCore

/// Passes the input of one client to the task that serves it, all lines of a read at once. While that task is busy, canon does not read from
/// the client (`autoRead` is off), so a flood waits in the client.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = [SocketLine]

  /// Receives the lines of each read, also of one without a whole line. The task may read more once it has carried them out.
  private let input: AsyncStream<[SocketLine]>.Continuation
  /// The lines of the read that is under way.
  private var lines: [SocketLine] = []

  init(_ input: AsyncStream<[SocketLine]>.Continuation) { self.input = input }

  func channelActive(context: ChannelHandlerContext) { input.yield([]) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { lines += unwrapInboundIn(data) }

  func channelReadComplete(context: ChannelHandlerContext) { pass() }

  /// The client has shut its sending side; it may still read.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { finish() }
  }

  /// The connection has ended, also one that never became active because canon ended meanwhile.
  func handlerRemoved(context: ChannelHandlerContext) { finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    finish()
    // It cannot be read from any more, or has sent more than a line may have.
    if error is ByteToMessageDecoderError.PayloadTooLargeError {
      let reply = ByteBuffer(string: SocketReply(.tooLong).json + "\n")
      context.writeAndFlush(NIOAny(reply), promise: nil)
    }
    context.close(promise: nil)
  }

  private func pass() {
    input.yield(lines)
    lines = []
  }

  private func finish() {
    pass()
    input.finish()
  }
}
