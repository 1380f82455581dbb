import NIOCore

/// Drops a client that sends more than a line without an end, before anything more of it is read.
final class FloodGuard: ChannelInboundHandler {
  typealias InboundIn = String
  typealias OutboundOut = ByteBuffer

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is ByteToMessageDecoderError.PayloadTooLargeError else {
      context.fireErrorCaught(error)
      return
    }
    let reply = SocketReply.error(
      "the line is longer than \(LineDecoder.longestLine) bytes; the connection ends.")
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply.json + "\n")), promise: nil)
    context.close(promise: nil)
  }
}
